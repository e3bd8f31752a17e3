/**
 * Match me: the level of the opponent follows the results, game by game, in this browser.
 *
 *     two wins in a row     one level up
 *     two losses in a row   one level down
 *     a draw                begins the count anew
 *
 * Kept for each game and board, in localStorage; nothing is sent to the server.
 */

import { h } from "./dom.js";
import { levelOf } from "./forms/player_chooser.js";
import { forgetAll, readStored, store } from "./storage.js";
import { plural } from "./words.js";

/**
 * @typedef {object} Matching
 * @property {boolean} on
 * @property {number} level
 * @property {number} streak  wins in a row, negative for losses
 */

const KEY = "kibitz-match-me";
const LOWEST = 1;
const HIGHEST = 10;
const IN_A_ROW = 2;
const FIRST_LEVEL = 3;

/** @param {string} game  full spec, as the server writes it @returns {Matching} */
export function readMatching(game) {
  const usual = { on: false, level: FIRST_LEVEL, streak: 0 };
  return { ...usual, ...readStored(keyOf(game), {}) };
}

/** @param {string} game @param {Partial<Matching>} change @returns {Matching} */
export function changeMatching(game, change) {
  const next = { ...readMatching(game), ...change };
  store(keyOf(game), next);
  return next;
}

export const forgetMatching = () => forgetAll(KEY);

/** @param {string} game */
const keyOf = (game) => `${KEY} ${game}`;

/**
 * Count a finished game, and say in a sentence what follows from it; "" if nothing is matched.
 *
 * @param {string} game
 * @param {number} level  at which it was played
 * @param {number} points  1 for a win of the person, 0 for a draw, -1 for a loss
 */
export function countResult(game, level, points) {
  const before = readMatching(game);
  if (!before.on) return "";
  const start = before.level === level ? before.streak : 0;
  const streak = points === 0 ? 0 : points * start > 0 ? start + points : points;
  const step = Math.abs(streak) >= IN_A_ROW ? Math.sign(streak) : 0;
  const next = Math.max(LOWEST, Math.min(HIGHEST, level + step));
  return describeMatching(changeMatching(game, { level: next, streak: step ? 0 : streak }), level);
}

/** How the matching stands after a game that was counted before. @param {string} game */
export function tellMatching(game) {
  const matching = readMatching(game);
  return matching.on ? describeMatching(matching) : "";
}

/** @param {Matching} matching @param {number} [before]  the level until now */
export function describeMatching({ level, streak }, before = level) {
  if (level > before) return `Match me: two wins in a row, so the next game is at level ${level}.`;
  if (level < before) return `Match me: two losses in a row, so the next game is at level ${level}.`;
  const count = streak > 0
    ? `, ${plural(streak, "win")} so far`
    : streak < 0
    ? `, ${plural(-streak, "loss", "losses")} so far`
    : "";
  return `Match me: level ${level}${count}.`;
}

/**
 * The address with the level that is matched now in place of the one in it.
 *
 * @template {{first: string, second: string}} A
 * @param {A} address
 * @param {string} game
 * @returns {A}
 */
export function withMatchedLevel(address, game) {
  const { on, level } = readMatching(game);
  if (!on) return address;
  /** @param {string} spec */
  const matched = (spec) => (levelOf(spec) === null ? spec : `level:${level}`);
  return { ...address, first: matched(address.first), second: matched(address.second) };
}

/**
 * The switch below the list of players, for a person who plays against a level.
 *
 * @param {string} game
 * @param {string} spec  the player that is chosen
 * @param {() => void} [changed]
 */
export function matchSwitch(game, spec, changed = () => {}) {
  const level = levelOf(spec);
  if (level === null) return null;
  const matching = readMatching(game);
  const box = h("input", { type: "checkbox", role: "switch", checked: matching.on });
  const state = h("p", { class: "about" });
  const say = () => {
    const now = readMatching(game);
    const rule = "Two wins in a row raise the level, two losses in a row lower it; this browser stores it.";
    state.textContent = now.on ? `${describeMatching(now)} ${rule}` : rule;
  };
  box.addEventListener("change", () => {
    changeMatching(game, { on: box.checked, level, streak: 0 });
    say();
    changed();
  });
  say();
  return h("div", { class: "match-me" }, h("label", { class: "switch" }, box, h("span", {}, "Match me")), state);
}
