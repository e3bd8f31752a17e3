/**
 * What the moves of a game cost each side. It is counted while the game is played on this page, move by move, and shown
 * when it is over; of a game that was opened from a link, only the moves made since then.
 */

import { h } from "../shared/dom.js";
import { memoryText, plural, timeText } from "../shared/words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../shared/search_progress.js").SearchProgress} SearchProgress */

/**
 * @typedef {object} Cost  of a move, or of several
 * @property {number} boards  evaluated
 * @property {number} nodes
 * @property {number} cutoffs
 * @property {number} seconds
 * @property {number} memory  bytes of the largest stored tree or table
 */

/** What is shown of a side. @type {[string, (total: Total) => string][]} */
const COLUMNS = [
  ["Moves", ({ moves }) => count(moves)],
  ["Boards evaluated", ({ cost }) => count(cost.boards)],
  ["Nodes", ({ cost }) => count(cost.nodes)],
  ["Cut-offs", ({ cost }) => count(cost.cutoffs)],
  ["Time", ({ cost }) => timeText(cost.seconds)],
];
/** @type {[string, (total: Total) => string]} */
const MEMORY = ["Memory", ({ cost }) => cost.memory ? memoryText(cost.memory) : "–"];

/** @typedef {{moves: number, counted: number, cost: Cost}} Total */

export class GameCosts {
  /** By the line of moves that ends with the move. @type {Map<string, Cost>} */
  #costs = new Map();
  #turn = { line: "", since: 0 };
  /** @type {SearchProgress} */
  #advice = {};

  /** A position is shown, so that somebody's turn begins. @param {Game} game */
  begin(game) {
    const line = lineOf(game, game.position.moves);
    if (line === this.#turn.line) return;
    this.#turn = { line, since: performance.now() };
    this.#advice = {};
  }

  /** The person whose turn it is has been advised; that counts as part of their move. @param {SearchProgress} answer */
  advise(answer) {
    this.#advice = answer;
  }

  /**
   * A move is made in the position that is shown: by a program with its answer, or by a person.
   *
   * @param {Game} game
   * @param {string} move
   * @param {SearchProgress} [answer]
   */
  count(game, move, answer) {
    const { boards_evaluated = 0, nodes = 0, cutoffs = [], memory = 0 } = answer ?? this.#advice;
    const seconds = answer ? answer.seconds ?? 0 : (performance.now() - this.#turn.since) / 1000;
    const all = cutoffs.reduce((sum, number) => sum + number, 0);
    const cost = { boards: boards_evaluated, nodes, cutoffs: all, seconds, memory };
    this.#costs.set(lineOf(game, [...game.position.moves, move]), cost);
  }

  /** Of each side, over the line that is shown. @param {Game} game @returns {[Total, Total]} */
  #total(game) {
    const { history, moves } = game.whole;
    const totals = /** @type {[Total, Total]} */ ([0, 1].map(() => ({ moves: 0, counted: 0, cost: { ...NOTHING } })));
    for (const i of moves.keys()) {
      const total = totals[history[i].to_move];
      const cost = this.#costs.get(lineOf(game, moves.slice(0, i + 1)));
      total.moves++;
      if (!cost) continue;
      total.counted++;
      total.cost.boards += cost.boards;
      total.cost.nodes += cost.nodes;
      total.cost.cutoffs += cost.cutoffs;
      total.cost.seconds += cost.seconds;
      total.cost.memory = Math.max(total.cost.memory, cost.memory);
    }
    return totals;
  }

  /**
   * The table below the result; null if no move was made on this page.
   *
   * @param {Game} game
   * @param {(side: number) => string} nameOf  who plays a side
   */
  table(game, nameOf) {
    const totals = this.#total(game);
    const [counted, moves] = [totals[0].counted + totals[1].counted, totals[0].moves + totals[1].moves];
    if (!counted) return null;
    const columns = totals.some(({ cost }) => cost.memory) ? [...COLUMNS, MEMORY] : COLUMNS;
    return h(
      "div",
      { class: "costs", tabindex: 0, role: "region", "aria-label": "What the moves cost" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, h("td"), columns.map(([heading]) => h("th", { scope: "col" }, heading)))),
        h(
          "tbody",
          {},
          totals.map((total, side) =>
            h(
              "tr",
              {},
              h("th", { scope: "row", title: nameOf(side) }, game.position.sides[side]),
              columns.map(([, text]) => h("td", {}, text(total))),
            )
          ),
        ),
      ),
      counted < moves &&
        h("p", { class: "about" }, `Counted for ${counted} of ${plural(moves, "move")}, those made on this page.`),
    );
  }
}

const NOTHING = { boards: 0, nodes: 0, cutoffs: 0, seconds: 0, memory: 0 };

/** @param {number} number */
const count = (number) => number.toLocaleString("en");

/** Tells lines of moves apart. @param {Game} game @param {string[]} moves */
const lineOf = (game, moves) => JSON.stringify([game.position.game, game.position.start, ...moves]);
