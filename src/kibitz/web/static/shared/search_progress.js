/** The move of a program: ask for it, and put the progress of its search into words. */

import { ApiError, stream } from "./api.js";
import { h } from "./dom.js";
import { brief, plural, timeText, withMinus } from "./words.js";

/**
 * @typedef {object} SearchProgress
 * @property {string} [event]
 * @property {string} [what]
 * @property {number} [place]
 * @property {string | null} [move]
 * @property {number | null} [score]
 * @property {string} [text]
 * @property {boolean} [proven]
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {number} [boards_evaluated]
 * @property {number[]} [cutoffs]  by the move that made them
 * @property {number} [memory]  bytes
 * @property {string | null} [refused]  an illegal move that a faulty program asked for
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
 * @param {(progress: SearchProgress) => void} show  called with every report of progress
 * @returns {Promise<SearchProgress | null>}
 */
export async function askForMove(query, player, signal, show) {
  for await (const { event, data } of stream("think", { ...query, player }, signal)) {
    if (event === "failed") throw new ApiError(data.error, 0);
    if (event === "move") return data;
    show({ ...data, event });
  }
  return null;
}

/** @param {SearchProgress} progress @returns {string | HTMLElement} */
export function searchProgressText(progress) {
  if (progress.event === "compiling") return compilingNote();
  if (progress.event === "queued") {
    return progress.place ? `waiting, number ${progress.place} in the queue …` : "waiting for a free place …";
  }
  const parts = [];
  if (progress.text) parts.push(withMinus(progress.text));
  if (progress.depth) parts.push(`depth ${progress.depth}`);
  if (progress.nodes) parts.push(countPositions(progress.nodes));
  if (progress.seconds !== undefined) parts.push(timeText(progress.seconds));
  return parts.length ? parts.join(" · ") : "thinking …";
}

/** 1 position, 1,234 positions, 1.2 M positions. @param {number} nodes */
const countPositions = (nodes) => (nodes < 10_000 ? plural(nodes, "position") : `${brief(nodes)} positions`);

/** What is said while code is compiled; the seconds go on for as long as it is shown. */
function compilingNote() {
  const began = Date.now();
  const elapsed = h("span", { class: "elapsed" }, "0 s");
  const timer = setInterval(() => {
    if (!elapsed.isConnected) clearInterval(timer);
    elapsed.textContent = `${Math.round((Date.now() - began) / 1000)} s`;
  }, 1000);
  return h("span", {}, "compiling the search for this game (about 10 s, only this once): ", elapsed);
}
