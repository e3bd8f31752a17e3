/** Every finished game: a link to play through it, and the search behind each move. */

import { readAddress, writeAddress } from "../shared/address.js";
import { report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";

/** @typedef {import("./arena_types.js").GameLine} GameLine */

const FIRST_SHOWN = 25;
const FEW = 24; // characters of the moves

export class GameList {
  game = "";
  tournament = "";
  /** @type {Map<number, GameLine>} */ #games = new Map();
  /** The two players whose games are shown, empty for all games. @type {string[]} */ #pair = [];
  #isWhole = false;
  #title = h("h2", { tabindex: "-1" }, "Games");
  #filter = h("div", { class: "row" });
  #body = h("tbody", {});
  #more = h("p", {});

  constructor() {
    this.element = h(
      "section",
      { class: "arena-games-list", "aria-label": "Games", hidden: true },
      this.#title,
      h(
        "p",
        { class: "about" },
        "A number opens the game on a board. A click on the moves lists them: each links to the search behind it in ",
        "the microscope, or to the analysis if the player has no tree to show.",
      ),
      this.#filter,
      h(
        "div",
        { class: "run-wide" },
        h(
          "table",
          { class: "arena-table arena-list-of-games" },
          h(
            "thead",
            {},
            h("tr", {}, ["game", "began", "against", "result", "moves"].map((name) => h("th", { scope: "col" }, name))),
          ),
          this.#body,
        ),
      ),
      this.#more,
    );
  }

  /** @param {GameLine[]} games */
  add(games) {
    for (const game of games) this.#games.set(game.number, game);
    if (games.length) this.#draw();
  }

  /** Show only the games between two players. @param {string} one @param {string} other */
  only(one, other) {
    this.#pair = [one, other];
    this.#draw();
    this.#title.focus();
    this.element.scrollIntoView();
  }

  #draw() {
    const [one, other] = this.#pair;
    const wanted = [...this.#games.values()]
      .filter(({ first, second }) => !one || (first === one && second === other) || (first === other && second === one))
      .sort((a, b) => b.number - a.number);
    const shown = this.#isWhole ? wanted : wanted.slice(0, FIRST_SHOWN);
    this.element.hidden = !this.#games.size;
    put(this.#title, plural(wanted.length, "game"), one ? `: ${one} and ${other}` : "");
    put(this.#filter, one && button("All games", "close", () => ((this.#pair = []), this.#draw()), { class: "quiet" }));
    keepingFocus(this.#body, () => {
      const rows = new Map([...this.#body.children].map((row) => [row.getAttribute("data-number"), row]));
      put(this.#body, shown.map((line) => rows.get(String(line.number)) ?? this.#row(line)));
    });
    put(
      this.#more,
      shown.length < wanted.length &&
        button(`Show all ${wanted.length}`, null, () => ((this.#isWhole = true), this.#draw()), { class: "quiet" }),
    );
  }

  /** @param {GameLine} line */
  #row(line) {
    const moves = h("td", { class: "arena-moves" });
    const few = `${line.moves.slice(0, FEW)}${line.moves.length > FEW ? " …" : ""}`;
    const open = button(few, null, () => void this.#open(line, moves), {
      class: "quiet",
      "aria-label": `Moves of game ${line.number + 1}`,
      title: "Each move with its search",
    });
    put(moves, open);
    return h(
      "tr",
      { "data-number": line.number },
      h("td", {}, h("a", { href: this.#linkTo(line), "aria-label": `Game ${line.number + 1}` }, line.number + 1)),
      [line.first, line.second].map((name, side) =>
        h("td", { class: line.points === (side ? 0 : 1) ? "winner" : "" }, name)
      ),
      h("td", {}, line.result),
      moves,
    );
  }

  /** The game on a board, from where a link leads back here. @param {GameLine} line */
  #linkTo(line) {
    return writeAddress({ ...readAddress(location.origin + line.link), tournament: this.tournament });
  }

  /** Show every move, with a link to its search. @param {GameLine} line @param {HTMLElement} place */
  async #open(line, place) {
    try {
      const position = await ask("position", { game: this.game, moves: line.moves });
      /** @type {string[]} */ const names = position.moves;
      put(
        place,
        h(
          "ol",
          { class: "arena-plies", "aria-label": `Moves of game ${line.number + 1}` },
          names.map((_, index) => h("li", {}, this.#move(line, names, index, position.history[index].to_move))),
        ),
      );
    } catch (error) {
      report(error);
    }
  }

  /** @param {GameLine} line @param {string[]} names  of all moves @param {number} index @param {number} side */
  #move(line, names, index, side) {
    const name = names[index];
    if (index < line.given) return h("span", { class: "about", title: "of the opening" }, name);
    const searcher = line.searchers[side];
    const address = { ...readAddress(`${location.origin}/${searcher ? "tree" : "analyse"}`), game: this.game };
    const href = searcher
      ? writeAddress({ ...address, moves: names.slice(0, index).join(" "), player: searcher })
      : writeAddress({ ...address, moves: line.moves, ply: index, tournament: this.tournament });
    const title = searcher
      ? `Why did it play ${name}? The search behind move ${index + 1}`
      : `Analyse the position before move ${index + 1}`;
    return h("a", { href, title, class: searcher ? "" : "about" }, name);
  }
}
