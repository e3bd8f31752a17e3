/**
 * Pieces, each drawn around (0, 0) in a cell of 100 units. The two sides differ by shape as well as by colour: the
 * first has a ring on its disc (or is a cross), the second a lozenge (or is a ring).
 */

import { s } from "../dom.js";

const SIDES = ["X", "O"];
const MAX_SEEDS = 24; // drawn one by one; the number says the rest
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** The side a mark belongs to: 0, 1, or -1 for neither. @param {string} mark */
export const sideOf = (mark) => SIDES.indexOf(mark.toUpperCase());

/** @param {number} x @param {number} y @param {number} r */
export const circlePath = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A disc with the emblem of its side. @param {string} mark @param {number} r */
export function disc(mark, r) {
  const side = sideOf(mark);
  if (side < 0) return letter(mark);
  const emblem = side === 0
    ? s("circle", { class: "emblem", r: r * 0.56 })
    : s("path", { class: "emblem", d: `M0 ${-r * 0.5}L${r * 0.5} 0L0 ${r * 0.5}L${-r * 0.5} 0Z` });
  return [s("circle", { class: `disc side-${side}`, r }), s("g", { class: `side-${side}` }, emblem)];
}

/** A tile for a mark nobody knows, written as it is. @param {string} mark */
export function letter(mark) {
  return [
    s("rect", { class: "tile", x: -38, y: -38, width: 76, height: 76, rx: 10 }),
    s("text", { class: "letter", y: 19 }, mark),
  ];
}

/**
 * The outlines of the nodes of a tree of numbers by their marks: Max, Min and a leaf.
 *
 * @type {Record<string, [number, number][]>}
 */
const NODES = {
  "^": [[0, -46], [48, 40], [-48, 40]],
  v: [[0, 46], [48, -40], [-48, -40]],
  "#": [[-40, -40], [40, -40], [40, 40], [-40, 40]],
};

/** @param {string} mark */
export const treeNode = (mark) => [s("polygon", { class: "tree-node", points: NODES[mark]?.join(" ") })];

const CROSS = "M-27 -28C-12 -10 10 12 28 27M27 -29C12 -12 -12 12 -28 28";
const RING = "M4 -30C-20 -32 -34 -14 -31 6C-28 26 -8 34 10 29C30 23 36 0 27 -16C22 -25 12 -30 0 -30";

/** A cross or a ring; faint if the mark is a small letter. @param {string} mark */
export function pen(mark) {
  const side = sideOf(mark);
  if (side < 0) return mark === "*" ? chip() : letter(mark);
  const faint = mark === SIDES[side] ? "" : " faint";
  return [s("path", { class: `stroke side-${side}${faint}`, d: side ? RING : CROSS, pathLength: 100 })];
}

export function chip() {
  return [
    s("circle", { class: "chip", r: 40 }),
    s("circle", { class: "chip-rim", r: 31, pathLength: 96 }),
    s("circle", { class: "chip-heart", r: 20 }),
  ];
}

/** A piece of chocolate, or the poisoned one. @param {string} mark */
export function chocolate(mark) {
  if (mark !== "*" && mark !== "P") return letter(mark);
  return [
    s("rect", { class: mark === "P" ? "chocolate poison" : "chocolate", x: -47, y: -47, width: 94, height: 94, rx: 8 }),
    s("rect", { class: "chocolate-top", x: -30, y: -30, width: 60, height: 60, rx: 6 }),
    mark === "P" && s("path", { class: "skull", d: "M-16 -16L16 16M16 -16L-16 16" }),
  ].filter((part) => part !== false);
}

/** A draughtsman; a capital letter is a king. @param {string} mark */
export function draughtsman(mark) {
  const side = sideOf(mark);
  if (side < 0) return letter(mark);
  const isKing = mark === SIDES[side];
  return [
    s("circle", { class: `disc side-${side}`, r: 38 }),
    s(
      "g",
      { class: `side-${side}` },
      s("circle", { class: "emblem rim", r: 31 }),
      isKing
        ? s("path", { class: "crown", d: "M-22 17L-26 -14L-11 0L0 -20L11 0L26 -14L22 17Z" })
        : side
        ? s("path", { class: "emblem", d: "M0 -17L17 0L0 17L-17 0Z" })
        : s("circle", { class: "emblem", r: 17 }),
    ),
  ];
}

/** @param {string} mark */
export function pawn(mark) {
  const side = sideOf(mark);
  if (side < 0) return letter(mark);
  const body =
    "M-28 38h56v-10c0 -7 -7 -9 -13 -12c-3 -12 -5 -18 -4 -27h7v-9h-9a16 16 0 1 0 -18 0h-9v9h7c1 9 -1 15 -4 27" +
    "c-6 3 -13 5 -13 12Z";
  return [
    s("path", { class: `disc side-${side}`, d: body }),
    side === 0 && s("g", { class: "side-0" }, s("path", { class: "emblem", d: "M-18 28h36" })),
  ].filter((part) => part !== false);
}

/**
 * Half of a domino. The first side's are upright, the second's lie; which half it is, the marks before it say.
 *
 * @param {string} mark
 * @param {number} row
 * @param {number} column
 * @param {string[]} rows
 */
export function halfDomino(mark, row, column, rows) {
  const side = sideOf(mark);
  if (side < 0) return letter(mark);
  const [down, right] = side ? [0, 1] : [1, 0];
  let before = 0;
  while (rows[row - (before + 1) * down]?.[column - (before + 1) * right] === mark) before++;
  const turn = (side ? -90 : 0) + (before % 2 ? 180 : 0);
  return [
    s(
      "g",
      { class: `side-${side}`, transform: turn ? `rotate(${turn})` : null },
      s("path", { class: `domino side-${side}`, d: "M-38 50V-26a12 12 0 0 1 12 -12H26a12 12 0 0 1 12 12V50" }),
      side === 0 ? s("circle", { class: "pip", r: 12 }) : s("path", { class: "pip", d: "M0 -14L14 0L0 14L-14 0Z" }),
    ),
  ];
}

/**
 * A line between two dots, or a box that somebody has.
 *
 * @param {string} mark
 * @param {number} row
 * @param {number} column
 */
export function edgeOrBox(mark, row, column) {
  const side = sideOf(mark);
  if ((row + column) % 2) {
    const d = row % 2 ? "M0 -50V50" : "M-50 0H50";
    return [s("path", { class: `drawn-edge${side < 0 ? "" : ` side-${side}`}`, d, pathLength: 100 })];
  }
  if (row % 2 === 0) return []; // a dot, which is part of the board
  if (side < 0) return letter(mark);
  return [
    s("rect", { class: `taken-box side-${side}`, x: -44, y: -44, width: 88, height: 88, rx: 4 }),
    s("g", { transform: "scale(.8)" }, pen(SIDES[side])),
  ];
}

/**
 * The seeds in a pit and their number.
 *
 * @param {string} text  the number
 * @param {boolean} above  whether the number is written above the pit
 */
export const seeds = (text, above) => [
  ...scattered(Number(text) || 0, 1),
  s("text", { class: text === "0" ? "seed-count none" : "seed-count", y: above ? -54 : 79 }, text),
];

/** The seeds in a store, with the sign of its side. @param {string} mark @param {string} text */
export const store = (mark, text) =>
  [
    ...scattered(Number(text) || 0, 1.7),
    s("text", { class: text === "0" ? "seed-count none" : "seed-count", y: 118 }, text),
    sideOf(mark) >= 0 && s("g", { transform: "translate(0 -94)" }, disc(mark, 18)),
  ].filter((part) => part !== false);

/** @param {number} number @param {number} height  of the heap, where its width is 1 */
function scattered(number, height) {
  const count = Math.min(MAX_SEEDS, number);
  return Array.from({ length: count }, (_, i) => {
    const radius = count === 1 ? 0 : 10.5 * Math.sqrt(i + 0.35) * Math.min(1, 3.4 / Math.sqrt(count));
    const [cx, cy] = [radius * Math.cos(i * GOLDEN_ANGLE), height * radius * Math.sin(i * GOLDEN_ANGLE)];
    return s("circle", { class: `seed seed-${i % 3}`, cx: Math.round(cx), cy: Math.round(cy), r: 8.5 });
  });
}
