/** The link from a move of a program to the search behind it, and from the analysis to its own search. */

import { writeAddress } from "./address.js";
import { h } from "./dom.js";
import { HUMAN } from "./forms/player_chooser.js";

/** @typedef {import("./address.js").Address} Address */

/**
 * What the link needs to know of a game: the address, all moves, and which ply is shown.
 *
 * @typedef {object} ShownGame
 * @property {Address} address
 * @property {{moves: string[], history: {to_move: number, passed?: string | null}[]}} whole
 * @property {number} ply
 * @property {(side: number) => string} player
 */

/** @param {ShownGame} game */
export function whyLink(game) {
  const { address, whole, ply } = game;
  const mover = ply > 0 ? whole.history[ply - 1].to_move : -1;
  const player = mover < 0 ? HUMAN : game.player(mover);
  const isProgram = player !== HUMAN;
  if (!isProgram && address.page !== "analyse") return null;
  const from = isProgram ? ply - 1 : ply;
  /** @type {Address} */
  const tree = {
    ...address,
    page: "tree",
    first: HUMAN,
    second: HUMAN,
    moves: whole.moves.slice(0, from).join(" "),
    ply: null,
    resigned: null,
    player: isProgram ? player : "analysis",
    seed: isProgram && address.seed !== null ? address.seed + from : null,
    searcher: "",
    example: "",
    other: "",
    tree: "",
    view: "",
    place: "",
    node: null,
    step: null,
  };
  const words = isProgram ? `Why did it play ${whole.moves[from]}?` : "The search of this analysis, in the microscope";
  return h("p", { class: "why-link" }, h("a", { href: writeAddress(tree) }, words));
}
