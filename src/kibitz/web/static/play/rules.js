/** The rules of the game, one click away from the board. */

import { gameInfo } from "../shared/api.js";
import { h, put } from "../shared/dom.js";

/** How a move is made where the board alone does not say it, by the look of the game. */
const HOW_TO_MOVE = /** @type {Record<string, string>} */ ({
  heap: "Click a chip: it is taken with all chips after it.",
  rack: "Click a column: the stone falls to its lowest free cell.",
});

/** What a person who is to move can do; empty where it is plain. @param {string} look */
export const howToMove = (look) => HOW_TO_MOVE[look] ?? "";

/** @param {HTMLElement} place  filled when it is opened for the first time */
export function openRules(place) {
  let shown = "";
  /** @param {import("../shared/api_types.js").Position} position */
  return async function update(position) {
    if (shown === position.game) return;
    shown = position.game;
    const info = await gameInfo(position.game);
    if (!info) return;
    const paragraphs = info.rules ? info.rules.split("\n\n") : [];
    put(
      place,
      h("summary", {}, "Rules"),
      h("p", {}, info.about || "This game says nothing about its rules; its legal moves are marked on the board."),
      paragraphs.map((text) => h("p", {}, text)),
      howToMove(position.look) && h("p", {}, howToMove(position.look)),
      info.document &&
        h("p", {}, h("a", { href: `/learn?document=${info.document}` }, "Notation, known values and more")),
    );
  };
}
