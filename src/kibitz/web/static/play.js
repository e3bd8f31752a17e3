/** The table: a board, the two who play, the moves, and on the Analyse page what the kibitzer thinks. */

import { go } from "./address.js";
import { openAnalysis } from "./analysis.js";
import { announce, clearNotices, notice, report } from "./announcer.js";
import { listPlayers, pause } from "./api.js";
import "./board.js";
import { button, h, put } from "./dom.js";
import { positionEditor } from "./editor.js";
import { Game } from "./game.js";
import { listenToKeys } from "./keyboard.js";
import { moveList } from "./movelist.js";
import { HUMAN, playerTitle } from "./players.js";
import { ending, pacing, scoreline, toolbar } from "./tableparts.js";
import { think, thoughtText } from "./thinking.js";

/** @typedef {import("./address.js").Address} Address */
/** @typedef {import("./board.js").Picture} Picture */

const PASS_SHOWN_FOR = 900; // milliseconds, so that an announced pass can be read

/**
 * @param {HTMLElement} root
 * @param {Address} first
 */
export function open(root, first) {
  const game = new Game(first);
  const board = /** @type {import("./board.js").KibitzBoard} */ (document.createElement("kibitz-board"));
  const parts = {
    scoreline: h("div", { class: "scoreline" }),
    status: h("p", { class: "status", role: "status" }),
    ending: h("div", { class: "ending-place" }),
    tools: h("div", { class: "tools" }),
    pace: h("div", { class: "pace" }),
    moves: h("div", { class: "moves-place" }),
    setting: h("details", { class: "setting" }),
    analysis: h("div", { class: "analysis-place" }),
  };
  const entry = moveEntry((text) => playTyped(text));
  root.append(
    h(
      "div",
      { class: "table" },
      h("section", { class: "stage", "aria-label": "Board" }, parts.scoreline, board, parts.status, parts.ending),
      h("aside", { class: "side", "aria-label": "Game" }, parts.tools, parts.pace, entry, parts.moves, parts.setting, keys()),
      parts.analysis,
    ),
  );

  const pace = { paused: false, wait: 600 };
  /** What lies over the position: scores, a preview, tints. @type {Partial<Picture>} */
  let overlay = {};
  let work = new AbortController();
  /** @type {ReturnType<typeof openAnalysis> | null} */
  let analysis = null;
  /** @type {import("./types.js").PlayersInfo | null} */
  let players = null;
  let closed = false;
  let told = "";

  /** Follow the address: load the position, draw it, and let whoever is to move begin. @param {Address} address */
  async function follow(address) {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    if (!address.game) return go({ ...address, page: "" }, { replace: true });
    try {
      await game.load(address, signal);
      players = await listPlayers(game.position.game);
    } catch (error) {
      if (!signal.aborted) failed(error, address);
      return undefined;
    }
    if (signal.aborted || closed) return undefined;
    overlay = {};
    draw();
    tell();
    analyse();
    if (game.position.passed && !game.isLookingBack && !game.isOver) passOn(signal);
    else if (game.isProgramTurn && !(pace.paused && !game.hasHuman)) programMoves(signal);
    return undefined;
  }

  /** @param {unknown} error @param {Address} address */
  function failed(error, address) {
    report(error);
    if (game.whole) return;
    put(parts.status, "This position cannot be shown.");
    put(parts.ending, h("p", {}, h("a", { href: `/?game=${encodeURIComponent(address.game.split(":")[0])}` }, "Back to the menu")));
  }

  function draw() {
    const { position } = game;
    document.title = `${position.title} · Kibitz`;
    root.classList.toggle("analysing", game.address.page === "analyse");
    show();
    put(parts.scoreline, scoreline(game, nameOf, changePlayer));
    put(parts.status, statusText());
    put(parts.ending, game.isOver ? ending(game, { again: () => game.restart(), menu, analyse: () => switchPage("analyse") }) : null);
    put(parts.tools, toolbar(game, { hint: () => void hint(), menu, share, analyse: () => switchPage(game.address.page === "analyse" ? "play" : "analyse") }));
    put(parts.pace, game.hasHuman ? null : pacing(pace, () => void follow(game.address), () => void step()));
    put(parts.moves, moveList(game));
    if (!parts.setting.open) {
      put(parts.setting, h("summary", {}, "Set up a position"), positionEditor(position, ({ moves, position: text }) =>
        go({ ...game.address, moves, position: text, ply: null, resigned: null })));
    }
    entry.hidden = !game.isHumanTurn;
  }

  /** The board with whatever lies over it. */
  function show() {
    const { position } = game;
    board.show({
      board: position.board,
      look: position.look,
      label: `${position.title}, ${position.variant}`,
      legal: game.isHumanTurn ? position.legal : [],
      last: position.last?.cells ?? [],
      winning: position.winning,
      scored: position.legal,
      ...overlay,
    });
  }

  function statusText() {
    const { position } = game;
    if (game.isOver) return "";
    if (game.isLookingBack) return `Looking at move ${game.ply} of ${game.whole.moves.length}; play another move here, or go on.`;
    const side = position.players[position.to_move];
    return game.isHumanTurn ? `${side} to move` : `${side}: ${nameOf(position.to_move)}`;
  }

  /** @param {number} side */
  const nameOf = (side) => {
    if (game.player(side) === HUMAN) return game.player(1 - side) === HUMAN ? "A person" : "You";
    return players ? playerTitle(game.player(side), players) : game.player(side);
  };

  /** Say the last move, and how the game stands, once. */
  function tell() {
    const { position } = game;
    const key = `${position.game} ${position.moves_text} ${game.address.resigned}`;
    if (key === told) return;
    told = key;
    const mover = position.history[position.history.length - 2]?.to_move;
    const last = position.last && mover !== undefined ? `${position.players[mover]} played ${position.last.move}. ` : "";
    const { result, why } = game.verdict;
    announce(last + (game.isOver ? `Game over: ${result}. ${why}` : (position.passed ?? `${position.players[position.to_move]} to move.`)));
  }

  /** A side without a move: say so, then pass for it. @param {AbortSignal} signal */
  async function passOn(signal) {
    put(parts.status, h("strong", {}, game.position.passed ?? ""));
    notice(game.position.passed ?? "");
    await pause(PASS_SHOWN_FOR, signal).then(() => game.play(game.position.legal[0].move, { replace: true }), () => {});
  }

  /** @param {AbortSignal} signal */
  async function programMoves(signal) {
    const side = game.position.to_move;
    try {
      const [answer] = await Promise.all([
        think({ ...game.query, seed: game.seed }, game.player(side), signal, (thought) => put(parts.status, `${nameOf(side)}: `, thoughtText(thought))),
        game.hasHuman ? undefined : pause(pace.wait, signal),
      ]);
      if (!signal.aborted && answer?.move) game.play(answer.move, { replace: true });
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      put(parts.status, "The program could not move. ", button("Ask it again", null, () => void follow(game.address), { class: "quiet" }));
    }
  }

  /** One move of two programs that pause. */
  function step() {
    pace.paused = true;
    if (game.isLookingBack) return game.redo();
    work.abort();
    work = new AbortController();
    return programMoves(work.signal);
  }

  async function hint() {
    const { signal } = work;
    if (!players) return;
    try {
      put(parts.status, "Thinking about a hint …");
      const answer = await think(game.query, players.hint, signal, (thought) => put(parts.status, "Hint: ", thoughtText(thought)));
      if (signal.aborted || !answer?.move) return;
      overlay = { ...overlay, scores: { ...overlay.scores, [answer.move]: { text: "hint", best: true, tone: "hint" } } };
      show();
      put(parts.status, h("strong", {}, `Hint: ${answer.move}`), answer.score === null ? "" : ` (${thoughtText(answer)})`);
      announce(`Hint: ${answer.move}`);
    } catch (error) {
      if (!signal.aborted) report(error);
    }
  }

  function analyse() {
    const wanted = game.address.page === "analyse";
    if (wanted && !analysis) {
      analysis = openAnalysis(parts.analysis, game, (change) => {
        overlay = Object.fromEntries(Object.entries({ ...overlay, ...change }).filter(([, value]) => value !== undefined));
        show();
        if (change.tints || change.board) board.scrollIntoView({ block: "nearest" });
      });
    }
    if (!wanted && analysis) {
      analysis.close();
      analysis = null;
    }
    analysis?.update();
  }

  /** @param {string} text */
  function playTyped(text) {
    const legal = game.position.legal.find(({ move }) => move.toLowerCase() === text.trim().toLowerCase());
    if (!game.isHumanTurn) return;
    if (legal) game.play(legal.move);
    else notice(`${text} is not legal here; the legal moves are: ${game.position.legal.map(({ move }) => move).join(" ")}.`, { error: true });
  }

  /** @param {number} side @param {string} spec */
  const changePlayer = (side, spec) => game.seat(side === 0 ? "first" : "second", spec);
  const switchPage = (/** @type {string} */ page) => go({ ...game.address, page });
  const menu = () => go({ ...game.address, page: "", moves: "", ply: null, resigned: null, position: "" });

  async function share() {
    try {
      await navigator.clipboard.writeText(location.href);
      notice("The link to this game has been copied.");
    } catch {
      notice(`Copy this link: ${location.href}`);
    }
  }

  board.addEventListener("move", (event) => game.play(/** @type {CustomEvent} */ (event).detail));
  const stopListening = listenToKeys({ game, play: (move) => game.play(move), hint: () => void hint(), typing: (text) => (entry.elements.namedItem("move").value = text) });
  follow(first);

  return {
    /** @param {Address} address */
    update(address) {
      clearNotices();
      void follow(address);
    },
    close() {
      closed = true;
      work.abort();
      analysis?.close();
      stopListening();
      root.classList.remove("analysing");
    },
  };
}

function keys() {
  const lines = [
    ["a–z 0–9", "type a move's name to play it"],
    ["Tab, arrows", "walk over the board; Enter plays"],
    ["← → Home End", "outside the board: go through the moves"],
    ["Ctrl+Z Ctrl+Y", "undo, redo"],
    ["?", "a hint"],
  ];
  return h("details", { class: "keys" }, h("summary", {}, "Keys"), h("dl", {}, lines.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)])));
}

/** A line to type a move's name into. @param {(text: string) => void} play @returns {any} */
function moveEntry(play) {
  const input = h("input", { type: "text", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const form = h("form", { class: "line-form move-entry" }, h("label", {}, "Type a move", input), h("button", { type: "submit" }, "Play"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) play(input.value);
    input.value = "";
  });
  return form;
}
