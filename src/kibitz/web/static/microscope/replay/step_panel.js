/**
 * One step of the replay: what happens, the board of the node, the windows along the path, the line of the pseudocode,
 * and why. A row of the path selects its node; what is asked is about the node that is shown.
 */

import { KibitzBoard } from "../../shared/board/board.js";
import { button, h, put } from "../../shared/dom.js";
import { withMinus } from "../../shared/words.js";

/** @typedef {import("../tree_types.js").Moment} Moment */
/** @typedef {import("../tree_types.js").Recording} Recording */
/** @typedef {import("../tree_types.js").Card} Card */
/** @typedef {import("../tree_types.js").Source} Source */

/**
 * @param {Source} source
 * @param {{select: (node: number) => void, why: () => void}} told
 */
export function stepPanel(source, told) {
  const { recording } = source;
  const sentence = h("p", { class: "moment-sentence", "aria-live": "polite" });
  const code = h("ol", { class: "pseudocode" });
  const title = h("h3", {});
  const viewedBy = h("p", { class: "about code-view" });
  const path = h("table", { class: "window-path" });
  const board = new KibitzBoard();
  const caption = h("p", { class: "about subject" });
  const reason = h("div", { class: "reason", "aria-live": "polite" });
  const ask = button("Why?", null, () => told.why(), { title: "Why this step (w)", disabled: true });
  const shown = h("div", { class: "moment-board", hidden: true }, h("div", { class: "node-board" }, board), caption);
  const element = h(
    "div",
    { class: "moment-panel" },
    shown,
    h("div", { class: "row questions" }, ask),
    reason,
    path,
    h("div", { class: "moment-code" }, title, viewedBy, code),
  );
  /** @type {Map<string, string>} what each cell showed, so that a change is seen */
  let before = new Map();
  /** @type {Moment | null} */
  let now = null;

  put(
    title,
    recording.pseudocode.title,
    recording.pseudocode.source && h("span", { class: "about" }, ` ${recording.pseudocode.source}`),
  );
  put(
    code,
    recording.pseudocode.lines.map(({ id, text, indent }) => {
      const line = h("li", { "data-line": id }, text);
      line.style.paddingInlineStart = `${1.4 + 1.1 * indent}rem`;
      return line;
    }),
  );

  /** @param {Moment} moment */
  function show(moment) {
    now = moment;
    sentence.textContent = withMinus(moment.sentence);
    put(reason);
    for (const line of code.children) {
      const id = line.getAttribute("data-line");
      const isNow = id !== "" && id === moment.line;
      line.toggleAttribute("aria-current", isNow);
      if (isNow) line.setAttribute("aria-current", "step");
      line.classList.toggle("then", id !== "" && id === moment.then && !isNow);
    }
    showCodeView(moment);
    drawPath(moment);
    setSubject(moment.card);
    keepLineInSight();
  }

  /** The line of the step is seen in the room that the other parts leave. */
  function keepLineInSight() {
    const line = code.querySelector("[aria-current]");
    if (line) scrollWithin(code, /** @type {HTMLElement} */ (line));
  }

  /** The code is written for the side to move; say what that is here. @param {Moment} moment */
  function showCodeView({ path: nodes, card }) {
    const at = nodes[nodes.length - 1];
    const mover = recording.players[card.to_move];
    const [alpha, beta] = at.viewer === card.to_move
      ? [at.alpha_text, at.beta_text]
      : [negated(at.beta_text), negated(at.alpha_text)];
    put(
      viewedBy,
      recording.has_windows &&
        `The code is for the side to move, here ${mover}: alpha ${alpha}, beta ${beta}.`,
    );
  }

  /** @param {Moment} moment */
  function drawPath(moment) {
    const { has_windows, players, to_move, depth_first } = recording;
    const after = new Map();
    const moverOf = (/** @type {import("../tree_types.js").Step} */ at) =>
      [...new Set([at.to_move === to_move ? "Max" : "Min", players[at.to_move]])].join(" ");
    const last = moment.path[moment.path.length - 1];
    const cell = (/** @type {string} */ key, /** @type {string} */ text, kind = "") => {
      after.set(key, text);
      const isChanged = before.has(key) && before.get(key) !== text;
      return h("td", { class: `${kind}${isChanged ? " changed" : ""}`.trim() }, text);
    };
    const view = source.pov === "root" ? `for ${players[to_move]}` : "for the side to move in its row";
    const numbers = depth_first ? "best" : recording.columns.includes("visits") ? "mean, visits" : "proof / disproof";
    const [low, high] = source.pov === "root" && has_windows ? ["at least", "at most"] : ["α", "β"];
    put(
      path,
      h("caption", { class: "small-title" }, `${has_windows ? "Windows" : "Values"} along the path, ${view}`),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Move", "To move", ...(has_windows ? [low, high] : []), numbers, depth_first ? "tried" : "in the tree"].map((
            name,
          ) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        moment.path.map((at) =>
          h(
            "tr",
            { class: at.node === moment.node ? `now ${moment.event}` : "", "data-node": at.node },
            h(
              "th",
              { scope: "row" },
              h(
                "button",
                { type: "button", class: "move", onclick: () => told.select(at.node) },
                at.move || "root",
              ),
            ),
            h("td", { class: "about" }, moverOf(at)),
            has_windows && cell(`${at.node} alpha`, isClosed(at, true) ? "closed" : at.alpha_text, "alpha"),
            has_windows && cell(`${at.node} beta`, isClosed(at, false) ? "closed" : at.beta_text, "beta"),
            cell(`${at.node} best`, at.best_text),
            h("td", { class: "about" }, at.moves ? `${at.tried} of ${at.moves}` : ""),
          )
        ),
      ),
      has_windows && last.closed &&
        h("tfoot", {}, h("tr", {}, h("td", { class: "about", colspan: 6 }, `${last.move || "root"} ${last.closed}`))),
    );
    before = after;
  }

  /** The node that is shown and asked about: that of the step, or one that was selected. @param {Card} card */
  function setSubject(card) {
    if (!now) return;
    const { look, title: game, board: names, players } = recording;
    shown.hidden = false;
    ask.disabled = false;
    const isStep = card.node === now.node;
    board.show({
      board: { ...names, rows: card.rows, texts: card.texts },
      look,
      sides: players,
      label: `${game}, ${card.move ? `after ${card.move}` : "the root"}`,
      last: card.last,
      winning: card.winning,
    });
    put(
      caption,
      card.move ? `After ${card.move}, ` : "The root, ",
      card.kind === "terminal" ? "where the game is over." : `${players[card.to_move]} to move.`,
      !isStep && [
        " The search is at ",
        h(
          "button",
          { type: "button", class: "move", onclick: () => now && told.select(now.node) },
          now.card.move || "the root",
        ),
        ".",
      ],
    );
    for (const row of path.querySelectorAll("tbody tr")) {
      row.toggleAttribute("aria-current", row.getAttribute("data-node") === String(card.node));
    }
    if (reason.dataset.node !== String(card.node)) put(reason);
  }

  /** The answer to *Why?*. @param {number} node @param {string} text @param {(HTMLElement | null)[]} more */
  function answer(node, text, more) {
    reason.dataset.node = String(node);
    put(reason, h("p", { class: "answer" }, withMinus(text)), more);
    keepLineInSight();
  }

  /** Tell nothing of a node, about which somebody is asked; null: all is told. @param {number | null} node */
  function hide(node) {
    element.classList.toggle("asking", node !== null);
    for (const row of path.querySelectorAll("tbody tr")) {
      row.toggleAttribute("data-asked", row.getAttribute("data-node") === String(node));
    }
  }

  function clear() {
    before = new Map();
    now = null;
    put(path);
    put(reason);
    put(viewedBy);
    shown.hidden = true;
    ask.disabled = true;
    sentence.textContent = recording.steps
      ? "Move the slider, press Play, or n for the next cut-off: the search runs again, step by step."
      : recording.replay_note;
    for (const line of code.children) {
      line.removeAttribute("aria-current");
      line.classList.remove("then");
    }
  }

  clear();
  return { element, sentence, show, clear, setSubject, answer, hide };
}

/** Scroll a list, and nothing around it, so that an entry is in sight. @param {HTMLElement} list @param {HTMLElement} entry */
function scrollWithin(list, entry) {
  const [top, bottom] = [entry.offsetTop - list.offsetTop, entry.offsetTop - list.offsetTop + entry.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

/** Whether this edge of a window has met the other: alpha for the side to move, beta for the other one. */
const isClosed = (
  /** @type {import("../tree_types.js").Step} */ { closed, viewer, to_move },
  /** @type {boolean} */ low,
) => closed !== "" && (viewer === to_move) === low;

const OPPOSITE = /** @type {Record<string, string>} */ ({ "+": "−", "−": "+", "≥": "≤", "≤": "≥" });

/** A number with its sign, or a bound, as the other side sees it. @param {string} text */
export const negated = (text) => text.replace(/[+−≥≤]/g, (sign) => OPPOSITE[sign]);
