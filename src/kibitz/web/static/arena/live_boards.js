/** Small live boards: the games being played, and those that have just ended. */

import "../shared/board/board.js";
import { h, put } from "../shared/dom.js";
import { token } from "../shared/board/skins.js";
import { plural } from "../shared/words.js";

/** @typedef {import("./arena_types.js").Board} Board */
/** @typedef {import("../shared/board/board.js").KibitzBoard} KibitzBoard */

export class LiveBoards {
  isRunning = false;
  #title = h("h2", {});
  #place = h("div", { class: "arena-boards" });
  /** A board for every game shown, so that it stays in its place. @type {Map<number, LiveBoard>} */
  #figures = new Map();

  constructor() {
    this.element = h("section", { "aria-label": "Boards", hidden: true }, this.#title, this.#place);
  }

  /** @param {Board[]} boards */
  show(boards) {
    this.element.hidden = !boards.length;
    put(this.#title, boards.some(({ result }) => result === null) ? "Games in progress" : "Latest games");
    const seen = new Set(boards.map(({ number }) => number));
    for (const [number, { element }] of this.#figures) {
      if (seen.has(number)) continue;
      element.remove();
      this.#figures.delete(number);
    }
    for (const board of boards) {
      let figure = this.#figures.get(board.number);
      if (!figure) this.#figures.set(board.number, figure = new LiveBoard());
      figure.show(board);
    }
    const wanted = boards.map(({ number }) => /** @type {LiveBoard} */ (this.#figures.get(number)).element);
    wanted.forEach((element, index) => {
      const there = this.#place.children[index] ?? null;
      if (there !== element) this.#place.insertBefore(element, there);
    });
  }
}

class LiveBoard {
  #board = /** @type {KibitzBoard} */ (document.createElement("kibitz-board"));
  #caption = h("figcaption", {});

  constructor() {
    this.#board.inert = true;
    this.element = h("figure", { class: "card arena-board" }, this.#board, this.#caption);
  }

  /** @param {Board} game */
  show({ number, first, second, look, sides, board, last, winning, plies, to_move, result }) {
    this.element.classList.toggle("live", result === null);
    this.#board.show({
      board,
      look,
      sides,
      bare: true,
      last,
      winning,
      label: `Game ${number + 1}: ${first} against ${second}, after ${plural(plies, "move")}`,
    });
    const turn = result === null ? to_move : -1;
    put(
      this.#caption,
      [first, second].map((name, side) =>
        h(
          "span",
          { class: turn === side ? "arena-side turn" : "arena-side" },
          token({ look, sides, board }, side),
          h("span", {}, name),
        )
      ),
      h("span", { class: "about" }, `Game ${number + 1} · ${result ?? `move ${plies + 1}`}`),
    );
  }
}
