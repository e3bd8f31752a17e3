/** Why a move was bad: its refutation played on the board, step by step, each with its reason. */

import { report } from "../../shared/announcer.js";
import { ApiError, ask, stream } from "../../shared/api.js";
import { EMPTY } from "../../shared/board/geometry.js";
import { changes } from "../../shared/board/skins.js";
import { button, h, put } from "../../shared/dom.js";
import { searchProgressText } from "../../shared/search_progress.js";
import { plural, signed } from "../../shared/words.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../shared/api_types.js").Why} Why */
/** @typedef {import("../../shared/api_types.js").LineStep} LineStep */
/** @typedef {import("../../shared/api_types.js").Position} Position */
/** @typedef {Partial<import("../../shared/board/board.js").Picture>} Overlay */

/** What a line lays over the board, all taken away. @type {Overlay} */
const NOTHING = {
  board: undefined,
  legal: undefined,
  scored: undefined,
  last: undefined,
  winning: undefined,
  notes: undefined,
  tints: undefined,
  threats: undefined,
};

/**
 * Ask why a move was bad. While code is compiled, a first answer comes from a quick search, and a better one follows.
 *
 * @param {Record<string, string | number | null>} query  the position before the move
 * @param {string} move
 * @param {AbortSignal} signal
 * @param {(text: string | HTMLElement) => void} say  how far it is
 * @param {(why: Why) => void} found
 */
export async function askWhy(query, move, signal, say, found) {
  let isFound = false;
  for await (const { event, data } of stream("why", { ...query, move }, signal, { goesOn: true })) {
    if (event === "failed") throw new ApiError(data.error, 0);
    if (event === "why") {
      isFound = true;
      found(data);
    } else say(searchProgressText({ ...data, event }));
  }
  if (!isFound) throw new ApiError("No reason was found in time; ask again.", 0);
}

/**
 * Show the lines of an explanation.
 *
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {{moves: string[], why: Why}} told  the moves before the bad one, and what there is to say about it
 * @param {(change: Overlay) => void} lay
 * @param {AbortSignal} signal
 * @param {() => void} leave  called when somebody closes it
 */
export function showWhy(root, game, { moves, why }, lay, signal, leave) {
  const sides = game.whole.sides;
  const steps = h("ol", { class: "why-steps" });
  const buttons = h("span", { class: "row" });
  let isBetter = false;
  let at = 1;
  /** @type {Position | null} */
  let shown = null;

  const line = () => (isBetter ? why.better : why.line);

  async function load() {
    const { game: spec, position } = game.query;
    const all = [...moves, ...line().map(({ move }) => move)].join(" ");
    shown = await ask("position", { game: spec, position, moves: all }, signal);
    draw();
  }

  /** @param {number} next */
  const go = (next) => {
    at = Math.max(0, Math.min(line().length, next));
    draw();
  };

  function draw() {
    if (!shown) return;
    const start = moves.length;
    const history = shown.history;
    /** @type {[number, number, string][]} */
    const notes = [];
    for (let i = 1; i <= at; i++) {
      for (const [row, column, mark] of changes(history[start + i - 1].rows, history[start + i].rows)) {
        const before = history[start + i - 1].rows[row][column];
        if (before === EMPTY && mark !== EMPTY) notes.push([row, column, String(i)]);
      }
    }
    const step = at ? line()[at - 1] : null;
    const isEnd = step?.kind === "line";
    lay({
      ...NOTHING,
      board: { ...game.position.board, rows: history[start + at].rows, texts: history[start + at].texts },
      legal: [],
      scored: [],
      last: [],
      winning: isEnd ? step.cells : [],
      notes,
      tints: isEnd || !step ? undefined : step.cells.map(([row, column]) => [row, column, 1]),
      threats: step?.threats.map(({ cell, side, row }) => [cell[0], cell[1], side, row]),
    });
    put(
      steps,
      line().map((each, i) =>
        h(
          "li",
          {},
          h(
            "button",
            { type: "button", class: "move", "aria-current": i + 1 === at ? "step" : null, onclick: () => go(i + 1) },
            `${sides[each.side]} ${each.move}`,
          ),
          h("span", {}, each.forced ? h("strong", { class: "forced" }, "forced") : null, " ", each.reason),
        )
      ),
    );
    put(
      buttons,
      button("Back", "back", () => go(at - 1), { class: "icon-only", disabled: at === 0 }),
      button("Forward", "forward", () => go(at + 1), { class: "icon-only", disabled: at === line().length }),
      why.better.length > 0 &&
        button(isBetter ? `After ${why.move}` : `Better: ${why.best}`, null, () => {
          isBetter = !isBetter;
          at = 1;
          void load().catch(report);
        }),
      button("Close", "close", () => (close(), leave()), { class: "quiet" }),
    );
  }

  const close = () => {
    put(root);
    lay(NOTHING);
  };

  put(
    root,
    h(
      "section",
      { class: "card why", "aria-label": `Why ${why.move} was bad` },
      h("p", { class: "why-head" }, h("strong", {}, `${why.move}${why.mark}`), " ", lossText(why)),
      steps,
      buttons,
      why.terms && termsTable(why),
      h("p", { class: "about" }, [why.held_words, why.certainty].filter(Boolean).join(" ")),
    ),
  );
  void load().catch(report);
  return close;
}

/** How it stood and how it stands, with an estimate looking like one. @param {Why} why */
function lossText(why) {
  const look = why.proven ? "exact" : "estimated";
  return h(
    "span",
    {},
    "Before: ",
    h("span", { class: look }, why.was),
    ". After: ",
    h("span", { class: look }, why.is_now),
    ".",
  );
}

/** What changed for the heuristic, largest first. @param {Why} why */
function termsTable({ terms, move, best }) {
  if (!terms) return null;
  return h(
    "details",
    { class: "why-terms" },
    h("summary", {}, `What the evaluation ${terms.eval} counts after ${plural(terms.plies, "move")}, in ${terms.unit}`),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["Term", best, move, "Change"].map((name) => h("th", { scope: "col" }, name)))),
      h(
        "tbody",
        {},
        terms.terms.map((term) =>
          h(
            "tr",
            {},
            h("th", { scope: "row", title: term.about }, term.name),
            [term.with_best, term.with_move, term.change].map((number) => h("td", {}, signed(number))),
          )
        ),
      ),
    ),
  );
}
