/** What lies under the pieces: sheets, grids, the stand of Connect Four, hexagons, the lines of a morris board, pits. */

import { s } from "../dom.js";
import { corners, UNIT } from "./geometry.js";
import { circlePath } from "./pieces.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("../api_types.js").BoardView} BoardView */

/** Every cell of a board, row by row. @param {Geometry} geometry */
export const places = ({ rows, columns, has }) =>
  Array.from(
    { length: rows * columns },
    (_, i) => /** @type {[number, number]} */ ([Math.floor(i / columns), i % columns]),
  )
    .filter(([row, column]) => has(row, column));

/** @param {Geometry} geometry */
export function grid({ rows, columns, has }) {
  let path = "";
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const here = has(row, column);
      if (column < columns && (here || has(row - 1, column))) path += `M${column * UNIT} ${row * UNIT}h${UNIT}`;
      if (row < rows && (here || has(row, column - 1))) path += `M${column * UNIT} ${row * UNIT}v${UNIT}`;
    }
  }
  return s("path", { class: "grid", d: path });
}

/** The heavier lines between the parts of a board. @param {Geometry} geometry @param {BoardView} board */
export function blockLines({ rows, columns, width, height }, { blocks }) {
  if (!blocks) return [];
  let path = "";
  for (let row = blocks[0]; row < rows; row += blocks[0]) path += `M0 ${row * UNIT}h${width}`;
  for (let column = blocks[1]; column < columns; column += blocks[1]) path += `M${column * UNIT} 0v${height}`;
  return [s("path", { class: "block-lines", d: path })];
}

/** @param {Geometry} geometry @param {number} border @param {number} radius */
export const sheet = ({ width, height }, border, radius) =>
  s("rect", {
    class: "sheet",
    x: -border,
    y: -border,
    width: width + 2 * border,
    height: height + 2 * border,
    rx: radius,
  });

/** The four small dots of an Othello board, and nothing on boards too small for them. @param {Geometry} geometry */
export function stars({ rows, columns }) {
  if (rows < 6 || columns < 6) return [];
  return [2, rows - 2].flatMap((row) =>
    [2, columns - 2].map((column) => s("circle", { class: "star", cx: column * UNIT, cy: row * UNIT, r: 6 }))
  );
}

/** The stand in front of the discs: a plate with a hole for every cell. @param {Geometry} geometry */
export function plate(geometry) {
  const { width, height } = geometry;
  let holes = "";
  let rims = "";
  for (const [row, column] of places(geometry)) {
    const [x, y] = geometry.at(row, column);
    holes += circlePath(x, y, 41);
    rims += circlePath(x, y, 42);
  }
  const upper = `M-4 -10h${width + 8}a12 12 0 0 1 12 12v${height + 2}`;
  const lower = `a14 14 0 0 1 -14 14h${-width - 4}a14 14 0 0 1 -14 -14v${-height - 2}a12 12 0 0 1 12 -12Z`;
  return [
    s("path", { class: "plate", "fill-rule": "evenodd", d: upper + lower + holes }),
    s("path", { class: "rims", d: rims }),
  ];
}

/** The dark squares of a chequered board. @param {Geometry} geometry */
export function chequers(geometry) {
  const dark = places(geometry).filter(([row, column]) => (row + column) % 2);
  return s("path", { class: "dark-squares", d: dark.map(([row, column]) => geometry.outline(row, column)).join("") });
}

/**
 * The numbers of squares, in a corner that their pieces leave free.
 *
 * @param {Geometry} geometry
 * @param {BoardView} board
 */
export const squareNumbers = ({ at }, { names = [] }) =>
  names.map(([row, column, name]) => {
    const [x, y] = at(row, column);
    return s("text", { class: "square-number", x: x - 0.38 * UNIT, y: y - 0.33 * UNIT }, name);
  });

/** The numbers of pits, between their seeds and the middle of the board. @param {Geometry} geometry @param {BoardView} board */
export const pitNumbers = ({ at, rows }, { names = [] }) =>
  names.map(([row, column, name]) => {
    const [x, y] = at(row, column);
    return s("text", { class: "pit-number", x, y: row < rows / 2 ? y + 67 : y - 51 }, name);
  });

/** @param {Geometry} geometry */
export function hexagonCells(geometry) {
  const d = places(geometry).map(([row, column]) => geometry.outline(row, column)).join("");
  return s("path", { class: "hexagon", d });
}

/**
 * The borders that each side joins: the first side's at the top and bottom, the second's at the left and right.
 *
 * @param {Geometry} geometry
 */
export function hexagonBorders({ rows, columns, at }) {
  /** Corner to corner along the border. @param {[number, number][]} cells @param {number[]} numbers */
  const line = (cells, numbers) =>
    `M${cells.flatMap((cell) => numbers.map((number) => corners(at(...cell))[number].join(" "))).join("L")}`;
  /** @param {number} row @returns {[number, number][]} */
  const across = (row) => Array.from({ length: columns }, (_, column) => [row, column]);
  /** @param {number} column @returns {[number, number][]} */
  const down = (column) => Array.from({ length: rows }, (_, row) => [row, column]);
  return [
    s("path", { class: "border side-0", d: line(across(0), [5, 0, 1]) + line(across(rows - 1), [4, 3, 2]) }),
    s("path", { class: "border side-1", d: line(down(0), [5, 4, 3]) + line(down(columns - 1), [0, 1, 2]) }),
  ];
}

/** The lines between points, and the points. @param {Geometry} geometry @param {BoardView} board */
export function linksAndPoints(geometry, { links = [] }) {
  const lines = links.map(([from, to]) => `M${geometry.at(...from).join(" ")}L${geometry.at(...to).join(" ")}`);
  return [
    s("path", { class: "links", d: lines.join("") }),
    ...places(geometry).map(([row, column]) => {
      const [cx, cy] = geometry.at(row, column);
      return s("circle", { class: "board-point", cx, cy, r: 11 });
    }),
  ];
}

/** Where lines can be drawn between dots. @param {Geometry} geometry */
export function openEdges(geometry) {
  const lines = places(geometry).filter(([row, column]) => geometry.canHold(row, column)).map(([row, column]) => {
    const [x, y] = geometry.at(row, column);
    return row % 2 ? `M${x} ${y - UNIT / 2}v${UNIT}` : `M${x - UNIT / 2} ${y}h${UNIT}`;
  });
  return s("path", { class: "open-edges", d: lines.join("") });
}

/** @param {Geometry} geometry */
export const dots = (geometry) =>
  places(geometry).filter(([row, column]) => row % 2 === 0 && column % 2 === 0).map(([row, column]) => {
    const [cx, cy] = geometry.at(row, column);
    return s("circle", { class: "dot", cx, cy, r: 10 });
  });

/** @param {Geometry} geometry */
export const hollows = (geometry) =>
  places(geometry).map(([row, column]) => {
    const [x, y] = geometry.at(row, column);
    if (!isTall(geometry, row, column)) return s("circle", { class: "hollow", cx: x, cy: y, r: 43 });
    const height = geometry.height - 40;
    return s("rect", { class: "hollow", x: x - 43, y: y - height / 2, width: 86, height, rx: 43 });
  });

/** Whether a pit is alone in its column, and so a store. @param {Geometry} geometry @param {number} row @param {number} column */
export const isTall = ({ rows, has }, row, column) =>
  rows > 1 && Array.from({ length: rows }, (_, other) => other).every((other) => other === row || !has(other, column));
