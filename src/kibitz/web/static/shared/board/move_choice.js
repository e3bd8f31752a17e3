/**
 * From clicks to moves. A cell may stand for a move; or a move needs two cells, from and to: then the first click
 * chooses the piece and the second says where it goes.
 */

/** @typedef {import("../api_types.js").LegalMove} LegalMove */

export class MoveChoice {
  /** @type {Map<string, LegalMove>} by cell */
  #targets = new Map();
  /** @type {Map<string, Map<string, LegalMove>>} by the cell it leaves and the cell it goes to */
  #steps = new Map();
  /** The piece that is to move. @type {string | null} */
  chosen = null;

  /**
   * @param {LegalMove[]} legal
   * @param {string | null} [chosen]  before the board was drawn anew
   */
  constructor(legal, chosen = null) {
    for (const move of legal) {
      for (const cell of move.cells) if (!this.#targets.has(String(cell))) this.#targets.set(String(cell), move);
      for (const [from, to] of move.steps ?? []) {
        const goals = this.#steps.get(String(from)) ?? new Map();
        this.#steps.set(String(from), goals.set(String(to), move));
      }
    }
    if (chosen !== null && this.#steps.has(chosen)) this.chosen = chosen;
    else if (this.#isOnlyPiece) this.chosen = [...this.#steps.keys()][0];
  }

  /** Whether one piece alone can move, as in the middle of a capture: nobody has to choose it. */
  get #isOnlyPiece() {
    return this.#steps.size === 1 && !this.#targets.size;
  }

  /** Pieces that can be chosen. */
  get pieces() {
    return [...this.#steps.keys()];
  }

  /** Cells that one click plays. */
  get targets() {
    return [...this.#targets.keys()];
  }

  /** Where the chosen piece can go. */
  get goals() {
    return this.chosen === null ? [] : [...(this.#steps.get(this.chosen)?.keys() ?? [])];
  }

  /** Where a piece can go. @param {string} from @param {string} to */
  step(from, to) {
    return this.#steps.get(from)?.get(to);
  }

  /** The move that a click on a cell plays. @param {string} key */
  moveAt(key) {
    return (this.chosen === null ? undefined : this.step(this.chosen, key)) ?? this.#targets.get(key);
  }

  /** Whether a click on a cell does something. @param {string} key */
  isUseful(key) {
    return this.moveAt(key) !== undefined || this.#steps.has(key);
  }

  /** A click that plays nothing: another piece, or none. @param {string | null} key */
  choose(key) {
    if (key !== null && this.#steps.has(key) && (key !== this.chosen || this.#isOnlyPiece)) this.chosen = key;
    else if (!this.#isOnlyPiece) this.chosen = null;
  }
}
