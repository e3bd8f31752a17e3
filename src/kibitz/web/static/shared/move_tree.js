/**
 * A game with its variations, as the address writes it: other moves stand in parentheses after the move they replace.
 *
 *     4 4 5 (3 5 (6 1) 3) 5
 *
 * Variations are numbered in the order in which they open: 1 begins with 3, and 2 with 6. The main line is number 0.
 */

/**
 * @typedef {object} MoveNode  a move and what follows it; of its children, the first is the main one
 * @property {string} move  empty at the start
 * @property {number} ply  0 at the start
 * @property {number} side  who makes the move; -1 if that is not known
 * @property {number} variation  the line it belongs to
 * @property {MoveNode | null} parent
 * @property {MoveNode[]} children
 */

export class MoveTree {
  /** @type {MoveNode} */
  root = { move: "", ply: 0, side: -1, variation: 0, parent: null, children: [] };
  /** Every move, in the order of the text. @type {MoveNode[]} */
  nodes = [];
  /** The first move of every variation; the main line begins at the root. @type {MoveNode[]} */
  starts = [this.root];

  /** @param {string} text  with a space between any two moves */
  constructor(text) {
    /** @type {MoveNode[]} */
    const replaced = [];
    let at = this.root;
    let isFirst = false; // of a variation
    for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
      if (word === "(") {
        replaced.push(at);
        at = at.parent ?? at;
        isFirst = true;
      } else if (word === ")") at = replaced.pop() ?? at;
      else {
        at = add(at, word);
        at.variation = isFirst ? this.starts.push(at) - 1 : at.variation;
        isFirst = false;
        this.nodes.push(at);
      }
    }
  }

  get hasVariations() {
    return this.starts.length > 1;
  }

  /** The whole line that a variation belongs to, from the first move of the game. @param {number} variation */
  line(variation) {
    /** @type {MoveNode[]} */
    const line = [];
    for (let node = this.starts[variation]; node.parent; node = node.parent) line.unshift(node);
    let last = this.starts[variation];
    while (last.children.length) line.push(last = last.children[0]);
    return line;
  }

  get text() {
    /** @type {string[]} */
    const words = [];
    /** @param {MoveNode} first */
    const write = (first) => {
      /** @type {MoveNode | undefined} */
      let node = first;
      for (; node; node = node.children[0]) {
        words.push(node.move);
        const [main, ...others] = /** @type {MoveNode} */ (node.parent).children;
        for (const other of node === main ? others : []) {
          words.push("(");
          write(other);
          words.push(")");
        }
      }
    };
    if (this.root.children.length) write(this.root.children[0]);
    return words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
  }

  /**
   * The tree after a change to a copy of it, and where a move is now.
   *
   * @param {(copyOf: (node: MoveNode) => MoveNode) => MoveNode} change  returns the move to be found again
   */
  #changed(change) {
    const copy = new MoveTree(this.text);
    const found = change((node) => (node.parent ? copy.nodes[this.nodes.indexOf(node)] : copy.root));
    const path = [];
    for (let at = found; at.parent; at = at.parent) path.unshift(at.move);
    const tree = new MoveTree(copy.text);
    let node = tree.root;
    for (const move of path) node = /** @type {MoveNode} */ (node.children.find((child) => child.move === move));
    return { tree, node };
  }

  /**
   * With one more move; one that is there already is found.
   *
   * @param {MoveNode} node
   * @param {string} move
   * @param {{isMain?: boolean}} [how]  `isMain`: the line with the move becomes the main line
   */
  withMove(node, move, { isMain = false } = {}) {
    return this.#changed((copyOf) => {
      const parent = copyOf(node);
      const found = parent.children.find((child) => child.move === move) ?? add(parent, move);
      for (let at = found; isMain && at.parent; at = at.parent) putFirst(at);
      return found;
    });
  }

  /**
   * With a variation in the place of the line it branches off from.
   *
   * @param {number} variation
   * @param {MoveNode} node  to be found again
   */
  withPromoted(variation, node) {
    return this.#changed((copyOf) => {
      const start = copyOf(this.starts[variation]);
      putFirst(start);
      return copyOf(node);
    });
  }

  /** Without what follows a number of moves of the main line. @param {number} plies */
  cutAfter(plies) {
    return this.#changed((copyOf) => {
      const last = copyOf(plies ? this.line(0)[plies - 1] : this.root);
      last.children = [];
      return last;
    });
  }

  /** Without a variation; the move before it is found. @param {number} variation */
  without(variation) {
    return this.#changed((copyOf) => {
      const start = copyOf(this.starts[variation]);
      const parent = /** @type {MoveNode} */ (start.parent);
      parent.children.splice(parent.children.indexOf(start), 1);
      return parent;
    });
  }
}

/** Of the moves of a position, make this the main one. @param {MoveNode} node */
function putFirst(node) {
  const siblings = /** @type {MoveNode} */ (node.parent).children;
  siblings.unshift(...siblings.splice(siblings.indexOf(node), 1));
}

/** @param {MoveNode} parent @param {string} move */
function add(parent, move) {
  const node = { move, ply: parent.ply + 1, side: -1, variation: parent.variation, parent, children: [] };
  parent.children.push(node);
  return node;
}

/** The moves of one line of a text, without variations. @param {string} text @param {number} variation */
export function lineText(text, variation) {
  if (!text.includes("(")) return text;
  const tree = new MoveTree(text);
  return tree.line(tree.starts[variation] ? variation : 0).map(({ move }) => move).join(" ");
}
