/** One step of the replay: what happens, the line of the pseudocode, and alpha and beta along the path. */

import { h, put } from "../../shared/dom.js";
import { withMinus } from "../../shared/words.js";

/** @typedef {import("../tree_types.js").Moment} Moment */
/** @typedef {import("../tree_types.js").Recording} Recording */

export function stepPanel() {
  const sentence = h("p", { class: "moment-sentence" });
  const code = h("ol", { class: "pseudocode" });
  const title = h("h3", {});
  const path = h("table", { class: "window-path" });
  const element = h("div", { class: "moment-panel" }, sentence, path, h("div", {}, title, code));
  /** @type {Map<string, string>} what each cell showed, so that a change is seen */
  let before = new Map();

  /** @param {Recording} recording */
  function setCode({ pseudocode }) {
    put(title, pseudocode.title, pseudocode.source && h("span", { class: "about" }, ` ${pseudocode.source}`));
    put(
      code,
      pseudocode.lines.map(({ id, text, indent }) => {
        const line = h("li", { "data-line": id }, text);
        line.style.paddingInlineStart = `${1.4 + 1.1 * indent}rem`;
        return line;
      }),
    );
    clear();
  }

  /** @param {Moment} moment @param {Recording} recording */
  function show(moment, { has_windows, players, to_move }) {
    sentence.textContent = withMinus(moment.sentence);
    for (const line of code.children) {
      const id = line.getAttribute("data-line");
      const isNow = id !== "" && id === moment.line;
      line.toggleAttribute("aria-current", isNow);
      if (isNow) line.setAttribute("aria-current", "step");
      line.classList.toggle("then", id !== "" && id === moment.then && !isNow);
    }
    const after = new Map();
    const cell = (/** @type {string} */ key, /** @type {string} */ text, kind = "") => {
      after.set(key, text);
      const isChanged = before.has(key) && before.get(key) !== text;
      return h("td", { class: `${kind}${isChanged ? " changed" : ""}`.trim() }, text);
    };
    put(
      path,
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Move", "Side", ...(has_windows ? ["α", "β"] : []), "best", "tried"].map((name) =>
            h("th", { scope: "col" }, name)
          ),
        ),
      ),
      h(
        "tbody",
        {},
        moment.path.map((at) =>
          h(
            "tr",
            { class: at.node === moment.node ? `now ${moment.event}` : "" },
            h("th", { scope: "row" }, at.move || "root"),
            h("td", { class: "about" }, at.ply % 2 ? `Min ${players[1 - to_move]}` : `Max ${players[to_move]}`),
            has_windows && cell(`${at.node} alpha`, at.alpha_text, "alpha"),
            has_windows && cell(`${at.node} beta`, at.beta_text, "beta"),
            cell(`${at.node} best`, at.best_text),
            h("td", { class: "about" }, `${at.tried} of ${at.moves}`),
          )
        ),
      ),
    );
    before = after;
  }

  function clear() {
    before = new Map();
    put(path);
    sentence.textContent =
      "Move the slider, press Play, or n for the next cut-off: the search runs again, step by step.";
    for (const line of code.children) {
      line.removeAttribute("aria-current");
      line.classList.remove("then");
    }
  }

  return { element, setCode, show, clear };
}
