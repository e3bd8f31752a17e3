/**
 * A tree inside the page: the arrays of a recording, and how they are read.
 *
 * The order is depth first: the first child of a node is node + 1, the next sibling of a child is child + size.
 */

import { NOWHERE } from "../../shared/board/geometry.js";

/** @typedef {import("../tree_types.js").Recording} Recording */

/** The kinds of nodes, by their numbers. */
export const KINDS = /** @type {const} */ (["inner", "terminal", "horizon", "table", "stopped"]);
const INNER = 0;
const STOPPED = 4;
const SIGN_OF = { exact: "", lower: "≥ ", upper: "≤ " };
const OPPOSITE = /** @type {const} */ ({ exact: "exact", lower: "upper", upper: "lower" });
const MEAN_SCALE = 1000; // what the mean of random games was multiplied by
const BOUND_STEPS = { exact: 0, lower: 1, upper: -1 }; // among moves of equal value
const NOT_KNOWN = "…";
const FULL_DEPTH = 1000; // a depth beyond it means: to the end of the game

/** @param {{type: string, data: string}} packed @returns {Promise<ArrayBuffer>} */
async function unpack({ data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

/** @param {{type: string, data: string}} packed */
export async function unpackLines(packed) {
  return new TextDecoder().decode(await unpack(packed)).split("\n");
}

/** The mean of random games, from −1.00 for all lost to +1.00 for all won. @param {number} mean */
function estimateText(mean) {
  const text = Math.abs(mean).toFixed(2);
  return text === "0.00" ? text : `${mean > 0 ? "+" : "−"}${text}`;
}

export class Columns {
  /** @type {Recording} */ recording = /** @type {any} */ (null);
  /** @type {Record<string, Int32Array | Int8Array>} */ #arrays = {};
  /** @type {string[]} */ #changes = [];
  /** @type {string[]} */ #ghosts = [];
  /** @type {string[]} */ #saved = [];
  /** @type {string[]} */ #faults = [];
  /** Whether the root takes the value that is least for the side to move there. */
  takesLeast = false;
  #infinity = 0;
  #never = 0; // a proof number beyond all
  #win = 0;
  /** @type {string[]} */ #rows = [];
  /** @type {import("../../shared/api_types.js").Text[]} */ #texts = [];
  /** @type {Set<number>} */ #principal = new Set();

  /** @param {any} embedded  what the page carries */
  static async from(embedded) {
    const columns = new Columns();
    columns.recording = embedded.recording;
    for (const [name, packed] of Object.entries(embedded.columns)) {
      const buffer = await unpack(/** @type {any} */ (packed));
      columns.#arrays[name] = /** @type {any} */ (packed).type === "i1"
        ? new Int8Array(buffer)
        : new Int32Array(buffer);
    }
    columns.#changes = await unpackLines(embedded.changes);
    columns.#ghosts = await unpackLines(embedded.ghosts);
    columns.#saved = await unpackLines(embedded.saved);
    columns.#faults = await unpackLines(embedded.faults);
    columns.takesLeast = embedded.least;
    columns.#infinity = embedded.infinity;
    columns.#never = embedded.never;
    columns.#win = embedded.win;
    columns.#rows = embedded.board.rows;
    columns.#texts = embedded.board.texts ?? [];
    columns.#principal = new Set(embedded.recording.line);
    return columns;
  }

  get length() {
    return this.#arrays.parent.length;
  }

  /** A number of a node, 0 where the recording has none. @param {string} column @param {number} node */
  get(column, node) {
    return this.#arrays[column]?.[node] ?? 0;
  }

  /** @param {string} column */
  has = (column) => column in this.#arrays;
  /** @param {number} node */
  parent = (node) => this.#arrays.parent[node];
  /** @param {number} node */
  size = (node) => this.#arrays.size[node];
  /** @param {number} node */
  ply = (node) => this.#arrays.ply[node];
  /** @param {number} node */
  value = (node) => this.#arrays.value[node];
  /** @param {number} node */
  kind = (node) => this.#arrays.kind[node];
  /** @param {number} node */
  isMax = (node) => this.ply(node) % 2 === 0;
  /** @param {number} node */
  isStopped = (node) => this.kind(node) === STOPPED;
  /** @param {number} node */
  isPrincipal = (node) => this.#principal.has(node);
  /** @param {number} node */
  isCut = (node) => this.kind(node) === INNER && this.value(node) >= this.get("beta", node);

  /** @param {number} node @returns {number[]} */
  children(node) {
    const found = [];
    for (let child = node + 1; child < node + this.size(node); child += this.size(child)) found.push(child);
    return found;
  }

  /** From the root of its pass to the node. @param {number} node @returns {number[]} */
  path(node) {
    const path = [node];
    for (let above = this.parent(node); above >= 0; above = this.parent(above)) path.push(above);
    return path.reverse();
  }

  /** Whether the same move was searched before. @param {number} node */
  isResearch(node) {
    const parent = this.parent(node);
    if (parent < 0) return false;
    for (let child = parent + 1; child < node; child += this.size(child)) {
      if (this.get("move", child) === this.get("move", node)) return true;
    }
    return false;
  }

  /** What the value is worth, from the view of the side to move. @param {number} node */
  bound(node) {
    if (KINDS[this.kind(node)] === "terminal" || KINDS[this.kind(node)] === "horizon") return "exact";
    if (this.value(node) >= this.get("beta", node)) return "lower";
    return this.value(node) <= this.get("alpha", node) ? "upper" : "exact";
  }

  /**
   * The child a node has its value from, an exact value before a bound; -1 where there is none.
   *
   * @param {number} node
   */
  sourceOf(node) {
    if (this.kind(node) !== INNER) return -1;
    const children = this.children(node);
    if (this.has("visits")) {
      const isSure = (/** @type {number} */ child) => Math.abs(this.value(child)) > this.#win / 2;
      const choice = (/** @type {number} */ child) => isSure(child) ? -Math.sign(this.value(child)) : 0;
      return children.reduce(
        (best, child) =>
          (choice(child) - choice(best) || this.get("visits", child) - this.get("visits", best)) > 0 ? child : best,
        children[0] ?? -1,
      );
    }
    const matching = children.filter((child) => !this.isStopped(child) && -this.value(child) === this.value(node));
    return matching.find((child) => this.bound(child) === "exact") ?? matching[0] ?? -1;
  }

  /** Down to where the value comes from, the node itself first. @param {number} node @returns {number[]} */
  line(node) {
    const line = [];
    for (let at = node; at >= 0; at = this.sourceOf(at)) line.push(at);
    return line;
  }

  /** Where it was played, in the numbers of the search. @param {number} node */
  moveName(node) {
    const move = this.get("move", node);
    return move < 0 ? "" : (this.recording.names[move] ?? String(move));
  }

  /** A value as people read it. @param {number} value */
  points(value) {
    if (Math.abs(value) >= this.#infinity - 1) return value > 0 ? "+∞" : "−∞";
    const points = Math.abs(value) > this.#win / 2 ? Math.round(value / this.#win) : value;
    return points === 0 ? "0" : points > 0 ? `+${points}` : `−${-points}`;
  }

  /** Whether the game is decided: "won" or "lost" for the side to move; empty otherwise. @param {number} node */
  verdict(node) {
    if (this.isStopped(node) || Math.abs(this.value(node)) <= this.#win / 2) return "";
    return this.value(node) > 0 ? "won" : "lost";
  }

  /** From Max's view. @param {number} node @param {number} value  of the side to move there */
  pointsForMax = (node, value) => this.points(this.isMax(node) ? value : -value);

  /** @param {number} node @param {boolean} [forMax]  or for Min */
  valueText(node, forMax = true) {
    if (this.isStopped(node)) return "?";
    const isTheirs = this.isMax(node) === forMax;
    const value = isTheirs ? this.value(node) : -this.value(node);
    if (!this.recording.depth_first) return this.resultText(node, ...this.#enclosure(node), forMax);
    return SIGN_OF[isTheirs ? this.bound(node) : OPPOSITE[this.bound(node)]] + this.points(value);
  }

  /**
   * What encloses the result at the end of the search, and the mean of random games, for the side to move.
   *
   * @param {number} node
   * @returns {[number, number, number | null]}
   */
  #enclosure(node) {
    const value = this.value(node);
    const mean = this.has("visits") ? value / MEAN_SCALE : null;
    if (this.has("low")) return [this.get("low", node), this.get("high", node), mean];
    const result = Math.abs(value) > this.#win / 2 ? Math.round(value / this.#win) : null; // an older recording
    return result === null ? [-1, 1, mean] : [result, result, mean];
  }

  /**
   * What encloses the result, for the side to move: the result, who wins, else the mean or what is known at all.
   *
   * @param {number} node
   * @param {number} low
   * @param {number} high
   * @param {number | null} mean
   * @param {boolean} forMax
   */
  resultText(node, low, high, mean, forMax) {
    const isTheirs = this.isMax(node) === forMax;
    const [least, most] = isTheirs ? [low, high] : [-high, -low];
    if (KINDS[this.kind(node)] === "terminal") return this.points(least);
    if (least === most) return `${this.points(least)} proven`;
    if (least <= 0 && most >= 0 && mean !== null) return estimateText(isTheirs ? mean : -mean);
    if (least + most === 0) return NOT_KNOWN;
    return least + most > 0 ? `≥ ${this.points(least)} proven` : `≤ ${this.points(most)} proven`;
  }

  /**
   * What the move to a node is sorted by, the largest first, as the server has it (`move_order.py`); null without a
   * value.
   *
   * @param {number} node
   */
  merit(node) {
    if (this.isStopped(node)) return null;
    if (!this.recording.depth_first) return this.resultMerit(...this.#enclosure(node));
    return -3 * this.value(node) - BOUND_STEPS[this.bound(node)];
  }

  /** The same, by what encloses the result. @param {number} low @param {number} high @param {number | null} mean */
  resultMerit(low, high, mean) {
    if (low === high) return -3 * low * this.#win;
    if (low <= 0 && high >= 0 && mean !== null) return -3 * Math.round(MEAN_SCALE * mean);
    if (low + high === 0) return null;
    return low + high > 0 ? -3 * low * this.#win - 1 : -3 * high * this.#win + 1;
  }

  /** @param {number} node @param {boolean} [forMax]  or for Min */
  windowText(node, forMax = true) {
    if (!this.recording.has_windows) return "";
    const edges = [this.get("alpha", node), this.get("beta", node)];
    const [low, high] = this.isMax(node) === forMax ? edges : [-edges[1], -edges[0]];
    return `(${this.points(low)}, ${this.points(high)})`;
  }

  /** What differs from the parent's board. @param {number} node @returns {[number, number, string, string | undefined][]} */
  changesOf(node) {
    return (this.#changes[node] ?? "")
      .split(" ")
      .filter(Boolean)
      .map((text) => {
        const [row, column, mark, written] = text.split(",");
        const words = written === undefined ? undefined : decodeURIComponent(written);
        return [Number(row), Number(column), mark === "_" ? NOWHERE : mark, words];
      });
  }

  /** The board at a node. @param {number} node @returns {string[]} */
  rows(node) {
    const marks = this.#rows.map((row) => [...row]);
    for (const step of this.path(node)) {
      for (const [row, column, mark] of this.changesOf(step)) marks[row][column] = mark;
    }
    return marks.map((row) => row.join(""));
  }

  /** What is written on the board at a node. @param {number} node @returns {import("../../shared/api_types.js").Text[]} */
  texts(node) {
    const texts = new Map(this.#texts.map(([row, column, text]) => [`${row},${column}`, text]));
    for (const step of this.path(node)) {
      for (const [row, column, , text] of this.changesOf(step)) {
        if (text !== undefined) texts.set(`${row},${column}`, text);
      }
    }
    return [...texts].filter(([, text]) => text).map(([cell, text]) => {
      const [row, column] = cell.split(",").map(Number);
      return [row, column, text];
    });
  }

  /** The moves never searched, with what each would have cost. @param {number} node */
  ghosts(node) {
    const saved = (this.#saved[node] ?? "").split(" ").map(Number);
    return (this.#ghosts[node] ?? "")
      .split(" ")
      .filter(Boolean)
      .map((move, i) => ({ move: this.recording.names[Number(move)] ?? move, saved: saved[i] ?? saved[0] ?? 0 }));
  }

  /** The faults of a published program that act at a node. @param {number} node */
  faults(node) {
    /** @type {[string, string, string][]} */
    const found = JSON.parse(this.#faults[node] || "[]");
    return found.map(([id, title, here]) => ({ id, title, here }));
  }

  /** The step of the replay from which on the node is there. @param {number} node */
  born = (
    node,
  ) => (this.recording.depth_first ? 2 * node - this.ply(node) : this.has("born") ? this.get("born", node) : 0);

  /** @param {number} node @param {boolean} [forMax] @returns {import("../tree_types.js").Card} */
  card(node, forMax = true) {
    const ghosts = this.ghosts(node);
    const { recording } = this;
    const depth = this.get("depth", node);
    const [visits, mean] = ["visits", "mean"].map((name) => (this.has(name) ? this.get(name, node) : null));
    return {
      node,
      parent: this.parent(node) < 0 ? null : this.parent(node),
      move: this.moveName(node),
      ply: this.ply(node),
      depth: depth > FULL_DEPTH ? null : depth,
      size: this.size(node),
      kind: KINDS[this.kind(node)],
      to_move: this.isMax(node) ? recording.to_move : 1 - recording.to_move,
      value: this.valueText(node, forMax),
      window: this.windowText(node, forMax),
      bound: this.bound(node),
      cut: this.isCut(node),
      research: this.isResearch(node),
      principal: this.isPrincipal(node),
      ghosts: ghosts.map(({ move }) => move),
      saved: ghosts.reduce((sum, ghost) => sum + ghost.saved, 0),
      rows: this.rows(node),
      texts: this.texts(node),
      last: this.parent(node) < 0 ? [] : this.changesOf(node).map(([row, column]) => [row, column]),
      winning: [],
      visits,
      mean: mean === null ? null : mean / 1000,
      proof: this.has("proof") ? this.#numberText(this.get("proof", node)) : null,
      disproof: this.has("disproof") ? this.#numberText(this.get("disproof", node)) : null,
      viewer: forMax ? recording.to_move : 1 - recording.to_move,
      born: this.born(node),
      faults: this.faults(node),
    };
  }

  /** @param {number} number */
  #numberText = (number) => (number >= this.#never ? "∞" : String(number));
}
