/**
 * How many mistakes a person made in a game that is over, for the button that leads to the review. The game is judged
 * while the result is read; who goes on before that is known has missed nothing.
 */

import { stream } from "../shared/api.js";
import { h, put } from "../shared/dom.js";
import { HUMAN } from "../shared/forms/player_chooser.js";
import { plural } from "../shared/words.js";

const UNKNOWN = "Review the game";

/** @param {import("./game.js").Game} game */
export function openMistakeCount(game) {
  const text = h("span", {}, UNKNOWN);
  let work = new AbortController();
  let asked = "";

  async function update() {
    const people = [0, 1].filter((side) => game.player(side) === HUMAN);
    const isWanted = game.isOver && people.length === 1 && game.address.page === "play" && game.whole.moves.length > 0;
    const { game: spec, position } = game.query;
    const moves = game.whole.moves_text;
    const key = isWanted ? [spec, position, moves, people[0]].join("|") : "";
    if (key === asked) return;
    asked = key;
    work.abort();
    work = new AbortController();
    put(text, UNKNOWN);
    if (!isWanted) return;
    const { signal } = work;
    /** By the number of the move: a quick review may be followed by a deeper one. @type {Set<number>} */
    const mistakes = new Set();
    for await (const { event, data } of stream("review", { game: spec, position, moves }, signal)) {
      if (event === "failed") return;
      if (event === "ply") mistakes[data.mistake && data.side === people[0] ? "add" : "delete"](data.ply);
      if (event !== "summary") continue;
      const isWhole = data.judged === data.moves;
      const counted = mistakes.size ? plural(mistakes.size, "mistake") : "no mistake";
      put(text, isWhole ? `Review: ${counted}` : UNKNOWN);
    }
  }

  return {
    /** What the button says. */
    text,
    update: () => void update().catch(() => {}), // the review itself says what went wrong
    close: () => work.abort(),
  };
}
