/** The selected node: its board, its path, its numbers, its moves, and answers to two questions about it. */

import { report } from "../../shared/announcer.js";
import { KibitzBoard } from "../../shared/board/board.js";
import { button, h, put } from "../../shared/dom.js";
import { brief, plural, signed, withMinus } from "../../shared/words.js";

/** @typedef {import("../tree_types.js").Detail} Detail */
/** @typedef {import("../tree_types.js").Reason} Reason */
/** @typedef {import("../tree_types.js").Card} Card */

const KIND_WORDS = {
  inner: "inner node",
  terminal: "the game is over",
  horizon: "estimated at the horizon",
  table: "known from the table",
  stopped: "stopped by a limit",
};
const BOUND_WORDS = /** @type {Record<string, string>} */ ({
  exact: "exact",
  lower: "a lower bound: at least this for the side to move",
  upper: "an upper bound: at most this for the side to move",
});

export class NodePanel {
  #board = new KibitzBoard();
  #head = h("div", { class: "node-head" });
  #facts = h("dl", { class: "facts" });
  #reason = h("div", { class: "reason", "aria-live": "polite" });
  #below = h("div", { class: "node-below" });
  #questions = h("div", { class: "row questions" });
  element = h(
    "div",
    { class: "node-panel" },
    this.#head,
    h("div", { class: "node-board" }, this.#board),
    this.#facts,
    this.#questions,
    this.#reason,
    this.#below,
  );
  #node = -1;

  /** @param {import("../microscope.js").Microscope} scope @param {((moves: string) => string) | undefined} linkTo */
  constructor(scope, linkTo) {
    this.scope = scope;
    this.linkTo = linkTo;
  }

  /** @param {Detail} detail */
  show(detail) {
    const { card } = detail;
    const { recording } = this.scope.source;
    if (card.node !== this.#node) put(this.#reason);
    this.#node = card.node;
    this.#showBoard(card);
    put(this.#head, this.#path(detail));
    put(
      this.#facts,
      facts(detail, recording).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
    put(
      this.#questions,
      (card.cut || recording.has_windows) &&
        button("Why cut here?", null, () => void this.#ask("cut"), { disabled: card.kind !== "inner" }),
      button("Why this value?", null, () => void this.#ask("value"), { disabled: card.kind === "stopped" }),
      button("Replay from here", "play", () => void this.scope.replay.goTo(detail.step_entered)),
      this.linkTo && h("a", { href: this.linkTo(detail.moves) }, "Analyse this position"),
    );
    put(this.#below, this.#moves(detail));
  }

  /** @param {Card} card @param {Partial<import("../../shared/board/board.js").Picture>} [over] */
  #showBoard(card, over = {}) {
    const { board, look, title } = this.scope.source.recording;
    this.#board.show({
      board: { ...board, rows: card.rows },
      look,
      label: `${title}, ${card.move ? `after ${card.move}` : "the root"}`,
      last: card.last,
      winning: card.winning,
      ...over,
    });
  }

  /** The moves that lead to the node; each goes to its node. @param {Detail} detail */
  #path({ path, card }) {
    return h(
      "nav",
      { class: "node-path", "aria-label": "Path to the node" },
      path.map(({ node, move }) =>
        h(
          "button",
          {
            type: "button",
            class: "move",
            "aria-current": node === card.node ? "true" : null,
            onclick: () => void this.scope.select(node),
          },
          move || "root",
        )
      ),
    );
  }

  /** What was searched below, and what was not. @param {Detail} detail */
  #moves({ children, ghosts }) {
    if (!children.length && !ghosts.length) return null;
    return h(
      "table",
      { class: "children" },
      h("caption", { class: "small-title" }, "Its moves in search order"),
      h(
        "tbody",
        {},
        children.map((child) =>
          h(
            "tr",
            { class: child.cut ? "cut" : "" },
            h(
              "th",
              { scope: "row" },
              h(
                "button",
                { type: "button", class: "move", onclick: () => void this.scope.select(child.node) },
                child.move + (child.research ? " again" : ""),
              ),
            ),
            h("td", {}, child.value),
            h("td", { class: "about" }, child.window),
            h("td", { class: "number" }, brief(child.size)),
          )
        ),
        ghosts.map(({ move, saved }) =>
          h(
            "tr",
            { class: "ghost-row" },
            h("th", { scope: "row" }, move),
            h("td", { colspan: 2, class: "about" }, "never searched"),
            h("td", { class: "number", title: "nodes this saved, estimated" }, saved ? `−${brief(saved)}` : ""),
          )
        ),
      ),
    );
  }

  /** @param {"cut" | "value"} question */
  async #ask(question) {
    const node = this.#node;
    try {
      const reason = await this.scope.source.why(node, question);
      if (node !== this.#node) return;
      put(
        this.#reason,
        h("p", { class: "answer" }, withMinus(reason.sentence)),
        this.#walk(reason, node),
        terms(reason, this),
      );
    } catch (error) {
      report(error);
    }
  }

  /** The way to the leaf that decided, node by node. @param {Reason} reason @param {number} from */
  #walk({ path, bound }, from) {
    const { scope } = this;
    const steps = path.filter((node) => node !== from);
    const go = (/** @type {number} */ node) => void scope.select(node);
    return h(
      "div",
      { class: "row" },
      bound?.holder !== undefined &&
        bound.holder !== null &&
        button("Where the bound comes from", "back", () => go(/** @type {number} */ (bound.holder)), {
          class: "quiet",
        }),
      steps.length > 0 && button("Next node on the path", "forward", () => go(steps[0]), { class: "quiet" }),
      steps.length > 1 && button("To the leaf", "last", () => go(steps[steps.length - 1]), { class: "quiet" }),
    );
  }

  /** Show where a term sits. @param {[number, number, number][] | undefined} tints */
  tint(tints) {
    const card = this.scope.detail?.card;
    if (card) this.#showBoard(card, { tints });
  }
}

/**
 * @param {Detail} detail
 * @param {import("../tree_types.js").Recording} recording
 * @returns {[string, string | Node][]}
 */
function facts({ card, counts }, recording) {
  /** @type {[string, string | Node][]} */
  const found = [
    ["value", h("strong", { class: "shown-value" }, card.value)],
    ["window", h("span", { class: "shown-window" }, card.window)],
    ["bound", BOUND_WORDS[card.bound]],
    ["kind", card.cut ? "cut-off: a move met the bound" : KIND_WORDS[card.kind]],
    ["to move", recording.players[card.to_move] ?? ""],
    [
      "visits",
      card.visits === null ? "" : `${brief(card.visits)}, mean ${signed(Math.round(100 * (card.mean ?? 0)) / 100)}`,
    ],
    ["proof / disproof", card.proof === null ? "" : `${card.proof} / ${card.disproof}`],
    ["depth", card.depth === null ? "to the end" : `${plural(card.depth, "ply", "plies")} left, ply ${card.ply}`],
    [
      "below",
      counts.nodes > 1 ? `${plural(counts.nodes, "node")}, ${plural(counts.leaves, "leaf", "leaves")}` : "a leaf",
    ],
    ["cut-offs", counts.nodes > 1 && recording.has_windows ? counts.cutoffs.toLocaleString("en") : ""],
    [
      "saved",
      card.saved ? `about ${plural(Math.round(card.saved), "node")} by ${plural(card.ghosts.length, "move")}` : "",
    ],
    ["number", `#${card.node}`],
  ];
  const hasNoBound = recording.columns.length > 0 || card.kind === "terminal" || card.kind === "horizon" ||
    card.kind === "stopped";
  return found.filter(
    ([name, text]) => (text instanceof Node ? text.textContent : text) && !(name === "bound" && hasNoBound),
  );
}

/** The evaluation of the leaf, term by term. @param {Reason} reason @param {NodePanel} panel */
function terms({ terms: found, total }, panel) {
  if (!found.length) return null;
  return h(
    "table",
    { class: "leaf-terms" },
    h("caption", { class: "small-title" }, "The evaluation of the leaf"),
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
      found.map((term) =>
        h(
          "tr",
          { title: term.about, onmouseenter: () => panel.tint(term.cells), onmouseleave: () => panel.tint(undefined) },
          h("th", { scope: "row" }, term.name.replace(/_/g, " ")),
          [term.amount, term.weight, term.value].map((number) => h("td", { class: "number" }, signed(number))),
        )
      ),
    ),
    total !== null &&
      h(
        "tfoot",
        {},
        h("tr", {}, h("th", { scope: "row" }, "Sum"), h("td"), h("td"), h("td", { class: "number" }, signed(total))),
      ),
  );
}
