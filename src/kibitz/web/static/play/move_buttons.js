/** Moves that no cell of the board stands for, such as a swap of sides: a button for each. */

import { button, h } from "../shared/dom.js";

/**
 * @param {import("../shared/api_types.js").LegalMove[]} legal
 * @param {(move: string) => void} play
 */
export function moveButtons(legal, play) {
  const moves = legal.filter(({ cells, steps }) => !cells.length && !steps?.length);
  if (!moves.length) return null;
  return h(
    "div",
    { class: "move-buttons", role: "group", "aria-label": "Moves without a cell" },
    moves.map(({ move }) => button(move, null, () => play(move), { "data-move": move })),
  );
}
