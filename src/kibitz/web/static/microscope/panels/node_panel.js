/** The selected node: its board, its path, its numbers, its moves, and answers to two questions about it. */

import { report } from "../../shared/announcer.js";
import { KibitzBoard } from "../../shared/board/board.js";
import { button, h, put } from "../../shared/dom.js";
import { brief, signed, withMinus } from "../../shared/words.js";
import { NOT_KNOWN } from "../picture/knowledge.js";
import { faultNotes } from "./faults.js";
import { nodeFacts } from "./node_facts.js";

/** @typedef {import("../tree_types.js").Detail} Detail */
/** @typedef {import("../tree_types.js").Reason} Reason */
/** @typedef {import("../tree_types.js").Card} Card */
/** @typedef {Detail["children"][number]} Child */

export class NodePanel {
  #board = new KibitzBoard();
  #head = h("div", { class: "node-head" });
  #when = h("p", { class: "about" });
  #faults = h("div", { class: "node-faults" });
  /** @type {Detail | null} */ #detail = null;
  #facts = h("dl", { class: "facts" });
  #reason = h("div", { class: "reason", "aria-live": "polite" });
  #below = h("div", { class: "node-below" });
  #questions = h("div", { class: "row questions" });
  element = h(
    "div",
    { class: "node-panel" },
    this.#head,
    this.#when,
    this.#faults,
    h("div", { class: "node-board" }, this.#board),
    this.#facts,
    this.#questions,
    this.#reason,
    this.#below,
  );
  #node = -1;
  #isBestFirst = true;

  /** @param {import("../microscope.js").Microscope} scope @param {((moves: string) => string) | undefined} linkTo */
  constructor(scope, linkTo) {
    this.scope = scope;
    this.linkTo = linkTo;
  }

  /** @param {Detail} detail */
  show(detail) {
    const { card } = detail;
    const { recording } = this.scope.source;
    const { known } = this.scope.view;
    this.#detail = detail;
    if (card.node !== this.#node) put(this.#reason);
    this.#node = card.node;
    this.#showBoard(card);
    put(this.#head, this.#path(detail));
    put(
      this.#when,
      known.step !== null && `At step ${(known.step + 1).toLocaleString("en")} of the search.`,
    );
    put(this.#faults, known.isDone(card) ? faultNotes(card) : []);
    put(
      this.#facts,
      nodeFacts(detail, recording, known).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    );
    put(
      this.#questions,
      (card.cut || recording.has_windows) &&
        button("Why cut here?", null, () => void this.#ask("cut"), {
          disabled: card.kind !== "inner" || !known.isDone(card),
        }),
      button("Why this value?", null, () => void this.#ask("value"), {
        disabled: card.kind === "stopped" || !known.isDone(card),
      }),
      recording.steps > 0 &&
        button("Replay from here", "play", () => void this.scope.replay.goTo(detail.step_entered)),
      this.linkTo && detail.moves !== null && h("a", { href: this.linkTo(detail.moves) }, "Analyse this position"),
    );
    put(this.#below, this.#moves(detail));
  }

  /** Show the node once more: the numbers of the step have arrived. */
  refresh() {
    if (this.#detail) this.show(this.#detail);
  }

  /** @param {Card} card @param {Partial<import("../../shared/board/board.js").Picture>} [over] */
  #showBoard(card, over = {}) {
    const { board, look, title, players } = this.scope.source.recording;
    this.#board.show({
      board: { ...board, rows: card.rows, texts: card.texts },
      look,
      sides: players,
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
  #moves({ children, ghosts, saved_exactly, card }) {
    const { known } = this.scope.view;
    const { recording } = this.scope.source;
    const searched = children.filter((child) => known.step === null || child.born <= known.step);
    if (this.#isBestFirst) searched.sort((a, b) => this.#merit(b, card) - this.#merit(a, card));
    const skipped = known.isDone(card) ? ghosts : [];
    if (!searched.length && !skipped.length) return null;
    return h(
      "table",
      { class: "children" },
      h(
        "caption",
        {},
        h("span", { class: "small-title" }, `Its moves, values for ${recording.players[card.viewer]}: `),
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            title: "Change the order",
            onclick: () => ((this.#isBestFirst = !this.#isBestFirst), this.refresh()),
          },
          this.#isBestFirst ? `best for ${recording.players[card.to_move]} first` : "in search order",
        ),
      ),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Move", "Value", noteName(recording), "Nodes"].map((name) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        searched.map((child) =>
          h(
            "tr",
            { class: child.cut && this.#isDone(child) ? "cut" : "" },
            h(
              "th",
              { scope: "row" },
              h(
                "button",
                { type: "button", class: "move", onclick: () => void this.scope.select(child.node) },
                child.move + (child.research ? " again" : ""),
              ),
            ),
            h("td", {}, this.#childValue(child, card)),
            h("td", { class: "about" }, this.#childNote(child, card)),
            h("td", { class: "number" }, known.step === null || this.#isDone(child) ? brief(child.size) : ""),
          )
        ),
        skipped.map(({ move, saved }) =>
          h(
            "tr",
            { class: "ghost-row" },
            h("th", { scope: "row" }, move),
            h(
              "td",
              { colspan: 2, class: "about" },
              "never searched ",
              card.cut && button("Why?", null, () => void this.#ask("cut", move), { class: "quiet" }),
            ),
            h("td", { class: "number" }, saved ? `${saved_exactly ? "" : "about "}${brief(saved)} saved` : ""),
          )
        ),
      ),
    );
  }

  /** What the moves are sorted by; those without a value come last. @param {Child} child @param {Card} above */
  #merit(child, above) {
    return this.scope.view.known.merit({ ...child, ply: above.ply + 1 }) ?? -Number.MAX_SAFE_INTEGER;
  }

  /** @param {Child} child */
  #isDone({ done }) {
    const { known } = this.scope.view;
    return known.step === null || !known.isDepthFirst || done <= known.step;
  }

  /** @param {Child} child @param {Card} above */
  #childValue(child, above) {
    const { known } = this.scope.view;
    if (known.isDepthFirst || known.step === null) return this.#isDone(child) ? child.value : NOT_KNOWN;
    return known.valueAtStep({ ...child, ply: above.ply + 1 }, this.#isForMax(above));
  }

  /** @param {Child} child @param {Card} above */
  #childNote(child, above) {
    const { known } = this.scope.view;
    const note = known.noteAtStep({ ...child, ply: above.ply + 1 }, this.#isForMax(above));
    if (note !== null) return note;
    return child.visits === null || child.visits === undefined ? child.window : `${brief(child.visits)} visits`;
  }

  /** Whether the values of the panel are for the side to move at the root. @param {Card} card */
  #isForMax = ({ viewer }) => viewer === this.scope.source.recording.to_move;

  /** @param {"cut" | "value"} question @param {string} [move]  that was never searched */
  async #ask(question, move) {
    const node = this.#node;
    try {
      const reason = await this.scope.source.why(node, question);
      if (node !== this.#node) return;
      put(
        this.#reason,
        h("p", { class: "answer" }, move ? `${move} was never searched. ` : "", withMinus(reason.sentence)),
        this.pointers(reason, node),
        terms(reason, this),
      );
    } catch (error) {
      report(error);
    }
  }

  /** The way to the leaf that decided, node by node. @param {Reason} reason @param {number} from */
  pointers({ path, bound }, from) {
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

/** What stands beside the value of a move. @param {import("../tree_types.js").Recording} recording */
const noteName = ({ has_windows, columns }) =>
  has_windows ? "Window" : columns.includes("visits") ? "Visits" : columns.length ? "Proof / disproof" : "";

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
