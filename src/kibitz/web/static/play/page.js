/** The pages Play and Analyse: a board, the two players, the moves, and for Analyse the value of each move. */

import { go, note, withoutMoves } from "../shared/address.js";
import { openAnalysis } from "./analysis/analysis.js";
import { adviceSwitch, showAdvice } from "./advice.js";
import { coachSwitch, openCoach } from "./coach/coach.js";
import { announce, clearNotices, notice, report } from "../shared/announcer.js";
import { ask, listPlayers } from "../shared/api.js";
import "../shared/board/board.js";
import { h, keepingFocus, put } from "../shared/dom.js";
import { positionEditor } from "../shared/forms/position_editor.js";
import { Game } from "./game.js";
import { listenToKeys } from "./keyboard.js";
import { openMistakeCount } from "./mistake_count.js";
import { moveButtons } from "./move_buttons.js";
import { moveList } from "./move_list.js";
import { HUMAN, playerTitle } from "../shared/forms/player_chooser.js";
import {
  analyseSwitch,
  earlierMoveNote,
  ending,
  keyList,
  moveEntry,
  pacing,
  scoreline,
  toolbar,
  tournamentLink,
  turnButtons,
} from "./game_controls.js";
import { beginTurn, letProgramMove } from "./automatic_moves.js";
import { Hints } from "./hints.js";
import { openImport } from "../shared/import_games.js";
import { keepOwnState, noteHelp } from "./own_game.js";
import { boardSettings, isTurned, turnBoard } from "./board_settings.js";
import { howToMove, isTaking, openRules } from "./rules.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/board/board.js").Picture} Picture */

/** @type {import("../shared/page_types.js").PageModule["open"]} */
export const open = (root, address) => new PlayPage(root, address);

class PlayPage {
  #root;
  game;
  pace = { paused: false, wait: 600 };
  #board = /** @type {import("../shared/board/board.js").KibitzBoard} */ (document.createElement("kibitz-board"));
  #heading = h("h1", { class: "unseen" });
  #parts = {
    origin: h("p", { class: "origin" }),
    scoreline: h("div", { class: "scoreline" }),
    remark: h("p", { class: "remark" }),
    status: h("p", { class: "status" }),
    advice: h("div", { class: "advice-place" }),
    others: h("div", { class: "others-place" }),
    ending: h("div", { class: "ending-place" }),
    actions: h("div", { class: "actions", role: "toolbar", "aria-label": "Turn" }),
    coach: h("div", { class: "coach-place" }),
    tools: h("div", { class: "tools" }),
    pace: h("div", { class: "pace" }),
    entry: moveEntry((text) => this.#playTyped(text)),
    moves: h("div", { class: "moves-place" }),
    rules: h("details", { class: "rules" }),
    setting: h("details", { class: "setting" }),
    analysis: h("div", { class: "analysis-place" }),
  };
  /** Why this game cannot be shown, in place of the table. */
  #refusal = h("div", {});
  #table = h("div", { class: "table" });
  /** What is drawn over the position: scores, a preview, tints. @type {Partial<Picture>} */
  #overlay = {};
  /** Ends the requests for the position that is shown. */
  #work = new AbortController();
  /** @type {ReturnType<typeof openAnalysis> | null} */
  #analysis = null;
  /** @type {import("../shared/api_types.js").PlayersInfo | null} */
  #players = null;
  #hints = new Hints();
  /** Whether the address has moved on and the board has not: what is clicked then was meant for neither. */
  #isLoading = false;
  #told = "";
  #import = openImport(() => this.game.position?.game ?? "");
  #showRules = openRules(this.#parts.rules);
  #stopListening;
  #coach;
  #mistakes;
  /** Of the moves that lost something, by number. @type {Record<number, string>} */
  #marks = {};

  /** @param {HTMLElement} root @param {Address} address */
  constructor(root, address) {
    this.#root = root;
    this.game = new Game(address);
    const { origin, scoreline, remark, status, advice, others, ending, coach } = this.#parts;
    const { actions, tools, pace, entry, moves, rules, setting, analysis } = this.#parts;
    put(
      this.#table,
      h(
        "section",
        { class: "stage", "aria-label": "Board" },
        scoreline,
        this.#board,
        remark,
        status,
        others,
      ),
      h("section", { class: "beside", "aria-label": "Beside the board" }, ending, actions, advice, coach),
      h(
        "aside",
        { class: "side", "aria-label": "Game" },
        origin,
        tools,
        pace,
        entry,
        moves,
        rules,
        setting,
        this.#import.element,
        boardSettings(),
        keyList(),
      ),
      analysis,
    );
    root.append(this.#heading, this.#refusal, this.#table);
    this.#board.addEventListener("move", (event) => this.#playClicked(/** @type {CustomEvent} */ (event).detail));
    this.#stopListening = listenToKeys({
      game: this.game,
      hint: () => this.#hint(),
      turn: () => this.#turn(),
      typing: (text) => (entry.input.value = text),
    });
    this.#coach = openCoach(coach, this.game, (change) => this.#lay(change));
    this.#mistakes = openMistakeCount(this.game);
    void this.#follow(address);
  }

  /** @param {Address} address */
  update(address) {
    clearNotices();
    void this.#follow(address);
  }

  close() {
    this.#work.abort();
    this.#analysis?.close();
    this.#coach.close();
    this.#mistakes.close();
    this.#import.close();
    this.#stopListening();
    this.#root.classList.remove("analysing");
  }

  /**
   * Load the position of an address, draw it, and let whoever is to move begin.
   *
   * @param {Address} address
   * @returns {Promise<void>}
   */
  async #follow(address) {
    if (!address.game) return go({ ...address, page: "" }, { replace: true });
    const signal = this.#newWork();
    this.#isLoading = true;
    try {
      [this.#players] = await Promise.all([listPlayers(address.game), this.game.load(address, signal)]);
    } catch (error) {
      if (signal.aborted) return undefined;
      this.#isLoading = false;
      return await this.#failed(error, address, signal);
    }
    if (signal.aborted) return undefined;
    this.#isLoading = false;
    this.#overlay = {};
    keepingFocus(this.#root, () => this.#draw());
    this.#tell();
    this.#analyse();
    this.#coach.update();
    this.#mistakes.update();
    void showAdvice(this.#parts.advice, this.game, this.#players, signal, (change) => this.#lay(change));
    return beginTurn(this, signal);
  }

  /** @returns {AbortSignal} */
  #newWork() {
    this.#work.abort();
    this.#work = new AbortController();
    return this.#work.signal;
  }

  /**
   * What an address asks for cannot be shown: say why, and show the game up to the first move that is not legal.
   *
   * @param {unknown} error
   * @param {Address} address
   * @param {AbortSignal} signal
   * @returns {Promise<void>}
   */
  async #failed(error, address, signal) {
    if (this.game.whole) { // the position that is shown stays, and the address is its own again
      report(error);
      note(this.game.address);
      return this.#show();
    }
    const { game, position, moves } = address;
    const legal = await ask("legal-start", { game, position, moves }, signal).catch(() => null);
    if (signal.aborted) return undefined;
    if (legal) {
      report(error);
      notice("The game is shown up to the move before.");
      const start = { ...address, moves: legal.moves_text, ply: null, variation: null, resigned: null };
      return this.#follow({ ...start, first: HUMAN, second: HUMAN, seed: null });
    }
    this.#table.hidden = true;
    put(this.#heading, "This game cannot be shown");
    const reason = error instanceof Error ? error.message : String(error);
    return put(
      this.#refusal,
      h("p", { role: "alert" }, reason),
      h("p", {}, h("a", { href: "/" }, "Back to the menu")),
    );
  }

  #draw() {
    const { game } = this;
    const { position } = game;
    const { isAnalysing } = game;
    const menu = () => go({ ...withoutMoves(game.address), page: "" });
    const analyse = () => game.analyse(!isAnalysing);
    document.title = `${position.title} · Kibitz`;
    put(this.#parts.origin, game.address.tournament && tournamentLink(game.address));
    put(this.#heading, `${position.title}, ${position.variant}`);
    put(this.#refusal);
    this.#table.hidden = false;
    this.#root.classList.toggle("analysing", isAnalysing);
    this.#show();
    put(this.#parts.scoreline, scoreline(game, this.nameOf));
    put(this.#parts.remark, position.remark);
    this.say(this.#statusText());
    put(
      this.#parts.others,
      game.isHumanTurn && !position.passed && moveButtons(position.legal, (move) => this.#playClicked(move)),
    );
    const note = keepOwnState(game, this.#players, this.nameOf);
    const actions = { again: (/** @type {boolean} */ swapped) => game.restart({ swapped }), menu, analyse };
    const showEnding = () =>
      put(
        this.#parts.ending,
        game.isOver && ending(game, actions, this.#mistakes.text, note, game.costs.table(game, this.nameOf)),
      );
    const { signal } = this.#work;
    if (game.isOver && this.#board.isMoving) void this.whenStill().then(() => signal.aborted || showEnding());
    else showEnding();
    const advice = !isAnalysing && game.hasHuman && this.#players && adviceSwitch(game, this.#players);
    const switches = [!isAnalysing && coachSwitch(() => this.#coach.update()), advice, analyseSwitch(game, analyse)];
    put(this.#parts.actions, turnButtons(game, { hint: () => this.#hint(), turn: () => this.#turn() }));
    put(this.#parts.tools, h("div", { class: "switches" }, switches), toolbar(game, { menu, share }));
    put(
      this.#parts.pace,
      !game.hasHuman && !isAnalysing &&
        pacing(
          this.pace,
          () => this.#goOn(),
          () => this.#step(),
        ),
    );
    this.#drawMoves();
    this.#parts.entry.hidden = !game.isHumanTurn;
    void this.#showRules(position).catch(report);
    if (this.#parts.setting.open) return; // somebody is using it
    const setUp = positionEditor(position, (start) => go({ ...game.address, ...start, ply: null, resigned: null }));
    put(this.#parts.setting, h("summary", {}, "Set up a position"), setUp);
  }

  #drawMoves() {
    put(this.#parts.moves, moveList(this.game, this.game.isAnalysing ? this.#marks : {}));
  }

  /** The review has found which moves lost something. @param {Record<number, string>} marks */
  #mark(marks) {
    if (JSON.stringify(marks) === JSON.stringify(this.#marks)) return;
    this.#marks = marks;
    keepingFocus(this.#parts.moves, () => this.#drawMoves());
  }

  /** Draw the board and what lies over it. */
  #show() {
    this.#board.show(this.#picture);
  }

  /** @returns {Picture} */
  get #picture() {
    const { position, isHumanTurn } = this.game;
    return {
      board: position.board,
      look: position.look,
      label: `${position.title}, ${position.variant}`,
      sides: position.sides,
      legal: isHumanTurn ? position.legal : [],
      last: position.last?.cells ?? [],
      path: position.last?.path,
      isTurned: isTurned(position),
      winning: position.winning,
      scored: position.legal,
      ...this.#overlay,
    };
  }

  /** Lay something over the board; undefined takes it away. @param {Partial<Picture>} change */
  #lay(change) {
    const entries = Object.entries({ ...this.#overlay, ...change });
    this.#overlay = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    this.#show();
    if (change.tints || change.board) this.#board.scrollIntoView({ block: "nearest" });
  }

  #statusText() {
    const { game } = this;
    if (game.isOver) return null;
    if (game.isAnalysing ? game.isLookingBack : game.isElsewhere && !game.playsOn) {
      return earlierMoveNote(game, () => this.#playOn());
    }
    const side = game.position.to_move;
    const name = game.position.sides[side];
    if (!game.isHumanTurn) return `${name}: ${this.nameOf(side)}`;
    if (isTaking(game.position)) return `${name} to move. Click the piece to take.`;
    const how = game.ply < 2 ? howToMove(game.position) : ""; // who has moved once knows how
    return how ? `${name} to move. ${how}` : `${name} to move`;
  }

  /** Write under the board. @param {...(import("../shared/dom.js").Child | import("../shared/dom.js").Child[])} text */
  say = (...text) => put(this.#parts.status, ...text);

  /** Who plays a side, in words. @param {number} side */
  nameOf = (side) => {
    const spec = this.game.player(side);
    if (spec === HUMAN) return this.game.player(1 - side) === HUMAN ? "A person" : "You";
    return this.#players ? playerTitle(spec, this.#players) : spec;
  };

  /** Have a screen reader say the last move and the state of the game, once. */
  #tell() {
    const { position, address, isOver, verdict } = this.game;
    const key = `${position.game} ${position.moves_text} ${address.resigned}`;
    if (key === this.#told) return;
    this.#told = key;
    const mover = position.history[position.history.length - 2]?.to_move;
    const last = position.last && mover !== undefined ? `${position.sides[mover]} played ${position.last.move}. ` : "";
    const now = position.passed ?? `${position.sides[position.to_move]} to move.`;
    announce(last + (isOver ? `Game over: ${verdict.result}. ${verdict.why}` : `${now} ${position.remark}`.trim()));
  }

  #analyse() {
    if (this.game.isAnalysing) {
      this.#analysis ??= openAnalysis(
        this.#parts.analysis,
        this.game,
        (change) => this.#lay(change),
        (marks) => this.#mark(marks),
      );
      this.#analysis.update();
    } else {
      this.#analysis?.close();
      this.#analysis = null;
    }
  }

  /** When the last move is seen on the board. */
  whenStill = () => this.#board.whenStill();

  again = () => void this.#follow(this.game.address);

  /** Two programs go on, or pause. */
  #goOn() {
    const { game, pace } = this;
    if (game.isElsewhere && !game.playsOn && !pace.paused) game.goToEnd();
    else this.again();
  }

  /** The program whose turn it was moves once more; where it moves otherwise, that is a variation. */
  #playOn() {
    this.game.playsOn = true;
    this.again();
  }

  /** One move of two programs that pause. */
  #step() {
    this.pace.paused = true;
    if (this.game.isLookingBack) this.game.redo();
    else if (this.game.isProgramTurn) void letProgramMove(this, this.#newWork());
  }

  /** See the board from its other side. */
  #turn() {
    if (turnBoard(this.game.position)) this.#show();
  }

  #hint() {
    if (this.game.isOver) return;
    noteHelp(this.game);
    void this.#hints.next(this, this.#work.signal, (change) => this.#lay(change), () => this.#hint());
  }

  /** The stone is on the board at once; what else the move means comes from the server. @param {string} move */
  #playClicked(move) {
    if (this.#isLoading) return;
    const { board, legal } = this.game.position;
    const played = legal.find((one) => one.move === move);
    if (played) {
      const after = { ...board, rows: played.after, texts: played.texts };
      const { path } = played;
      this.#board.show({ ...this.#picture, board: after, legal: [], scores: {}, last: [], path });
    }
    this.game.play(move);
  }

  /** @param {string} text */
  #playTyped(text) {
    const { position, isHumanTurn } = this.game;
    const legal = position.legal.find(({ move }) => move.toLowerCase() === text.trim().toLowerCase());
    if (!isHumanTurn) return;
    if (legal) return this.#playClicked(legal.move);
    const names = position.legal.map(({ move }) => move).join(" ");
    notice(`${text} is not legal here; the legal moves are: ${names}.`, { error: true });
  }
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    const isLocal = LOOPBACK.test(location.hostname);
    notice(
      isLocal
        ? "The link has been copied. It works only on this machine; to share it, start a server that others can reach (kibitz serve --host)."
        : "The link to this game has been copied.",
    );
  } catch {
    notice(`Copy this link: ${location.href}`); // the browser does not allow writing to the clipboard
  }
}
