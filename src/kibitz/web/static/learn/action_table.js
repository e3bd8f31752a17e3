/** The table of a tabular learner: a board to walk through it move by move, and its rows, the most visited first. */

import "../shared/board/board.js";
import { announce, report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { plural, signed } from "../shared/words.js";

/** @typedef {import("../shared/board/board.js").KibitzBoard} KibitzBoard */
/** @typedef {import("../shared/api_types.js").Position} Position */
/** @typedef {import("./learning_types.js").TablePage} TablePage */
/** @typedef {import("./learning_types.js").TableRow} TableRow */
/** @typedef {import("./learning_types.js").TableMove} TableMove */

const AT_A_TIME = 12;
const LEVEL = 0.05; // a value nearer to 0 is written without a colour

export class ActionTableView {
  #query;
  #game;
  #goTo;
  #work = new AbortController();
  #board = /** @type {KibitzBoard} */ (document.createElement("kibitz-board"));
  #summary = h("p", {}, "Reading the table …");
  #where = h("p", { class: "about" });
  #actions = h("div", { class: "row" });
  #moves = h("div", { class: "run-wide" });
  #field = h("input", { type: "text", name: "moves", autocomplete: "off", spellcheck: "false" });
  #fault = h("p", { class: "fault", role: "alert" });
  #rows = h("ol", { class: "table-rows" });
  #pages = h("div", { class: "row" });
  #first = 0;
  /** @type {Position | null} */ #position = null;

  /**
   * @param {{training: string, at: number | null}} query
   * @param {string} game  spec
   * @param {string} moves  that lead to the position shown
   * @param {(moves: string) => void} goTo  puts other moves into the address
   */
  constructor({ training, at }, game, moves, goTo) {
    this.#query = { training, at: at ?? 0 };
    this.#game = game;
    this.#goTo = goTo;
    this.#board.addEventListener("move", (event) => this.#play(/** @type {CustomEvent} */ (event).detail));
    this.element = h(
      "div",
      { class: "learn-part" },
      this.#summary,
      h(
        "div",
        { class: "table-walk" },
        h("div", { class: "table-board" }, this.#board),
        h(
          "div",
          { class: "table-position" },
          this.#where,
          this.#actions,
          this.#moves,
          h(
            "form",
            {
              class: "line-form",
              onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                this.#goTo(this.#field.value.trim());
              },
            },
            h("label", {}, "Find a position by its moves", this.#field),
            h("button", { type: "submit" }, "Find"),
          ),
          this.#fault,
        ),
      ),
      h("h3", {}, "Most visited rows"),
      this.#rows,
      this.#pages,
    );
    void this.walk(moves);
    void this.#loadRows();
  }

  close() {
    this.#work.abort();
  }

  /** Show the position that moves lead to. @param {string} moves */
  async walk(moves) {
    const { signal } = this.#work;
    try {
      const [position, page] = /** @type {[Position, TablePage]} */ (await Promise.all([
        ask("position", { game: this.#game, moves }, signal),
        askRow(this.#query, moves, signal),
      ]));
      put(this.#fault);
      this.#position = position;
      this.#showRow(position, page.rows[0]);
    } catch (error) {
      if (signal.aborted) return;
      put(this.#fault, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {string} move */
  #play(move) {
    if (!this.#position) return;
    this.#goTo([...this.#position.moves, move].join(" "));
  }

  /** @param {Position} position @param {TableRow} row */
  #showRow(position, row) {
    const { board, look, sides, legal, last, winning, to_move: side, over, result, moves } = position;
    const best = Math.max(...row.moves.map(({ value }) => value));
    this.#board.show({
      board,
      look,
      sides,
      legal,
      last: last?.cells ?? [],
      winning,
      label: "The current position; a move goes to the next one",
      scores: Object.fromEntries(
        row.moves.map(({ move, value }) => [move, { text: valueText(value), best: value === best, tone: tone(value) }]),
      ),
      scored: legal,
    });
    this.#field.value = this.#field.defaultValue = position.moves_text;
    const met = row.is_known ? `visited ${plural(row.visits, "time")} in training` : "never visited in training";
    const words = over ? `The game is over: ${result}` : `${sides[side]} to move; ${met}.`;
    put(this.#where, words);
    announce(words);
    keepingFocus(this.#actions, () =>
      put(
        this.#actions,
        button("Start", "first", () => this.#goTo(""), { disabled: !moves.length }),
        button("Back", "back", () => this.#goTo(moves.slice(0, -1).join(" ")), { disabled: !moves.length }),
        h("a", { class: "button", href: row.link }, "Analyse"),
      ));
    put(this.#moves, !over && moveTable(row.moves, (move) => this.#play(move)));
  }

  async #loadRows() {
    const { signal } = this.#work;
    try {
      const page = /** @type {TablePage} */ (await ask(
        "learn/table",
        { ...this.#query, first: this.#first, count: AT_A_TIME },
        signal,
      ));
      const last = page.first + page.rows.length;
      put(
        this.#summary,
        `After ${page.done.toLocaleString("en")} games the table has ${
          plural(page.size, "row")
        }, one for each position ` +
          "met. The value of a move is for the side that makes it, from −1 (loss) to 1 (win).",
      );
      put(this.#rows, ...page.rows.map((row, index) => rowCard(row, page, page.first + index + 1)));
      keepingFocus(this.#pages, () =>
        put(
          this.#pages,
          button("Earlier", "back", () => this.#turn(-AT_A_TIME), { disabled: !page.first }),
          h("span", { class: "about" }, `Rows ${page.first + 1} to ${last} of ${page.size.toLocaleString("en")}`),
          button("Later", "forward", () => this.#turn(AT_A_TIME), { disabled: last >= page.size }),
        ));
    } catch (error) {
      if (signal.aborted) return;
      put(this.#summary, error instanceof Error ? error.message : String(error));
      if (!(error instanceof Error)) report(error);
    }
  }

  /** @param {number} step */
  #turn(step) {
    this.#first = Math.max(0, this.#first + step);
    void this.#loadRows();
  }
}

/**
 * The row of a position; at the start of the game the parameter is there, and empty.
 *
 * @param {{training: string, at: number}} query
 * @param {string} moves
 * @param {AbortSignal} signal
 */
const askRow = ({ training, at }, moves, signal) => ask("learn/table", { training, at, moves: moves || " " }, signal);

/** @param {TableMove[]} moves @param {((move: string) => void) | null} play */
function moveTable(moves, play) {
  const sorted = [...moves].sort((one, other) => other.value - one.value || other.visits - one.visits);
  return h(
    "table",
    { class: "learn-table table-moves" },
    h("thead", {}, h("tr", {}, ["Move", "Value", "Visits"].map((title) => h("th", {}, title)))),
    h(
      "tbody",
      {},
      sorted.map(({ move, value, visits }) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            play ? h("button", { type: "button", class: "quiet", onclick: () => play(move) }, move) : move,
          ),
          h("td", { class: `table-value ${tone(value)}` }, valueText(value)),
          h("td", {}, visits.toLocaleString("en")),
        )
      ),
    ),
  );
}

const SHOWN = 4; // moves of a row in the list

/** @param {TableRow} row @param {TablePage} page @param {number} number */
function rowCard(row, page, number) {
  const picture = /** @type {KibitzBoard} */ (document.createElement("kibitz-board"));
  picture.inert = true;
  picture.show({ board: row.board, look: page.look, sides: page.sides, bare: true, label: `Row ${number}` });
  const best = [...row.moves].sort((one, other) => other.value - one.value || other.visits - one.visits);
  return h(
    "li",
    { class: "card table-row" },
    picture,
    h(
      "div",
      {},
      h("p", { class: "about" }, `${page.sides[row.to_move]} to move · ${plural(row.visits, "visit")}`),
      moveTable(best.slice(0, SHOWN), null),
      best.length > SHOWN && h("p", { class: "about" }, `and ${plural(best.length - SHOWN, "move")} more`),
      row.link && h("p", {}, h("a", { href: row.link, "aria-label": `Analyse row ${number}` }, "Analyse")),
    ),
  );
}

/** @param {number} value */
const valueText = (value) => signed(Number(value.toFixed(2)));

/** @param {number} value */
const tone = (value) => (value > LEVEL ? "good" : value < -LEVEL ? "bad" : "even");
