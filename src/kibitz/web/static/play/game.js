/**
 * The game being played, as the address holds it and the server explains it.
 *
 * The address has the moves of the whole game with its variations, which of them is shown, and the `ply` of the
 * position. Every change is a new address; `load` asks the server what it means.
 *
 * On the page Play the line that is played on is the main line, after a take-back too: the game is that line. On the page
 * Analyse a person moves for both sides, another move than the one that was made is a variation, and nobody answers.
 */

import { freshSeed, go, note, withoutMoves } from "../shared/address.js";
import { notice } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { HUMAN } from "../shared/forms/player_chooser.js";
import { withMatchedLevel } from "../shared/match_me.js";
import { MoveTree } from "../shared/move_tree.js";
import { plural } from "../shared/words.js";
import { GameCosts } from "./game_costs.js";
import { keepOwnMove } from "./own_game.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/api_types.js").Position} Position */
/** @typedef {import("../shared/move_tree.js").MoveNode} MoveNode */

export class Game {
  /** @type {Position} the whole of the line that is shown: the main line, or a variation with the moves before it */
  whole = /** @type {any} */ (null);
  /** @type {Position} the position that is shown */
  position = /** @type {any} */ (null);

  /** The moves of all lines. */
  tree = new MoveTree("");
  /** What its moves cost. */
  costs = new GameCosts();
  /** Whether the game goes on from here although later moves are known: after a move, until another is looked at. */
  playsOn = false;

  /** The position that came with a program's move, which saves a request. @type {Position | undefined} */
  #known;

  /** Where a person's move leads that the server has not yet explained. @type {Address | null} */
  #coming = null;

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
    try {
      await this.#load(address, signal);
    } finally {
      this.#coming = null;
    }
  }

  /** @param {Address} address @param {AbortSignal} [signal] @returns {Promise<void>} */
  async #load(address, signal) {
    const { game, position: start } = address;
    const tree = await this.#readTree(address, signal);
    const line = tree ? tree.line(address.variation ?? 0).map(({ move }) => move).join(" ") : address.moves;
    const query = { game, position: start, moves: line };
    const same = this.whole &&
      this.address.game === game &&
      this.address.position === start &&
      [this.whole.moves_text, this.whole.moves.join(" ")].includes(line);
    const known = this.#known?.game === this.position?.game && this.#known?.moves.join(" ") === line;
    /** @type {Position} */
    const whole = same ? this.whole : known ? this.#known : await ask("position", query, signal);
    this.#known = undefined;
    const all = tree ?? new MoveTree(whole.moves.join(" "));
    if (address.page === "play" && address.played !== null) {
      const moves = all.line(0).length > address.played ? all.cutAfter(address.played).tree.text : address.moves;
      return this.#load({ ...address, moves, played: null, variation: null, ply: null }, signal); // back to the game
    }
    const last = whole.moves.length;
    const ply = address.ply === null || address.ply >= last ? null : address.ply;
    const position = ply === null
      ? whole
      : await ask("position", { ...query, moves: whole.moves.slice(0, ply).join(" ") }, signal);
    this.whole = whole;
    this.position = position;
    this.tree = all;
    if (!tree) this.tree.nodes.forEach((node, i) => (node.side = whole.history[i].to_move));
    this.address = { ...address, moves: tree ? tree.text : whole.moves_text, ply };
    this.costs.begin(this);
    note(this.address);
  }

  /**
   * The variations of an address, null if it has none.
   *
   * @param {Address} address
   * @param {AbortSignal} [signal]
   */
  async #readTree(address, signal) {
    const { game, position, moves } = address;
    if (!moves.includes("(")) return null;
    /** @type {import("../shared/api_types.js").TreeView} */
    const view = await ask("variations", { game, position, moves }, signal);
    const tree = new MoveTree(view.moves_text);
    tree.nodes.forEach((node, i) => (node.side = view.moves[i].side));
    const variations = tree.starts.length - 1;
    if ((address.variation ?? 0) > variations) {
      notice(`There is no variation ${address.variation}; the game has ${plural(variations, "variation")}.`, {
        error: true,
      });
      address.variation = null;
    }
    return tree.hasVariations ? tree : null;
  }

  get ply() {
    return this.position.moves.length;
  }

  /** Whether an earlier position than the last of its line is shown. */
  get isLookingBack() {
    return this.ply < this.whole.moves.length;
  }

  /** Whether something else than the end of the game is shown. */
  get isElsewhere() {
    return this.isLookingBack || this.variation !== 0;
  }

  /** Whether a person moves for both sides and nobody answers. */
  get isAnalysing() {
    return this.address.page === "analyse";
  }

  get isOver() {
    return this.position.over || this.#resigned !== null;
  }

  /** The side that has resigned, if the end of the game is shown. */
  get #resigned() {
    return this.isAnalysing || this.isElsewhere ? null : this.address.resigned;
  }

  /** Who plays a side. @param {number} side */
  player(side) {
    return side === 0 ? this.address.first : this.address.second;
  }

  get isHumanTurn() {
    return !this.isOver && this.#isHuman(this.position.to_move);
  }

  /** Whether a person moves for a side. @param {number} side */
  #isHuman(side) {
    return this.isAnalysing || this.player(side) === HUMAN;
  }

  /** Whether a program should move now: it is its turn, and the end of the game is shown. */
  get isProgramTurn() {
    return !this.isOver && !this.isAnalysing && (!this.isElsewhere || this.playsOn) &&
      this.player(this.position.to_move) !== HUMAN;
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
    if (this.#resigned !== null) return 1 - this.#resigned;
    return this.position.winner;
  }

  /** How it ended, in words. */
  get verdict() {
    const { sides, result, why } = this.position;
    if (this.#resigned !== null) {
      return { result: `${sides[1 - this.#resigned]} wins`, why: `${sides[this.#resigned]} resigned.` };
    }
    return { result: result ?? "", why: why ?? "" };
  }

  /** The move that led to the position that is shown. @returns {MoveNode} */
  get node() {
    return this.ply ? this.tree.line(this.variation)[this.ply - 1] : this.tree.root;
  }

  get variation() {
    return this.address.variation ?? 0;
  }

  /**
   * Play a move in the position that is shown. The line of a game that is played becomes its main line; in an analysis
   * another move than the one that was made begins a variation.
   *
   * @param {string} move
   * @param {{replace?: boolean, answer?: import("../shared/search_progress.js").SearchProgress}} [how]  `answer`: of the
   *   program that moves
   */
  play(move, how) {
    this.costs.count(this, move, how?.answer);
    const isMain = !this.isAnalysing;
    const { tree, node } = this.tree.withMove(this.node, move, { isMain });
    this.#known = how?.answer?.after;
    this.playsOn = isMain;
    const seed = this.address.seed ?? (isMain ? freshSeed(this.address) : null);
    const kept = isMain ? { resigned: null, seed } : { played: this.#playedAfter(this.node) };
    const address = { ...this.#addressOf(tree, node), ...kept };
    if (this.isHumanTurn) {
      this.#coming = address;
      if (seed !== null && isMain) keepOwnMove(this, seed);
    }
    go(address, how);
  }

  /**
   * Of an analysis in which a move is tried, how many moves of the main line were played; null if all of them were.
   *
   * @param {MoveNode} node  where it is tried
   */
  #playedAfter(node) {
    const { first, second, played } = this.address;
    if (played !== null || (first === HUMAN && second === HUMAN)) return played; // two people just play on
    return node.variation === 0 && !node.children.length ? node.ply : null;
  }

  /** Whether a person has moved and the position after the move is still on its way. */
  get isMoving() {
    return this.#coming !== null;
  }

  /** The address that shows a move of a tree. @param {MoveTree} tree @param {MoveNode} node @returns {Address} */
  #addressOf(tree, node) {
    const ply = node.children.length ? node.ply : null;
    return { ...this.address, moves: tree.text, variation: node.variation || null, ply };
  }

  /** Look at a move of any line. @param {MoveNode} node */
  goTo(node) {
    this.playsOn = false;
    go(this.#addressOf(this.tree, node), { replace: true });
  }

  /** Look at the end of the game. */
  goToEnd() {
    this.goTo(this.tree.line(0).at(-1) ?? this.tree.root);
  }

  /** Analyse the game, or return from its analysis to the game. @param {boolean} isWanted */
  analyse(isWanted) {
    this.playsOn = false;
    const page = isWanted ? "analyse" : "play";
    const isAway = !isWanted && this.variation !== 0;
    go({ ...this.address, page, ...(isAway ? { variation: null, ply: null } : {}) });
  }

  /** The variation that is shown takes the place of the line it branches off from. */
  promote() {
    const { tree, node } = this.tree.withPromoted(this.variation, this.node);
    go({ ...this.#addressOf(tree, node), resigned: null });
  }

  /** Forget the variation that is shown. */
  deleteVariation() {
    this.playsOn = false;
    const { tree, node } = this.tree.without(this.variation);
    go(this.#addressOf(tree, node));
  }

  /** @param {number} ply @param {{replace?: boolean}} [how] */
  jump(ply, how = { replace: true }) {
    const last = this.whole.moves.length;
    const target = Math.max(0, Math.min(last, ply));
    this.playsOn = false;
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
      if (!passes && (!this.hasHuman || this.#isHuman(history[ply].to_move))) return ply;
    }
    return -1;
  }

  undo() {
    if (this.#coming) { // the move is on the board, and it is the one that is meant
      this.playsOn = false;
      go({ ...this.#coming, ply: this.ply });
    } else if (this.#resigned !== null) go({ ...this.address, resigned: null });
    else if (this.undoPly >= 0) this.jump(this.undoPly, {});
  }

  redo() {
    if (this.redoPly >= 0) this.jump(this.redoPly, {});
  }

  /** The person resigns; between two people, the one whose turn it is. */
  resign() {
    const side = this.player(this.position.to_move) === HUMAN ? this.position.to_move : 1 - this.position.to_move;
    go({ ...(this.#coming ?? this.address), resigned: side });
  }

  swapSides() {
    const { first, second } = this.address;
    go({ ...(this.#coming ?? this.address), first: second, second: first });
  }

  /** @param {"first" | "second"} which @param {string} spec */
  seat(which, spec) {
    go({ ...(this.#coming ?? this.address), [which]: spec });
  }

  /** A program advises from now on; nobody if it is empty. @param {string} adviser */
  takeAdvice(adviser) {
    go({ ...(this.#coming ?? this.address), adviser }, { replace: true });
  }

  /** The same game from its start. @param {{swapped?: boolean}} [how]  `swapped`: the players change sides */
  restart({ swapped = false } = {}) {
    this.playsOn = false;
    const { first, second, position } = this.address;
    const players = swapped ? { first: second, second: first } : { first, second };
    const address = withMatchedLevel({ ...withoutMoves(this.address), position, ...players }, this.position.game);
    go({ ...address, seed: freshSeed(address) });
  }
}
