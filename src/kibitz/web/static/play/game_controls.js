/** Parts of the Play page: who plays, the buttons, the speed of two programs, and how a game ended. */

import { gameInfo, listPlayers } from "../shared/api.js";
import { report } from "../shared/announcer.js";
import { button, h, icon, put } from "../shared/dom.js";
import { HUMAN, levelOf, playerChooser } from "../shared/forms/player_chooser.js";
import { changeMatching, matchSwitch } from "../shared/match_me.js";
import { plural } from "../shared/words.js";
import { sideOf } from "../shared/board/pieces.js";
import { token } from "../shared/board/skins.js";
import { canTurn } from "./board_settings.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * The two sides: name, player, stones where they are counted, and whose turn it is.
 *
 * @param {Game} game
 * @param {(side: number) => string} nameOf
 */
export function scoreline(game, nameOf) {
  const { position } = game;
  const counts = [0, 0];
  for (const mark of position.board.rows.join("")) if (sideOf(mark) >= 0) counts[sideOf(mark)]++;
  return [0, 1].map((side) => {
    const isTurn = !game.isOver && position.to_move === side;
    const place = h("div", { class: "seat-form" });
    const open = async () => {
      if (place.hasChildNodes()) return put(place);
      const info = await gameInfo(position.game);
      put(
        place,
        playerChooser(
          `Who plays ${position.sides[side]}`,
          game.player(side),
          await listPlayers(position.game),
          info,
          (spec) => {
            const level = levelOf(spec);
            if (level !== null) changeMatching(position.game, { level, streak: 0 });
            game.seat(side === 0 ? "first" : "second", spec);
          },
        ),
        game.player(1 - side) === HUMAN && matchSwitch(position.game, game.player(side)),
      );
      /** @type {HTMLElement | null} */ (place.querySelector("select"))?.focus();
      return undefined;
    };
    return h(
      "div",
      {
        class: `plate look-${position.look || "marks"}${isTurn ? " turn" : ""}${game.winner === side ? " winner" : ""}`,
      },
      h(
        "button",
        { type: "button", class: "plate-button", title: "Change who plays", onclick: () => void open().catch(report) },
        token(position, side),
        h(
          "span",
          { class: "plate-text" },
          h("span", { class: "plate-side" }, position.sides[side]),
          h("span", { class: "plate-player" }, nameOf(side)),
        ),
        position.look === "discs" &&
          h("span", { class: "count", "aria-label": plural(counts[side], "disc") }, counts[side]),
        isTurn && h("span", { class: "unseen" }, "to move"),
      ),
      place,
    );
  });
}

/** @param {Game} game @param {() => void} analyse */
export function analyseSwitch(game, analyse) {
  const checked = game.isAnalysing;
  const input = h("input", { type: "checkbox", role: "switch", onchange: analyse, checked });
  return h("label", { class: "switch" }, input, h("span", {}, "Analyse"));
}

/**
 * The buttons a player presses during the game.
 *
 * @param {Game} game
 * @param {{hint: () => void, turn: () => void}} actions
 */
export const turnButtons = (game, { hint, turn }) =>
  [
    button("Undo", "undo", () => game.undo(), {
      disabled: game.undoPly < 0 && game.address.resigned === null,
      title: "Take the move back (Ctrl+Z)",
    }),
    button("Redo", "redo", () => game.redo(), { disabled: game.redoPly < 0, title: "Make the move again (Ctrl+Y)" }),
    button("Hint", "hint", hint, {
      disabled: game.isOver,
      title: "In three steps: where to look, what kind of move, the move (?)",
    }),
    canTurn(game.position) && button("Flip", "flip", turn, { title: "See the board from its other side (.)" }),
  ].filter((each) => each !== false);

/** @param {Game} game @param {{menu: () => void, share: () => void}} actions */
export function toolbar(game, { menu, share }) {
  return [
    h(
      "div",
      { class: "buttons", role: "toolbar", "aria-label": "Game" },
      button("Swap sides", "swap", () => game.swapSides(), { title: "The players change sides" }),
      button("Resign", "flag", () => game.resign(), {
        disabled: game.isOver || game.isLookingBack || !game.hasHuman,
      }),
      button("New game", "fresh", () => game.restart(), { title: "The same game from its start" }),
      button("Copy link", "share", share, { title: "A link to this game as it stands, variations included" }),
      h(
        "a",
        {
          class: "button",
          href: recordAddress(game),
          download: "",
          title: "The game as a file, variations included (.games)",
        },
        icon("save"),
        h("span", {}, "Download"),
      ),
      button("Menu", "menu", menu, { title: "Another game, other players" }),
    ),
  ];
}

/** Where the file of a game is. @param {Game} game */
function recordAddress({ position, address: { first, second, resigned, position: start, moves } }) {
  const query = new URLSearchParams({ game: position.game, moves, first, second });
  if (start) query.set("position", start);
  if (resigned !== null) query.set("resigned", String(resigned));
  return `/api/record?${query}`;
}

/**
 * @param {{paused: boolean, wait: number}} pace
 * @param {() => void} changed
 * @param {() => void} step
 */
export function pacing(pace, changed, step) {
  const slider = h("input", { type: "range", min: 0, max: 2000, step: 100 });
  slider.value = String(2000 - pace.wait);
  slider.addEventListener("input", () => (pace.wait = 2000 - Number(slider.value)));
  return [
    button(
      pace.paused ? "Go on" : "Pause",
      pace.paused ? "play" : "pause",
      () => ((pace.paused = !pace.paused), changed()),
      { class: "primary" },
    ),
    button("One move", "step", step),
    h("label", { class: "speed" }, "Speed", slider),
  ];
}

/**
 * @param {Game} game
 * @param {{again: (swapped: boolean) => void, menu: () => void, analyse: () => void}} actions
 * @param {HTMLElement} review  what the button says that leads to the review
 * @param {string} note  what else follows from the result
 * @param {HTMLElement | null} costs
 */
export function ending(game, { again, menu, analyse }, review, note, costs) {
  const { why } = game.verdict;
  return h(
    "section",
    { class: "ending", "aria-label": "Game over" },
    h("h2", {}, endingTitle(game)),
    why && h("p", {}, why),
    note && h("p", { class: "match-note" }, note),
    costs,
    h(
      "div",
      { class: "row" },
      button("Play again", "fresh", () => again(false), { class: "primary" }),
      isAlone(game) && button(`Play again as ${otherSide(game)}`, "swap", () => again(true)),
      button("Back to the menu", "menu", menu),
      game.address.page !== "analyse" && h("button", { type: "button", onclick: analyse }, review),
    ),
  );
}

/** Whether one person plays against a program. @param {Game} game */
const isAlone = (game) => [0, 1].filter((side) => game.player(side) === HUMAN).length === 1;

/** What the side of the program is called. @param {Game} game */
const otherSide = (game) => game.position.sides[game.player(0) === HUMAN ? 1 : 0];

/** How it ended, to the one person who plays, or to those who watch. @param {Game} game */
function endingTitle(game) {
  const { result } = game.verdict;
  if (!isAlone(game)) return result.charAt(0).toUpperCase() + result.slice(1);
  const margin = / by \d+$/.exec(result)?.[0] ?? "";
  return game.winner === null
    ? "A draw"
    : game.player(game.winner) === HUMAN
    ? `You win${margin}`
    : `You lose${margin}`;
}

/** What is said when something else than the end of the game is shown. @param {Game} game @param {() => void} playOn */
export function earlierMoveNote(game, playOn) {
  const { ply, position, variation } = game;
  const move = `move ${ply} of ${game.whole.moves.length}`;
  const where = `Looking at ${variation ? `variation ${variation}, ` : ""}${move}`;
  if (game.isAnalysing) return `${where}; another move here starts a variation.`;
  if (game.isHumanTurn) {
    return `${position.sides[position.to_move]} to move, ${
      variation ? `in variation ${variation}` : "back"
    } at ${move}`;
  }
  return [`${where}. `, button("Play on from here", "play", playOn, { class: "quiet" })];
}

/** Back to the tournament a game belongs to. @param {import("../shared/address.js").Address} address */
export const tournamentLink = (address) =>
  h("a", { href: `/arena?tournament=${encodeURIComponent(address.tournament)}` }, "← Back to the tournament");

/** A line to type a move's name into. @param {(text: string) => void} play */
export function moveEntry(play) {
  const input = h("input", {
    type: "text",
    name: "move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
  });
  const label = h("label", {}, "Type a move", input);
  const form = h("form", { class: "line-form move-entry" }, label, h("button", { type: "submit" }, "Play"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) play(input.value);
    input.value = "";
  });
  return Object.assign(form, { input });
}

export function keyList() {
  const lines = [
    ["a–z 0–9", "type a move's name to play it"],
    ["Tab, arrows", "move over the board; Enter plays"],
    ["← → Home End", "after a click, or outside the board: go through the moves"],
    ["Ctrl+Z Ctrl+Y", "undo, redo"],
    ["?", "a hint; again for more of it"],
    [".", "flip the board"],
  ];
  const list = lines.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)]);
  return h("details", { class: "keys" }, h("summary", {}, "Keys"), h("dl", {}, list));
}
