/** Keys of the Play page: a move's name plays it, arrows go through the moves, Ctrl+Z undoes, ? asks for a hint, a dot flips the board. */

import { later } from "../shared/settled.js";

/** @typedef {import("./game.js").Game} Game */

/** Where keys belong to what has the focus; a switch needs only the space bar. */
const TYPING = "input:not([type='checkbox']), select, textarea, [contenteditable]";
const UNDECIDED = 900; // milliseconds after which `1` means 1 although 12 is a move too

/**
 * @param {{game: Game, hint: () => void, turn: () => void, typing: (text: string) => void}} table
 * @returns {() => void} stops listening
 */
export function listenToKeys({ game, hint, turn, typing }) {
  let typed = "";
  let cancel = () => {};

  const forget = () => {
    typed = "";
    typing("");
    cancel();
  };

  /** @param {boolean} surely  whether nothing more will be typed */
  function settle(surely) {
    const names = game.position.legal.map(({ move }) => move);
    const name = typed.toLowerCase();
    const exact = names.find((move) => move.toLowerCase() === name);
    const longer = names.some((move) => move.toLowerCase().startsWith(name) && move.toLowerCase() !== name);
    if (exact && (surely || !longer)) {
      forget();
      game.play(exact);
    } else if (surely || !longer) {
      forget();
    }
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = /** @type {Element} */ (event.target);
    if (!game.position || target.closest?.(TYPING)) return;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) game.undo();
      else if (key === "y" || key === "z") game.redo();
      else return;
      event.preventDefault();
    } else if (event.altKey) {
      return;
    } else if (event.key === "ArrowLeft") game.jump(game.ply - 1);
    else if (event.key === "ArrowRight") game.jump(game.ply + 1);
    else if (event.key === "Home") game.jump(0);
    else if (event.key === "End") game.jump(game.whole.moves.length);
    else if (event.key === "?") hint();
    else if (event.key === ".") turn();
    else if (event.key === "Escape") forget();
    else if ((typed ? /^[a-z0-9:-]$/i : /^[a-z0-9]$/i).test(event.key) && game.isHumanTurn && !game.isMoving) {
      typed += event.key;
      typing(typed);
      cancel();
      cancel = later(UNDECIDED, () => settle(true));
      settle(false);
    }
  }

  document.addEventListener("keydown", onKey);
  return () => {
    document.removeEventListener("keydown", onKey);
    cancel();
  };
}
