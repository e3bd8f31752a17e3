/**
 * The game being played, as the address holds it and the server explains it.
 *
 * The address has the moves of the whole game and the `ply` that is shown. Every change is a new address; `load` asks
 * the server what it means. Nothing else is stored.
 */

import { freshSeed, go, note } from "../shared/address.js";
import { ask } from "../shared/api.js";
import { HUMAN } from "../shared/forms/player_chooser.js";
import { withMatchedLevel } from "../shared/match_me.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/api_types.js").Position} Position */

export class Game {
  /** @type {Position} the whole game */
  whole = /** @type {any} */ (null);
  /** @type {Position} the position that is shown */
  position = /** @type {any} */ (null);

  /** The position that came with a program's move, which saves a request. @type {Position | undefined} */
  #known;

  /** @param {Address} address */
  constructor(address) {
    this.address = address;
  }

  /**
   * Ask the server what an address means. The canonical text of the moves replaces what was typed.
   *
   * @param {Address} address
   * @param {AbortSignal} [signal]
   */
  async load(address, signal) {
    const query = { game: address.game, position: address.position, moves: address.moves };
    const same = this.whole &&
      this.address.game === address.game &&
      this.address.moves === address.moves &&
      this.address.position === address.position;
    const known = this.#known?.game === this.position?.game && this.#known?.moves.join(" ") === address.moves;
    /** @type {Position} */
    const whole = same ? this.whole : known ? this.#known : await ask("position", query, signal);
    this.#known = undefined;
    const last = whole.moves.length;
    const ply = address.ply === null || address.ply >= last ? null : address.ply;
    const position = ply === null
      ? whole
      : await ask("position", { ...query, moves: whole.moves.slice(0, ply).join(" ") }, signal);
    this.whole = whole;
    this.position = position;
    this.address = { ...address, moves: whole.moves_text, ply };
    note(this.address);
  }

  get ply() {
    return this.position.moves.length;
  }

  /** Whether an earlier position than the last is shown. */
  get isLookingBack() {
    return this.ply < this.whole.moves.length;
  }

  get isOver() {
    return this.position.over || (this.address.resigned !== null && !this.isLookingBack);
  }

  /** Who plays a side. @param {number} side */
  player(side) {
    return side === 0 ? this.address.first : this.address.second;
  }

  get isHumanTurn() {
    return !this.isOver && this.player(this.position.to_move) === HUMAN;
  }

  /** Whether a program should move now: it is its turn, and the last position is shown. */
  get isProgramTurn() {
    return !this.isOver && !this.isLookingBack && this.player(this.position.to_move) !== HUMAN;
  }

  get hasHuman() {
    return this.address.first === HUMAN || this.address.second === HUMAN;
  }

  /** The API's parameters for the position that is shown. */
  get query() {
    return { game: this.position.game, position: this.address.position, moves: this.position.moves_text };
  }

  /** For players that use random numbers: another seed in every position, the same for the same link. */
  get seed() {
    return this.address.seed === null ? null : this.address.seed + this.ply;
  }

  /** The side that won, as the game or a resignation decided it; null for a draw or while it goes on. */
  get winner() {
    if (this.address.resigned !== null && !this.isLookingBack) return 1 - this.address.resigned;
    return this.position.winner;
  }

  /** How it ended, in words. */
  get verdict() {
    const { sides, result, why } = this.position;
    if (this.address.resigned !== null && !this.isLookingBack) {
      return {
        result: `${sides[1 - this.address.resigned]} wins`,
        why: `${sides[this.address.resigned]} resigned.`,
      };
    }
    return { result: result ?? "", why: why ?? "" };
  }

  /**
   * Play a move in the position that is shown; later moves are dropped.
   *
   * @param {string} move
   * @param {{replace?: boolean, known?: Position}} [how]  `known`: the position it leads to
   */
  play(move, how) {
    this.#known = how?.known;
    go({ ...this.address, moves: [...this.position.moves, move].join(" "), ply: null, resigned: null }, how);
  }

  /** @param {number} ply @param {{replace?: boolean}} [how] */
  jump(ply, how = { replace: true }) {
    const last = this.whole.moves.length;
    const target = Math.max(0, Math.min(last, ply));
    go({ ...this.address, ply: target === last ? null : target }, how);
  }

  /** The ply an undo goes back to, -1 if there is none: where a person could last choose. */
  get undoPly() {
    return this.#choicePly(-1);
  }

  /** The ply a redo goes on to, -1 if there is none. */
  get redoPly() {
    const ply = this.#choicePly(1);
    return ply < 0 && this.isLookingBack ? this.whole.moves.length : ply;
  }

  /** @param {number} step */
  #choicePly(step) {
    const { history } = this.whole;
    for (let ply = this.ply + step; ply >= 0 && ply < history.length; ply += step) {
      const passes = history[ply + 1]?.passed;
      if (!passes && (!this.hasHuman || this.player(history[ply].to_move) === HUMAN)) return ply;
    }
    return -1;
  }

  undo() {
    if (this.address.resigned !== null) go({ ...this.address, resigned: null });
    else if (this.undoPly >= 0) this.jump(this.undoPly, {});
  }

  redo() {
    if (this.redoPly >= 0) this.jump(this.redoPly, {});
  }

  /** The person resigns; between two people, the one whose turn it is. */
  resign() {
    const side = this.player(this.position.to_move) === HUMAN ? this.position.to_move : 1 - this.position.to_move;
    go({ ...this.address, moves: this.position.moves_text, ply: null, resigned: side });
  }

  /** Drop the moves after the position that is shown. */
  playOn() {
    go({ ...this.address, moves: this.position.moves_text, ply: null, resigned: null });
  }

  swapSides() {
    go({ ...this.address, first: this.address.second, second: this.address.first });
  }

  /** @param {"first" | "second"} which @param {string} spec */
  seat(which, spec) {
    go({ ...this.address, [which]: spec });
  }

  restart() {
    const address = withMatchedLevel(this.address, this.position.game);
    go({ ...address, moves: "", ply: null, resigned: null, seed: freshSeed(address) });
  }
}
