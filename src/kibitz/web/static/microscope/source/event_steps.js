/**
 * The replay of a search that does not go depth first, inside the page: its steps were worked out when the page was
 * written (`embedded_replay.py`); what was known of a node at a step follows from the changes up to there.
 */

import { negated } from "../replay/step_panel.js";

/** @typedef {import("./tree_arrays.js").Columns} Columns */
/** @typedef {import("../tree_types.js").Moment} Moment */
/** @typedef {import("../tree_types.js").NumbersAtStep} NumbersAtStep */

/** The columns of text, one line a step. @typedef {Record<string, string[]>} Texts */

export class EventSteps {
  #now = -1;
  /** @type {Map<number, NumbersAtStep>} after that step */ #known = new Map();

  /** @param {Columns} tree @param {Texts} texts */
  constructor(tree, texts) {
    this.tree = tree;
    this.texts = texts;
    this.hasVisits = tree.has("visits");
  }

  /** What was known of some nodes after a step. @param {number} step @param {number[]} nodes @returns {NumbersAtStep[]} */
  known(step, nodes) {
    if (step < this.#now) {
      this.#known.clear();
      this.#now = -1;
    }
    while (this.#now < step) {
      for (const each of this.#changes(++this.#now)) this.#known.set(each.node, each);
    }
    const missing = { there: false, value: "…", note: "", merit: null };
    return nodes.map((node) => this.#known.get(node) ?? { node, ...missing });
  }

  /** @param {number} step @returns {NumbersAtStep[]} */
  #changes(step) {
    return JSON.parse(this.texts.known[step]).map(
      (/** @type {[number, string, string, number | null]} */ [node, value, note, merit]) => ({
        node,
        there: true,
        value,
        note,
        merit,
      }),
    );
  }

  /** @param {number} step @param {(node: number) => boolean} forMax  whether values at a node are for Max @returns {Moment} */
  momentAt(step, forMax) {
    const { tree, texts } = this;
    const path = this.#path(step);
    const node = path[path.length - 1];
    const [line = "", then = ""] = texts.code[step].split(" ");
    const known = this.known(step, [...path, ...(this.hasVisits ? [] : tree.children(node))]);
    return {
      step,
      of_pass: 0,
      event: this.hasVisits ? "simulate" : "update",
      node,
      line,
      then,
      sentence: (forMax(node) ? texts.sentence : texts.theirs)[step],
      path: path.map((at, i) => this.#standing(at, step, known[i], forMax(at))),
      changed: "",
      card: tree.card(node, forMax(node)),
      known,
      changes_all: false,
    };
  }

  /** Why the search does what it does at a step. @param {number} step @param {(node: number) => boolean} forMax */
  why(step, forMax) {
    const path = this.#path(step);
    const sentence = (forMax(path[path.length - 1]) ? this.texts.why : this.texts.their_why)[step];
    return { path, refutation: null, bound: null, leaf: null, terms: [], total: null, sentence };
  }

  /** The nodes on the way to that of a step. @param {number} step */
  #path = (step) => this.texts.path[step].split(" ").map(Number);

  /**
   * @param {number} node
   * @param {number} step
   * @param {NumbersAtStep} known
   * @param {boolean} forMax
   * @returns {import("../tree_types.js").Step}
   */
  #standing(node, step, known, forMax) {
    const { tree } = this;
    const value = forMax ? known.value : negated(known.value);
    const note = forMax || this.hasVisits ? known.note : known.note.split(" / ").reverse().join(" / ");
    const children = tree.children(node);
    return {
      node,
      move: tree.moveName(node),
      ply: tree.ply(node),
      size: tree.size(node),
      alpha: null,
      beta: null,
      best: null,
      alpha_text: "−∞",
      beta_text: "+∞",
      best_text: this.hasVisits ? `${value}, ${note}` : note,
      tried: children.filter((child) => tree.get("born", child) <= step).length,
      moves: tree.get("legal", node),
      viewer: forMax ? tree.recording.to_move : 1 - tree.recording.to_move,
    };
  }

  /** The next step, or the last before, at which what is wanted happens; -1 if never. */
  seek(/** @type {import("../tree_types.js").SeekRequest} */ { step, direction, wanted, what }) {
    const { tree } = this;
    const last = (/** @type {number} */ at) => this.#path(at)[this.#path(at).length - 1];
    const happens = /** @type {Record<string, (at: number) => boolean>} */ ({
      move: (at) => this.#path(at).some((node) => tree.moveName(node).toLowerCase() === what.toLowerCase()),
      depth: (at) => tree.ply(last(at)) === Number(what),
      leaf: (at) => ["terminal", "horizon"].includes(tree.card(last(at)).kind),
      proven: (at) => tree.get("proves", at) === 1,
    })[wanted];
    for (let at = step + direction; at >= 0 && at < tree.recording.steps; at += direction) {
      if (happens(at)) return at;
    }
    return -1;
  }
}
