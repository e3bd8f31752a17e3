/** The move of a program: ask for it, and put the progress of its search into words. */

import { ApiError, stream } from "./api.js";
import { brief, timeText, withMinus } from "./words.js";

/**
 * @typedef {object} Thought
 * @property {string} [event]
 * @property {string} [what]
 * @property {number} [place]
 * @property {string | null} [move]
 * @property {number | null} [score]
 * @property {string} [text]
 * @property {boolean} [proven]
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [seconds]
 * @property {string[]} [line]
 * @property {import("./api_types.js").Position} [after]  the position the move leads to
 */

/**
 * What a player plays in a position.
 *
 * @param {Record<string, string | number | null>} query
 * @param {string} player
 * @param {AbortSignal} signal
 * @param {(thought: Thought) => void} show  called with every report of progress
 * @returns {Promise<Thought | null>}
 */
export async function think(query, player, signal, show) {
  for await (const { event, data } of stream("think", { ...query, player }, signal)) {
    if (event === "failed") throw new ApiError(data.error, 0);
    if (event === "move") return data;
    show({ ...data, event });
  }
  return null;
}

/** @param {Thought} thought */
export function thoughtText(thought) {
  if (thought.event === "compiling") return "compiling the search for this game, once …";
  if (thought.event === "queued")
    return thought.place ? `waiting, number ${thought.place} in the queue …` : "waiting for a free place …";
  const parts = [];
  if (thought.text) parts.push(withMinus(thought.text));
  if (thought.depth) parts.push(`depth ${thought.depth}`);
  if (thought.nodes) parts.push(`${brief(thought.nodes)} ${thought.nodes === 1 ? "position" : "positions"}`);
  if (thought.seconds !== undefined) parts.push(timeText(thought.seconds));
  return parts.length ? parts.join(" · ") : "thinking …";
}
