/** The positions that a player gets wrong, the worst first, each with a link to the analysis. */

import "../shared/board/board.js";
import { report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { button, h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/board/board.js").KibitzBoard} KibitzBoard */
/** @typedef {import("./learning_types.js").Mistake} Mistake */
/** @typedef {import("./learning_types.js").Mistakes} Mistakes */

const AT_A_TIME = 12;

export class MistakeList {
  #query;
  #work = new AbortController();
  #summary = h("p", {}, "Asking the player for its move in every position …");
  #list = h("ol", { class: "learn-mistakes" });
  #more = h("div", {});
  #count = 0;

  /** @param {{training: string, at: number | null}} query @param {string} unit */
  constructor({ training, at }, unit) {
    this.#query = { training, at: at ?? 0 };
    this.unit = unit;
    this.element = h("div", { class: "learn-part" }, this.#summary, this.#list, this.#more);
    void this.#load();
  }

  close() {
    this.#work.abort();
  }

  async #load() {
    const { signal } = this.#work;
    try {
      const found = /** @type {Mistakes} */ (await ask(
        "learn/mistakes",
        { ...this.#query, first: this.#count, count: AT_A_TIME },
        signal,
      ));
      this.#show(found);
    } catch (error) {
      if (signal.aborted) return;
      put(this.#summary, error instanceof Error ? error.message : String(error));
      if (!(error instanceof Error)) report(error);
    }
  }

  /** @param {Mistakes} found */
  #show(found) {
    const after = `After ${found.done.toLocaleString("en")} ${this.unit}`;
    put(
      this.#summary,
      found.wrong
        ? `${after} it gets ${
          plural(found.wrong, "position")
        } wrong, the worst first. It is measured on ${found.truth}.`
        : `${after} it gets none wrong. It is measured on ${found.truth}.`,
    );
    this.#count += found.mistakes.length;
    this.#list.append(...found.mistakes.map((mistake, index) => mistakeCard(mistake, found, found.first + index + 1)));
    const left = found.wrong - this.#count;
    put(
      this.#more,
      left > 0 && button(`Show more (${left.toLocaleString("en")} left)`, "fresh", () => void this.#load()),
    );
  }
}

/** @param {Mistake} mistake @param {Mistakes} found @param {number} number */
function mistakeCard({ board, last, to_move: side, played, better, gives_away: loses, link, plies }, found, number) {
  const picture = /** @type {KibitzBoard} */ (document.createElement("kibitz-board"));
  picture.inert = true;
  picture.show({
    board,
    look: found.look,
    sides: found.sides,
    bare: true,
    last,
    label: `Mistake ${number}: the position after ${plural(plies, "move")}`,
  });
  return h(
    "li",
    { class: "card learn-mistake" },
    picture,
    h(
      "div",
      { class: "mistake-words" },
      h("p", {}, `${found.sides[side]} to move plays `, h("strong", {}, played), ` and gives away ${loses}.`),
      h("p", { class: "about" }, `Better: ${listMoves(better)}.`),
      h(
        "p",
        {},
        h("a", { class: "card-link", href: link, "aria-label": `Analyse mistake ${number}: ${played}` }, "Analyse"),
      ),
    ),
  );
}

const MANY_MOVES = 6;

/** @param {string[]} moves */
const listMoves = (moves) =>
  moves.length > MANY_MOVES
    ? `${moves.slice(0, MANY_MOVES).join(", ")} and ${moves.length - MANY_MOVES} more`
    : moves.join(", ");
