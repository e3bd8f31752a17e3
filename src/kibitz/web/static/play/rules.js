/** The rules of the game, one click away from the board. */

import { askOnce, gameInfo } from "../shared/api.js";
import { EMPTY } from "../shared/board/geometry.js";
import { h, put } from "../shared/dom.js";

/** @typedef {import("../shared/api_types.js").Position} Position */

/** How a move is made where the board alone does not say it, by the look of the game or the shape of its board. */
const HOW_TO_MOVE = /** @type {Record<string, string>} */ ({
  heap: "Click a chip to take it and all chips after it.",
  rack: "Click a column to drop a stone into its lowest free cell.",
  chocolate: "Click a square to eat it and all squares below it and to its right.",
  dominoes: "Click the upper or left one of the two cells.",
  edges: "Click between two dots to draw the line.",
  pits: "Click one of your pits to sow its seeds.",
});

/** What a person who is to move can do; empty where it is plain. @param {Position} position */
export function howToMove({ look, board, legal }) {
  if (legal.some(({ steps }) => steps?.length)) return "Click a piece, then its target, or drag it there.";
  if (legal.some(({ move }) => move === "swap")) return "Click a cell, or press “swap” to take over the stone.";
  return HOW_TO_MOVE[look] ?? HOW_TO_MOVE[board.shape ?? ""] ?? "";
}

/** Whether all that can be clicked are pieces that are taken off the board. @param {Position} position */
export const isTaking = ({ board, legal }) =>
  board.shape === "points" && legal.length > 0 &&
  legal.every(({ cells }) => cells.length > 0 && cells.every(([row, column]) => board.rows[row][column] !== EMPTY));

/** The rules at length: what a page of the documentation says before its first heading. @param {HTMLElement} place @param {string} page */
async function showRules(place, page) {
  const { shown } = await askOnce("manual", { page }).catch(() => ({ shown: { html: "" } }));
  const whole = document.createElement("template");
  whole.innerHTML = shown.html; // from the documentation that came with the server, never from anybody else
  const parts = [...whole.content.children];
  const end = parts.findIndex(({ tagName }) => tagName === "H2");
  put(place, parts.slice(0, end < 0 ? parts.length : end).filter(({ tagName }) => ["P", "UL", "OL"].includes(tagName)));
  for (const picture of place.querySelectorAll("img")) picture.closest("p")?.remove();
}

/** @param {HTMLElement} place  filled when it is opened for the first time */
export function openRules(place) {
  let shown = "";
  /** @param {Position} position */
  return async function update(position) {
    if (shown === position.game) return;
    shown = position.game;
    const info = await gameInfo(position.game);
    if (!info) return;
    const full = h("div", { class: "full-rules" });
    if (info.document) place.addEventListener("toggle", () => void showRules(full, info.document), { once: true });
    const paragraphs = info.rules ? info.rules.split("\n\n") : [];
    put(
      place,
      h("summary", {}, "Rules"),
      h("p", {}, info.about || "This game has no description of its rules; the legal moves are marked on the board."),
      paragraphs.map((text) => h("p", {}, text)),
      full,
      howToMove(position) && h("p", {}, howToMove(position)),
      info.document &&
        h("p", {}, h("a", { href: `/manual?document=${info.document}` }, "Notation, known values and more")),
    );
  };
}
