/** How pieces come, turn, move and go: discs drop and flip, strokes are drawn, chips leave. */

import { UNIT } from "./geometry.js";
import { sound } from "./sounds.js";

/** @typedef {import("./motion.js").Motion} Motion */

/** Take a piece off the board, with the group that holds it in its place. @param {SVGGElement} piece */
export const removePiece = (piece) => piece.parentElement?.remove();

const SETTLE = "cubic-bezier(.3, .7, .3, 1)";
const SLIDE = 320; // milliseconds, as all times here
const DRAW = 280;
const TURN = 130; // half of a flip
export const ARRIVED = 260; // after which a piece stands and what it does to others begins

/**
 * Animate a piece that was not there before.
 *
 * @param {Motion} motion
 * @param {SVGGElement} piece  drawn around its own origin
 * @param {"drop" | "place" | "draw"} manner
 * @param {{row: number, head: number, delay: number}} how  `head`: room above the board, where a drop begins
 */
export function enter(motion, piece, manner, { row, head, delay }) {
  const land = () => sound("place");
  if (manner === "drop") {
    const height = (row + 0.5) * UNIT + head / 2;
    const frames = [
      { transform: `translateY(${-height}px)`, easing: "cubic-bezier(.5, 0, 1, .7)" },
      { transform: "translateY(0)", offset: 0.72, easing: "ease-out" },
      { transform: `translateY(${-Math.min(14, height / 30)}px)`, offset: 0.86, easing: "ease-in" },
      { transform: "translateY(0)" },
    ];
    return motion.animate(piece, frames, { duration: 150 + 12.6 * Math.sqrt(height), delay }, land);
  }
  const strokes = manner === "draw" ? [...piece.querySelectorAll(".stroke, .drawn-edge")] : [];
  for (const stroke of strokes) {
    const frames = [{ strokeDasharray: "0 100" }, { strokeDasharray: "100 0" }];
    motion.animate(stroke, frames, { duration: DRAW, easing: "ease-in-out", delay }, land);
  }
  if (strokes.length) return undefined;
  const frames = [
    { transform: "scale(.6)", opacity: 0 },
    { transform: "scale(1)", opacity: 1 },
  ];
  return motion.animate(piece, frames, { duration: 200, easing: SETTLE, delay }, land);
}

/** A piece comes from another place on the board. @param {Motion} motion @param {SVGGElement} piece @param {number} x @param {number} y */
export const slide = (motion, piece, x, y) =>
  motion.animate(
    piece,
    [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
    { duration: SLIDE, easing: SETTLE },
    () => sound("slide"),
  );

/**
 * A piece changes its owner: the old one turns away, the new one turns up. The further from the move, the later.
 *
 * @param {Motion} motion
 * @param {SVGGElement} before  removed when it has turned
 * @param {SVGGElement} after
 * @param {number} distance  cells from the move
 */
export function flip(motion, before, after, distance) {
  const delay = ARRIVED + 95 * Math.max(0, distance - 1);
  const [away, up] = [[{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], [{ transform: "scaleX(0)" }, {
    transform: "scaleX(1)",
  }]];
  motion.animate(before, away, { delay, duration: TURN, easing: "ease-in" }, () => removePiece(before));
  motion.animate(after, up, { delay: delay + TURN, duration: TURN, easing: "ease-out" }, () => sound("turn"));
}

/** A piece goes. @param {Motion} motion @param {SVGGElement} piece @param {number} delay */
export function leave(motion, piece, delay) {
  const frames = [{ opacity: 1 }, { transform: "translateY(-40px) scale(.8)", opacity: 0 }];
  motion.animate(piece, frames, { delay, duration: 260, easing: "ease-in" }, () => {
    removePiece(piece);
    sound("leave");
  });
}
