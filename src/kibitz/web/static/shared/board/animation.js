/** Animation on the board: discs drop and flip, strokes are drawn, chips leave. None if the system asks for that. */

import { UNIT } from "./geometry.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Take a piece off the board, with the group that holds it in its place. @param {SVGGElement} piece */
export const removePiece = (piece) => piece.parentElement?.remove();

/** Whether changes are shown without animation. */
export const isStill = () => still.matches;

const SETTLE = "cubic-bezier(.3, .7, .3, 1)";

/**
 * Animate a piece that was not there before.
 *
 * @param {SVGGElement} piece  drawn around its own origin
 * @param {"drop" | "place" | "draw"} manner
 * @param {number} row
 * @param {number} head  room above the board, where a drop begins
 */
export function enter(piece, manner, row, head) {
  if (isStill()) return;
  if (manner === "drop") {
    const height = (row + 0.5) * UNIT + head / 2;
    const fall = 150 + 9 * Math.sqrt(height) * 1.4;
    piece.animate(
      [
        { transform: `translateY(${-height}px)`, easing: "cubic-bezier(.5, 0, 1, .7)" },
        { transform: "translateY(0)", offset: 0.72, easing: "ease-out" },
        { transform: `translateY(${-Math.min(14, height / 30)}px)`, offset: 0.86, easing: "ease-in" },
        { transform: "translateY(0)" },
      ],
      { duration: fall, fill: "backwards" },
    );
  } else if (manner === "draw") {
    for (const stroke of piece.querySelectorAll(".stroke")) {
      stroke.animate([{ strokeDasharray: "0 100" }, { strokeDasharray: "100 0" }], {
        duration: 260,
        easing: "ease-in-out",
        fill: "backwards",
      });
    }
    if (!piece.querySelector(".stroke")) appear(piece);
  } else {
    appear(piece);
  }
}

/** A piece comes from another place on the board. @param {SVGGElement} piece @param {number} x @param {number} y */
export function slide(piece, x, y) {
  if (isStill()) return;
  piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 220, easing: SETTLE });
}

/** @param {SVGGElement} piece */
function appear(piece) {
  piece.animate(
    [
      { transform: "scale(.6)", opacity: 0 },
      { transform: "scale(1)", opacity: 1 },
    ],
    { duration: 180, easing: SETTLE },
  );
}

/**
 * A piece changes its owner: the old one turns away, the new one turns up. The further from the move, the later.
 *
 * @param {SVGGElement} before  removed when it has turned
 * @param {SVGGElement} after
 * @param {number} distance  cells from the move
 */
export function flip(before, after, distance) {
  if (isStill()) return removePiece(before);
  const delay = 90 + 55 * distance;
  const half = 130;
  before
    .animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
      delay,
      duration: half,
      easing: "ease-in",
      fill: "forwards",
    })
    .finished.then(
      () => removePiece(before),
      () => removePiece(before),
    );
  after.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
    delay: delay + half,
    duration: half,
    easing: "ease-out",
    fill: "backwards",
  });
}

/** A piece goes. @param {SVGGElement} piece @param {number} order  how many go before it */
export function leave(piece, order) {
  if (isStill()) return removePiece(piece);
  piece
    .animate([{ opacity: 1 }, { transform: "translateY(-40px) scale(.8)", opacity: 0 }], {
      delay: 60 * order,
      duration: 240,
      easing: "ease-in",
      fill: "forwards",
    })
    .finished.then(
      () => removePiece(piece),
      () => removePiece(piece),
    );
}
