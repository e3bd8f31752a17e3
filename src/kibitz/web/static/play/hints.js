/**
 * Hints in three steps: where to look, what kind of move it is, the move. Each press of the button shows one more. While
 * code is compiled, a first hint comes from a quick search, and a better one follows.
 */

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
  /** Ends the search for a hint of an earlier position. */
  #work = new AbortController();
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
      this.#work.abort();
      this.#work = new AbortController();
    }
    if (this.#isAsking) return;
    const show = () => {
      if (!this.#hint) return;
      const { where, cells, kind, move } = this.#hint;
      const text = [where, kind, `Hint: ${move}`][this.#step - 1];
      if (this.#step < 3) lay({ region: cells });
      else lay({ region: undefined, scores: { [move]: BEST } });
      const more = { 1: "What kind of move?", 2: "Show the move" }[this.#step];
      say(h("strong", {}, text), " ", more && button(more, null, again, { class: "quiet" }));
      announce(text);
    };
    if (this.#hint) {
      this.#step = Math.min(3, this.#step + 1);
      return show();
    }
    this.#isAsking = true;
    const work = AbortSignal.any([signal, this.#work.signal]);
    try {
      say("Thinking about a hint …");
      const follow = askForHint(
        game.query,
        work,
        (progress) => this.#hint || say("Hint: ", searchProgressText(progress)),
      );
      for await (const hint of follow) {
        const isOther = !this.#hint || this.#hint.move !== hint.move || this.#hint.kind !== hint.kind;
        this.#hint = hint;
        this.#step = Math.max(1, this.#step);
        this.#isAsking = false;
        if (isOther) show(); // a deeper search may say something else
      }
    } catch (error) {
      if (!work.aborted) report(error);
    } finally {
      if (!work.aborted) this.#isAsking = false;
    }
  }
}

/**
 * @param {Record<string, string | number | null>} query
 * @param {AbortSignal} signal
 * @param {(progress: import("../shared/search_progress.js").SearchProgress) => void} show
 * @returns {AsyncGenerator<Hint>}
 */
async function* askForHint(query, signal, show) {
  for await (const { event, data } of stream("hint", query, signal, { goesOn: true })) {
    if (event === "failed") throw new ApiError(data.error, 0);
    if (event === "hint") yield data;
    else show({ ...data, event });
  }
}
