/** A board on which the player, as it is now, plays against itself again and again. */

import "../shared/board/board.js";
import { report } from "../shared/announcer.js";
import { ApiError, ask, pause } from "../shared/api.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { token } from "../shared/board/skins.js";

/** @typedef {import("../shared/board/board.js").KibitzBoard} KibitzBoard */
/** @typedef {import("./learning_types.js").SelfPlayGame} SelfPlayGame */

const BETWEEN_MOVES = { quick: 300, usual: 650 }; // milliseconds
const AT_THE_END = { quick: 1000, usual: 2200 };
const BEFORE_LOOKING_AGAIN = 4000; // when there was nothing to show, or nobody looks

export class SelfPlayBoard {
  unit = "games";
  /** Whether the player may soon be a better one. */
  isQuick = false;
  #query;
  #work = new AbortController();
  #isPaused = false;
  #seed = Math.floor(Math.random() * 1e6);
  #board = /** @type {KibitzBoard} */ (document.createElement("kibitz-board"));
  #caption = h(
    "p",
    { class: "self-play-caption" },
    "Nothing to show yet; the first checkpoint is stored soon after training starts.",
  );
  #moves = h("p", { class: "self-play-moves" });
  #actions = h("div", { class: "row" });
  /** @type {{game: SelfPlayGame, ply: number} | null} */ #shown = null;

  /** @param {{training: string, at: number | null}} query */
  constructor(query) {
    this.#query = query;
    this.#board.inert = true;
    this.#board.hidden = true;
    this.element = h(
      "section",
      { class: "card self-play", "aria-label": "The player against itself" },
      h("h2", {}, "Against itself"),
      this.#board,
      this.#caption,
      this.#moves,
      this.#actions,
    );
  }

  /** Begin with a new game, of the player as it was at a checkpoint, or as it is now. @param {number | null} at */
  start(at = this.#query.at) {
    this.#query = { ...this.#query, at };
    this.#work.abort();
    this.#work = new AbortController();
    this.#isPaused = false;
    void this.#play(this.#work.signal);
  }

  /** The player has changed: a new game, unless somebody looks at this one. */
  renew() {
    if (!this.#isPaused) this.start();
  }

  close() {
    this.#work.abort();
  }

  /** @param {AbortSignal} signal */
  async #play(signal) {
    while (!signal.aborted) {
      try {
        if (document.hidden) {
          await pause(BEFORE_LOOKING_AGAIN, signal);
          continue;
        }
        const { training, at } = this.#query;
        const game = /** @type {SelfPlayGame} */ (await ask(
          "learn/selfplay",
          { training, at: at ?? 0, seed: this.#seed++ },
          signal,
        ));
        await this.#replay(game, 0, signal);
        await pause(this.#paced(AT_THE_END), signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) return report(error);
        put(this.#caption, error.message);
        await pause(BEFORE_LOOKING_AGAIN, signal).catch(() => {});
      }
    }
  }

  /** @param {SelfPlayGame} game @param {number} from @param {AbortSignal} signal */
  async #replay(game, from, signal) {
    for (let ply = from; ply < game.game.history.length; ply++) {
      this.#show(game, ply);
      if (ply + 1 < game.game.history.length) await pause(this.#paced(BETWEEN_MOVES), signal);
    }
  }

  /** @param {SelfPlayGame} game @param {number} ply */
  #show(game, ply) {
    this.#shown = { game, ply };
    const { look, sides, board, history, winning, result } = game.game;
    const [before, now] = [history[ply - 1], history[ply]];
    const isOver = ply === history.length - 1;
    const shown = { ...board, rows: now.rows, texts: now.texts };
    this.#board.hidden = false;
    this.#board.show({
      board: shown,
      look,
      sides,
      bare: true,
      last: before ? changed(before.rows, now.rows) : [],
      winning: isOver ? winning : [],
      label: `The player against itself, after ${ply} moves${isOver ? `: ${result ?? "not finished"}` : ""}`,
    });
    put(
      this.#caption,
      isOver
        ? h("strong", {}, result ?? "This game did not end; it was stopped.")
        : [token({ look, sides, board }, now.to_move), ` ${sides[now.to_move]} to move`],
      h("span", { class: "about" }, ` · ${this.#whenText(game.done)}`),
    );
    put(
      this.#moves,
      h(
        "span",
        { class: "about" },
        game.opening ? `${game.game.moves.slice(0, game.opening).join(" ")} at random; ` : "",
      ),
      game.game.moves.slice(game.opening, Math.max(ply, game.opening)).join(" "),
    );
    this.#drawActions();
  }

  /** @param {{quick: number, usual: number}} times */
  #paced({ quick, usual }) {
    return this.isQuick ? quick : usual;
  }

  /** @param {number} done */
  #whenText(done) {
    return `as it plays after ${done.toLocaleString("en")} ${this.unit}`;
  }

  #drawActions() {
    const link = this.#shown
      ? `/analyse?game=${encodeURIComponent(this.#shown.game.game.game)}&moves=${
        encodeURIComponent(this.#shown.game.game.moves_text)
      }`
      : "";
    keepingFocus(this.#actions, () =>
      put(
        this.#actions,
        button(this.#isPaused ? "Play on" : "Pause", this.#isPaused ? "play" : "pause", () => this.#togglePause()),
        this.#isPaused && button("Next move", "step", () => this.#step()),
        link && h("a", { class: "button", href: link }, "Analyse this game"),
      ));
  }

  #togglePause() {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#work = new AbortController();
      void this.#goOn(this.#work.signal);
    } else {
      this.#isPaused = true;
      this.#work.abort();
    }
    this.#drawActions();
  }

  /** @param {AbortSignal} signal */
  async #goOn(signal) {
    try {
      if (this.#shown) await this.#replay(this.#shown.game, this.#shown.ply + 1, signal);
      await this.#play(signal);
    } catch (error) {
      if (!signal.aborted) report(error);
    }
  }

  #step() {
    if (!this.#shown) return;
    const { game, ply } = this.#shown;
    this.#show(game, (ply + 1) % game.game.history.length);
  }
}

/** The cells in which two boards differ. @param {string[]} before @param {string[]} after */
function changed(before, after) {
  return after.flatMap((row, r) =>
    [...row].flatMap((mark, c) => (before[r]?.[c] === mark ? [] : [/** @type {[number, number]} */ ([r, c])]))
  );
}
