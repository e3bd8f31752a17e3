/** The pieces on a board: what changes between two positions comes, goes, moves, turns or is sown, one after the other. */

import { ARRIVED, enter, flip, leave, removePiece, slide } from "./animation.js";
import { put, s } from "../dom.js";
import { EMPTY, NOWHERE } from "./geometry.js";
import { sideOf } from "./pieces.js";
import { canSow, showSowing } from "./sowing.js";

/** @typedef {import("../api_types.js").Cell} Cell */
/** @typedef {import("../api_types.js").BoardView} BoardView */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./skins.js").Skin} Skin */
/** @typedef {{mark: string, text: string, piece: SVGGElement}} Standing */

/** @param {string} key @returns {Cell} */
const cellOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));

const TOGETHER = 90; // milliseconds between pieces that leave in one move

export class PieceLayer {
  #motion;
  #layer;
  /** @type {Map<string, Standing>} by cell */
  #pieces = new Map();

  /** @param {SVGGElement} layer @param {import("./motion.js").Motion} motion */
  constructor(layer, motion) {
    this.#layer = layer;
    this.#motion = motion;
  }

  /** Take all pieces away. */
  clear() {
    this.#motion.finish();
    this.#pieces.clear();
    put(this.#layer);
  }

  /** @param {string} key @returns {SVGGElement | undefined} */
  at(key) {
    return this.#pieces.get(key)?.piece;
  }

  get all() {
    return [...this.#pieces.values()].map(({ piece }) => piece);
  }

  /**
   * Show the pieces of a position.
   *
   * @param {BoardView} board
   * @param {{geometry: Geometry, skin: Skin, path?: Cell[], atOnce: boolean, isDropped: boolean}} how
   *   `path`: of the last move; `isDropped`: a person has dragged the piece to where it goes
   */
  show(board, { geometry, skin, path = [], atOnce, isDropped }) {
    const wanted = this.#listPieces(board, geometry);
    const changed = [...wanted].filter(([key, { mark, text }]) => {
      const old = this.#pieces.get(key);
      return old?.mark !== mark || old.text !== text;
    });
    const gone = [...this.#pieces].filter(([key]) => !wanted.has(key)).reverse();
    if (!changed.length && !gone.length) return;
    this.#motion.finish();
    /** @param {string} key @param {string} mark @param {string} text */
    const draw = (key, mark, text) => {
      const [row, column] = cellOf(key);
      return skin.piece(mark, { row, column, rows: board.rows, text, geometry });
    };
    if (!atOnce && this.#sow(wanted, path, geometry, draw)) return;
    const hasSeeds = geometry.shape === "pits";
    /** @type {[string, SVGGElement][]} new where nothing stood */
    const come = [];
    /** @type {[string, SVGGElement, SVGGElement][]} where a piece of the other side stood */
    const turn = [];
    for (const [key, { mark, text }] of changed) {
      const old = this.#pieces.get(key);
      const piece = s("g", { class: "piece" }, draw(key, mark, text));
      const [x, y] = geometry.at(...cellOf(key));
      this.#layer.append(s("g", { transform: `translate(${x} ${y})` }, piece));
      this.#pieces.set(key, { mark, text, piece });
      const isSame = old && (hasSeeds || sideOf(old.mark) === sideOf(mark)); // drawn otherwise, as a king is
      if (!old) come.push([key, piece]);
      else if (atOnce || isSame) removePiece(old.piece);
      else turn.push([key, old.piece, piece]);
    }
    for (const [key] of gone) this.#pieces.delete(key);
    if (atOnce) return gone.forEach(([, { piece }]) => removePiece(piece));
    const arriving = [...come.map(([key]) => key), ...turn.map(([key]) => key)];
    const mover = this.#findMover(arriving, gone);
    if (mover) {
      this.#slide(mover, arriving[0], geometry, isDropped);
      if (turn.length) leave(this.#motion, turn[0][1], ARRIVED); // what stood there is taken
    } else {
      const origin = come[0]?.[0];
      for (const [key, piece] of hasSeeds ? [] : come) {
        const [row, column] = cellOf(key);
        const delay = geometry.canHold(row, column) ? 0 : ARRIVED; // what a line encloses comes after it
        enter(this.#motion, piece, skin.enter, { row, head: skin.head, delay });
      }
      for (const [key, old, piece] of turn) {
        flip(this.#motion, old, piece, origin ? distance(cellOf(origin), cellOf(key)) : 0);
      }
    }
    const first = arriving.length ? ARRIVED : 0;
    let order = 0;
    for (const [key, { piece }] of gone) {
      if (key === mover) removePiece(piece);
      else leave(this.#motion, piece, first + TOGETHER * order++);
    }
    return undefined;
  }

  /**
   * @param {BoardView} board
   * @param {Geometry} geometry
   * @returns {Map<string, {mark: string, text: string}>}
   */
  #listPieces({ rows, texts = [] }, { shape }) {
    const written = new Map(shape === "pits" ? texts.map(([row, column, text]) => [`${row},${column}`, text]) : []);
    const found = new Map();
    rows.forEach((marks, row) => {
      [...marks].forEach((mark, column) => {
        const key = `${row},${column}`;
        const text = written.get(key) ?? "";
        if (mark !== NOWHERE && (mark !== EMPTY || text)) found.set(key, { mark, text });
      });
    });
    return found;
  }

  /** Where the piece came from, if one piece has moved. @param {string[]} arriving @param {[string, Standing][]} gone */
  #findMover(arriving, gone) {
    if (arriving.length !== 1) return null;
    const side = sideOf(this.#pieces.get(arriving[0])?.mark ?? "");
    const left = gone.filter(([, { mark }]) => sideOf(mark) === side);
    return side >= 0 && left.length === 1 ? left[0][0] : null;
  }

  /** @param {string} from @param {string} to @param {Geometry} geometry @param {boolean} isDropped */
  #slide(from, to, geometry, isDropped) {
    const [[fromX, fromY], [x, y]] = [geometry.at(...cellOf(from)), geometry.at(...cellOf(to))];
    const piece = this.at(to);
    if (piece && !isDropped) slide(this.#motion, piece, fromX - x, fromY - y);
  }

  /**
   * Sow seeds one by one, if that is what has happened.
   *
   * @param {Map<string, {mark: string, text: string}>} wanted
   * @param {Cell[]} path
   * @param {Geometry} geometry
   * @param {(key: string, mark: string, text: string) => Element[]} draw
   */
  #sow(wanted, path, geometry, draw) {
    if (geometry.shape !== "pits") return false;
    const before = countSeeds(this.#pieces);
    const after = countSeeds(wanted);
    if (!canSow(path, before, after)) return false;
    for (const [key, { mark, text }] of wanted) {
      const piece = this.at(key);
      if (piece) this.#pieces.set(key, { mark, text, piece });
    }
    showSowing(this.#motion, this.#layer, geometry, { path, before, after }, (key, count) => {
      const standing = this.#pieces.get(key);
      if (standing) put(standing.piece, ...draw(key, standing.mark, String(count)));
    });
    return true;
  }
}

/** @param {Map<string, {text: string}>} pieces */
const countSeeds = (pieces) => new Map([...pieces].map(([key, { text }]) => [key, Number(text) || 0]));

/** @param {Cell} one @param {Cell} other */
const distance = ([row, column], [toRow, toColumn]) => Math.max(Math.abs(row - toRow), Math.abs(column - toColumn));
