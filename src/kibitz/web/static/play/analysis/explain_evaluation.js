/** The evaluation explained: each term with its weight, its value and its cells; weights can be changed. */

import { report } from "../../shared/announcer.js";
import { ask, gameInfo } from "../../shared/api.js";
import { button, h, put } from "../../shared/dom.js";
import { joinSpec } from "../../shared/forms/option_fields.js";
import { signed } from "../../shared/words.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../shared/api_types.js").Explanation} Explanation */
/** @typedef {import("../../shared/api_types.js").Term} Term */
/** @typedef {import("../../shared/board/board.js").Stroke} Stroke */

/**
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {(cells?: [number, number, number][], strokes?: Stroke[]) => void} tint  shows cells and lines on the board
 */
export function openExplanation(root, game, tint) {
  const select = h("select", { "aria-label": "Heuristic" });
  const about = h("p", { class: "about" });
  const table = h("div", { class: "terms" });
  const total = h("p", { class: "total" });
  const usual = button("Default weights", "undo", () => ((weights = {}), void update()), { class: "quiet" });
  put(root, h("h2", {}, "The evaluation explained"), h("div", { class: "row" }, select, usual), about, table, total);
  /** @type {Record<string, string>} */
  let weights = {};
  let chosen = "";
  let work = new AbortController();
  /** The term whose cells are shown. */
  let shown = "";

  select.addEventListener("change", () => {
    chosen = select.value;
    weights = {};
    void update();
  });

  async function update() {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    try {
      const info = await gameInfo(game.position.game);
      if (!info || signal.aborted) return;
      if (!info.evaluators.some((evaluator) => evaluator.name === chosen)) chosen = info.evaluator;
      const evaluator = info.evaluators.find(({ name }) => name === chosen);
      put(
        select,
        info.evaluators.map(({ name }) => h("option", { value: name, selected: name === chosen }, name)),
      );
      put(about, evaluator?.about ?? "");
      usual.disabled = Object.keys(weights).length === 0;
      if (game.position.over) {
        put(table);
        return put(total, "The game is over, so there is nothing to estimate.");
      }
      const spec = joinSpec(chosen, weights, evaluator?.options ?? []);
      draw(await ask("explain", { ...game.query, eval: spec }, signal));
    } catch (error) {
      if (!signal.aborted) report(error);
    }
    return undefined;
  }

  /** @param {Explanation} found */
  function draw(found) {
    const most = Math.max(1, ...found.terms.map((term) => Math.abs(term.value)));
    const focused = /** @type {HTMLInputElement | null} */ (document.activeElement)?.name;
    put(
      table,
      found.terms.length
        ? h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Term", "Amount", "Weight", "Value"].map((name) => h("th", { scope: "col" }, name)),
            ),
          ),
          h(
            "tbody",
            {},
            found.terms.map((term) => row(term, most)),
          ),
        )
        : h("p", { class: "about" }, "This heuristic has no terms: every unfinished position is level."),
    );
    if (focused) {
      /** @type {HTMLElement | null} */ (table.querySelector(`input[name="${CSS.escape(focused)}"]`))?.focus();
    }
    put(total, h("strong", {}, signed(found.total)), ` for ${game.position.sides[found.to_move]}, who is to move`);
    const still = found.terms.find((term) => term.name === shown);
    if (still) tint(still.cells, strokes(still));
  }

  /** @param {Term} term @param {number} most */
  function row(term, most) {
    const input = h("input", { type: "number", name: `weight-${term.name}`, "aria-label": `Weight of ${term.name}` });
    input.value = String(term.weight);
    input.addEventListener("input", () => {
      if (!/^-?\d+$/.test(input.value)) return;
      weights[term.name] = input.value;
      void update();
    });
    const bar = h("span", { class: `bar ${term.value < 0 ? "bad" : "good"}` });
    bar.style.width = `${Math.round((100 * Math.abs(term.value)) / most)}%`;
    const hasCells = Boolean(term.cells?.length);
    const where = h(
      "button",
      {
        type: "button",
        class: "term",
        title: hasCells ? "Show where on the board" : null,
        disabled: !hasCells,
        "aria-pressed": String(shown === term.name),
        onclick: () => toggle(term),
      },
      term.name.replace(/_/g, " "),
    );
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, where, h("span", { class: "about" }, term.about)),
      h("td", {}, signed(term.amount)),
      h("td", {}, input),
      h("td", { class: "term-value" }, h("span", {}, signed(term.value)), bar),
    );
  }

  /** @param {Term} term */
  function toggle(term) {
    shown = shown === term.name ? "" : term.name;
    tint(shown ? term.cells : undefined, shown ? strokes(term) : undefined);
    for (const each of table.querySelectorAll(".term")) {
      each.setAttribute("aria-pressed", String(each.textContent === shown.replace(/_/g, " ")));
    }
  }

  /** What is counted over several cells, as lines. @param {Term} term @returns {Stroke[]} */
  const strokes = (term) =>
    term.features
      .filter(({ cells }) => cells.length > 1)
      .map(({ cells, amount }) => [cells[0], cells[cells.length - 1], amount]);

  return {
    update: () => void update(),
    close: () => work.abort(),
  };
}
