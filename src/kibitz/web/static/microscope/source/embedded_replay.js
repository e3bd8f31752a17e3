/**
 * The replay inside the page: every step was written beforehand (`embedded_replay.py`). What stood on the path at a step
 * is what was last written about each of its nodes, and likewise what was known of a node.
 */

/** @typedef {import("./embedded_tree.js").EmbeddedTree} EmbeddedTree */
/** @typedef {import("../tree_types.js").Moment} Moment */
/** @typedef {import("../tree_types.js").NumbersAtStep} NumbersAtStep */
/** @typedef {[number, string, string, string, string, number, number]} Row */

export class EmbeddedReplay {
  #now = -1;
  /** @type {Map<number, NumbersAtStep>} after that step */ #known = new Map();
  /** @type {number[]} of a search that goes depth first, the node of every step */ #nodes = [];

  /** @param {EmbeddedTree} tree @param {import("./packed_records.js").Records} steps */
  constructor(tree, steps) {
    this.tree = tree;
    this.steps = steps;
    this.count = tree.recording.steps;
    this.isDepthFirst = tree.recording.depth_first;
    if (this.isDepthFirst) this.#listNodes();
  }

  /** The search enters the nodes by their numbers, and leaves a node after all below it. */
  #listNodes() {
    /** @type {number[]} */
    const open = [];
    const leave = (/** @type {number} */ above) => {
      while (open.length && open[open.length - 1] !== above) this.#nodes.push(/** @type {number} */ (open.pop()));
    };
    for (let node = 0; node < this.tree.recording.nodes; node++) {
      leave(this.tree.parent(node));
      open.push(node);
      this.#nodes.push(node);
    }
    leave(-1);
  }

  /** The nodes on the way to that of a step, which is the last. @param {number} step @returns {number[]} */
  path = (step) => this.isDepthFirst ? this.tree.path(this.#nodes[step]) : this.steps.get("path", step);

  /** @param {number} step */
  nodeAt = (step) => this.path(step)[this.path(step).length - 1];

  /** @param {number} step @param {(node: number) => boolean} forMax  whether values at a node are for Max @returns {Moment} */
  momentAt(step, forMax) {
    const { tree, steps } = this;
    const path = this.path(step);
    const node = path[path.length - 1];
    const isForMax = forMax(node);
    const below = tree.recording.columns.includes("visits") ? [] : tree.children(node);
    return {
      step,
      event: steps.get("event", step),
      node,
      line: steps.get("line", step),
      then: steps.get("then", step),
      sentence: steps.get(isForMax ? "sentence" : "sentence_for_min", step),
      path: path.map((at) => this.#standing(at, step, forMax(at))),
      card: tree.card(node, isForMax),
      known: this.isDepthFirst ? [] : this.known(step, [...path, ...below]),
    };
  }

  /**
   * A node on the path as it stood at a step.
   *
   * @param {number} node
   * @param {number} step
   * @param {boolean} forMax
   * @returns {import("../tree_types.js").Step}
   */
  #standing(node, step, forMax) {
    const { tree } = this;
    const name = forMax ? "rows" : "rows_for_min";
    /** @type {Row[]} */
    const rows = this.steps.get(name, this.isDepthFirst ? this.#lastChange(node, step) : step);
    const [, alpha_text, beta_text, best_text, closed, tried, moves] = /** @type {Row} */ (
      rows.find(([at]) => at === node)
    );
    const { move, ply, size, to_move, viewer } = tree.card(node, forMax);
    return { node, move, ply, size, alpha_text, beta_text, best_text, closed, tried, moves, to_move, viewer };
  }

  /** The last step that changed a node: it was entered, or a child was left. @param {number} node @param {number} step */
  #lastChange(node, step) {
    const left = this.tree.children(node).map((child) => this.tree.nodes.get("done", child));
    return left.filter((at) => at <= step).pop() ?? this.tree.cards.get("born", node);
  }

  /** What was known of some nodes after a step. @param {number} step @param {number[]} nodes @returns {NumbersAtStep[]} */
  known(step, nodes) {
    if (step < this.#now) {
      this.#known.clear();
      this.#now = -1;
    }
    while (this.#now < step) {
      for (
        const [node, there, value, note, merit, value_for_min, note_for_min] of this.steps.get("known", ++this.#now)
      ) {
        this.#known.set(node, { node, there, value, note, merit, value_for_min, note_for_min });
      }
    }
    const missing = { there: false, value: "…", note: "", merit: null, value_for_min: "…", note_for_min: "" };
    return nodes.map((node) => this.#known.get(node) ?? { node, ...missing });
  }

  /** The next step, or the last before, at which what is wanted happens; -1 if never. */
  seek(/** @type {import("../tree_types.js").SeekRequest} */ { step, direction, wanted, what }) {
    const { tree } = this;
    const enters = (/** @type {number} */ at) => !this.isDepthFirst || this.steps.get("event", at) === "enter";
    const isMove = (/** @type {number} */ node) => tree.cards.get("move", node).toLowerCase() === what.toLowerCase();
    const number = Number(what.replace("−", "-"));
    const typed = /** @type {Record<string, (at: number) => boolean>} */ ({
      move: (at) => enters(at) && (this.isDepthFirst ? isMove(this.nodeAt(at)) : this.path(at).some(isMove)),
      depth: (at) => enters(at) && tree.cards.get("ply", this.nodeAt(at)) === number,
      value: (at) => !enters(at) && tree.nodes.get("points", this.nodeAt(at)) === number,
    });
    const happens = typed[wanted] ?? ((at) => this.steps.get("happens", at).split(" ").includes(wanted));
    for (let at = step + direction; at >= 0 && at < this.count; at += direction) {
      if (happens(at)) return at;
    }
    return -1;
  }
}
