/**
 * The games that a person has played against programs in this browser, the latest first: to go on with them, to review
 * them, and to rate the person. They are kept in localStorage, and nothing is sent to the server.
 */

import { readStored, store } from "./storage.js";

/**
 * @typedef {object} OwnGame
 * @property {string} key  tells the games apart
 * @property {string} game  full spec
 * @property {string} title  of the game, as people call it
 * @property {string} opponent  in words
 * @property {number | null} level  of the opponent, if it is one of the levels
 * @property {number | null} elo  of that level above level 1, where it was measured
 * @property {string} players  who played the two sides when the person first moved
 * @property {string} href  the address that shows the game
 * @property {number} plies
 * @property {boolean} isOver
 * @property {number | null} points  of the first end: 1 for a win of the person, 0 for a draw, -1 for a loss
 * @property {boolean} isRated  played from the start, without help and without taking moves back
 */

const KEY = "kibitz-games";
const MAX_KEPT = 300;

/** @returns {OwnGame[]} */
export function readOwnGames() {
  return readStored(KEY, /** @type {OwnGame[]} */ ([]));
}

/** @param {string} key */
export const findOwnGame = (key) => readOwnGames().find((game) => game.key === key);

/** Keep a game as the latest, in place of what was kept of it before. @param {OwnGame} game */
export function keepOwnGame(game) {
  store(KEY, [game, ...readOwnGames().filter(({ key }) => key !== game.key)].slice(0, MAX_KEPT));
}

export const forgetOwnGames = () => store(KEY, null);
