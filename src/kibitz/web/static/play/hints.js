/** Hints in three steps: where to look, what kind of move it is, the move. Each press of the button shows one more. */

import { announce, report } from "../shared/announcer.js";
import { ApiError, stream } from "../shared/api.js";
import { button, h } from "../shared/dom.js";
import { searchProgressText } from "../shared/search_progress.js";

/** @typedef {import("../shared/api_types.js").Hint} Hint */

const BEST = { text: "hint", best: true, tone: "hint" };

/** The hint for one position, and how much of it has been shown. */
export class Hints {
  /** @type {Hint | null} */
  #hint = null;
  #position = "";
  #step = 0;
  #isAsking = false;

  /**
   * Show one step more; a new position begins with the first.
   *
   * @param {import("./automatic_moves.js").Seats} seats
   * @param {AbortSignal} signal
   * @param {(change: Partial<import("../shared/board/board.js").Picture>) => void} lay  draws over the board
   * @param {() => void} again  asks for the next step
   */
  async next({ game, say }, signal, lay, again) {
    const position = JSON.stringify(game.query);
    if (position !== this.#position) {
      this.#position = position;
      this.#hint = null;
      this.#step = 0;
      this.#isAsking = false;
    }
    if (this.#isAsking) return;
    try {
      if (!this.#hint) {
        this.#isAsking = true;
        say("Thinking about a hint …");
        this.#hint = await askForHint(
          game.query,
          signal,
          (progress) => say("Hint: ", searchProgressText(progress)),
        );
      }
    } catch (error) {
      if (!signal.aborted) report(error);
    } finally {
      this.#isAsking = false;
    }
    if (signal.aborted || !this.#hint) return;
    this.#step = Math.min(3, this.#step + 1);
    const { where, cells, kind, move } = this.#hint;
    const text = [where, kind, `Hint: ${move}`][this.#step - 1];
    if (this.#step === 1) lay({ region: cells });
    if (this.#step === 3) lay({ region: undefined, scores: { [move]: BEST } });
    const more = { 1: "What kind of move?", 2: "Show the move" }[this.#step];
    say(h("strong", {}, text), " ", more && button(more, null, again, { class: "quiet" }));
    announce(text);
  }
}

/**
 * @param {Record<string, string | number | null>} query
 * @param {AbortSignal} signal
 * @param {(progress: import("../shared/search_progress.js").SearchProgress) => void} show
 * @returns {Promise<Hint | null>}
 */
async function askForHint(query, signal, show) {
  for await (const { event, data } of stream("hint", query, signal)) {
    if (event === "failed") throw new ApiError(data.error, 0);
    if (event === "hint") return data;
    show({ ...data, event });
  }
  return null;
}
