/**
 * The map in tiles. Each level halves the range of nodes that a tile covers; a missing tile is shown from a coarser
 * one until it arrives, so that a frame never waits for the server.
 */

/** @typedef {import("../tree_types.js").Icicle} Icicle */

const TILE_PIXELS = 768;
const SMALLEST_SPAN = 256; // nodes; a tile of so few is sent without merging
const MAX_KEPT = 160;
const AT_ONCE = 3;
const PATIENCE = 5000; // milliseconds before a tile that failed to load is requested again

/** What a cell is painted with, from the bottom up; the number is the order. */
export const PAINTS = /** @type {const} */ (["max", "min", "terminal", "horizon", "table", "stopped"]);
export const CUT = 1;
export const RESEARCH = 2;
export const PRINCIPAL = 4;
export const ONLY = 8;
export const FAULT = 16;
export const MIN = 32; // Min is to move

/**
 * A tile made ready for painting: cells sorted by paint, so that a frame changes colour a few times only.
 *
 * @typedef {object} Tile
 * @property {number} x0
 * @property {number} x1
 * @property {Float64Array} x
 * @property {Float64Array} width
 * @property {Uint16Array} row
 * @property {Uint8Array} flags
 * @property {Int32Array} move
 * @property {string[]} value
 * @property {string[]} valueForMin
 * @property {number[]} born  the step from which on a cell is there; empty for a search that goes depth first
 * @property {number[]} starts  where each paint begins, and the end
 * @property {Icicle["merged"]} merged
 * @property {number} used
 */

export class IcicleTiles {
  /** @type {Map<string, Tile>} */ #kept = new Map();
  /** @type {Map<string, () => void>} wanted in the last frame, most important first */ #wanted = new Map();
  /** @type {Set<string>} */ #coming = new Set();
  /** @type {Map<string, number>} when a tile failed to load */ #failed = new Map();
  #clock = 0;
  #base;

  /**
   * @param {import("../tree_types.js").Source} source
   * @param {number} root
   * @param {number} size  of its subtree
   * @param {(error?: unknown) => void} arrived
   */
  constructor(source, root, size, arrived) {
    this.source = source;
    this.root = root;
    this.size = size;
    this.arrived = arrived;
    this.#base = 2 ** Math.ceil(Math.log2(Math.max(size, SMALLEST_SPAN)));
  }

  /**
   * The tiles that cover a range of nodes, each with the part it paints.
   *
   * @param {number} x0
   * @param {number} x1
   * @param {number} scale  pixels a node
   * @returns {{tile: Tile, from: number, to: number}[]}
   */
  cover(x0, x1, scale) {
    const deepest = Math.log2(this.#base / SMALLEST_SPAN);
    const level = Math.min(deepest, Math.max(0, Math.ceil(Math.log2((this.#base * scale) / TILE_PIXELS))));
    const span = this.#base / 2 ** level;
    this.#wanted.clear();
    this.#clock++;
    const parts = [];
    const last = Math.ceil(Math.min(x1, this.size) / span);
    for (let index = Math.floor(Math.max(0, x0) / span); index < last; index++) {
      const tile = this.#best(level, index);
      if (tile) parts.push({ tile, from: index * span, to: (index + 1) * span });
    }
    this.#fetch();
    return parts;
  }

  /**
   * The tile, or the nearest coarser one that is loaded.
   *
   * @param {number} level
   * @param {number} index
   * @returns {Tile | null}
   */
  #best(level, index) {
    for (let [at, place] = [level, index]; at >= 0; at--, place >>= 1) {
      const key = `${at}/${place}`;
      const tile = this.#kept.get(key);
      if (tile) {
        tile.used = this.#clock;
        return tile;
      }
      if (at === level || at === 0) this.#want(key, at, place);
    }
    return null;
  }

  /** @param {string} key @param {number} level @param {number} index */
  #want(key, level, index) {
    const span = this.#base / 2 ** level;
    const [x0, x1] = [index * span, Math.min((index + 1) * span, this.size)];
    const pixels = span <= SMALLEST_SPAN ? 16 * span : TILE_PIXELS;
    this.#wanted.set(key, () => {
      this.#coming.add(key);
      this.source
        .icicle(this.root, x0, x1, Math.max(1, Math.round((pixels * (x1 - x0)) / span)))
        .then((found) => {
          this.#kept.set(key, this.#prepare(found, x0, x1));
          this.#forget();
          this.arrived();
        })
        .catch((error) => {
          this.#failed.set(key, performance.now());
          this.arrived(error);
        })
        .finally(() => {
          this.#coming.delete(key);
          this.#fetch();
        });
    });
  }

  #fetch() {
    for (const [key, start] of this.#wanted) {
      if (this.#coming.size >= AT_ONCE) return;
      const hasFailed = performance.now() - (this.#failed.get(key) ?? -Infinity) < PATIENCE;
      if (!this.#coming.has(key) && !this.#kept.has(key) && !hasFailed) start();
    }
  }

  #forget() {
    if (this.#kept.size <= MAX_KEPT) return;
    const oldest = [...this.#kept].sort(([, a], [, b]) => a.used - b.used).slice(0, MAX_KEPT / 4);
    for (const [key] of oldest) if (key !== "0/0") this.#kept.delete(key);
  }

  /** @param {Icicle} found @param {number} x0 @param {number} x1 @returns {Tile} */
  #prepare(found, x0, x1) {
    const paintOf = (/** @type {number} */ i) => (found.kind[i] ? found.kind[i] + 1 : found.flags[i] & MIN ? 1 : 0);
    const order = Array.from(found.id, (_, i) => i).sort((a, b) => paintOf(a) - paintOf(b));
    const count = order.length;
    const tile = {
      x0,
      x1,
      x: new Float64Array(count),
      width: new Float64Array(count),
      row: new Uint16Array(count),
      flags: new Uint8Array(count),
      move: new Int32Array(count),
      value: order.map((i) => found.value[i]),
      valueForMin: order.map((i) => found.value_for_min[i]),
      born: found.born?.length ? order.map((i) => found.born[i]) : [],
      starts: PAINTS.map((_, paint) => order.findIndex((i) => paintOf(i) >= paint)).map((at) => (at < 0 ? count : at)),
      merged: found.merged,
      used: this.#clock,
    };
    order.forEach((i, place) => {
      tile.x[place] = found.id[i] - this.root;
      tile.width[place] = found.size[i];
      tile.row[place] = found.ply[i];
      tile.flags[place] = found.flags[i];
      tile.move[place] = found.move[i];
    });
    tile.starts.push(count);
    return tile;
  }

  get isBusy() {
    return this.#coming.size > 0;
  }
}
