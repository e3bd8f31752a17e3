/** The link from a move of a program to the search behind it, and from the analysis to its own search. */

import { writeAddress } from "./address.js";
import { h } from "./dom.js";
import { HUMAN, levelOf } from "./forms/player_chooser.js";

/** @typedef {import("./address.js").Address} Address */

const HIGHEST = 10; // the level that plays as well as it can

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
  const level = isProgram ? levelOf(player) : null;
  const errs = level !== null && level < HIGHEST;
  const words = !isProgram
    ? "The search of this analysis, in the microscope"
    : errs
    ? `What its search found before ${whole.moves[from]}`
    : `Why did it play ${whole.moves[from]}?`;
  const link = h("a", { href: writeAddress(tree) }, words);
  const note = `Level ${level} plays the best move that its search finds, or at random a worse one.`;
  return h("p", { class: "why-link" }, link, errs && h("span", { class: "about" }, ` ${note}`));
}
