/**
 * Where the cells of a board lie, by its shape, in units: a square is 100 wide.
 *
 *     squares, points   a grid                         hexagons   rows half a cell further right each
 *     edges             dots 100 apart, the lines      pits       rows further apart, for the numbers; a pit alone
 *                       and boxes between them                    in its column is as tall as the board
 *     text              characters, narrower than
 *                       they are high
 */

/** @typedef {import("../api_types.js").BoardView} BoardView */
/** @typedef {import("../api_types.js").Cell} Cell */
/** @typedef {[number, number]} Point */

/**
 * @typedef {object} Geometry
 * @property {string} shape
 * @property {number} rows
 * @property {number} columns
 * @property {number} width  in units
 * @property {number} height
 * @property {Point} cell  the width and height of what is clicked
 * @property {(row: number, column: number) => boolean} has  whether the cell belongs to the board
 * @property {(row: number, column: number) => boolean} canHold  whether a move can be made there: no dots, no boxes
 * @property {(row: number, column: number) => Point} at  the middle of a cell
 * @property {(row: number, column: number, inset?: number) => string} outline  a path around a cell
 */

export const UNIT = 100;
export const EMPTY = ".";
export const NOWHERE = " ";
const HEXAGON = UNIT / Math.sqrt(3); // from its middle to a corner
const PIT_ROW = 160;
const CHARACTER = 60; // of a text: its width

/** @param {Pick<BoardView, "rows" | "shape">} board @returns {Geometry} */
export function geometryOf({ rows, shape = "squares" }) {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  /** @param {number} row @param {number} column */
  const has = (row, column) => (rows[row]?.[column] ?? NOWHERE) !== NOWHERE;
  const grid = { shape, rows: rows.length, columns, has, canHold: has };
  if (shape === "hexagons") return hexagons(grid);
  if (shape === "edges") return edges(grid);
  if (shape === "pits") return pits(grid);
  if (shape === "text") return text(grid);
  /** @param {number} row @param {number} column @returns {Point} */
  const at = (row, column) => [(column + 0.5) * UNIT, (row + 0.5) * UNIT];
  return {
    ...grid,
    width: columns * UNIT,
    height: rows.length * UNIT,
    cell: [UNIT, UNIT],
    at,
    outline: (row, column, inset = 0) => box(...at(row, column), UNIT - 2 * inset, UNIT - 2 * inset),
  };
}

/** @typedef {Pick<Geometry, "shape" | "rows" | "columns" | "has" | "canHold">} Grid */

/** @param {number} x @param {number} y @param {number} width @param {number} height */
const box = (x, y, width, height) => `M${x - width / 2} ${y - height / 2}h${width}v${height}h${-width}Z`;

/**
 * The corners of a hexagon that stands on one of them, from the top one clockwise.
 *
 * @param {Point} middle
 * @param {number} [inset]
 * @returns {Point[]}
 */
export const corners = ([x, y], inset = 0) =>
  Array.from({ length: 6 }, (_, i) => {
    const [radius, angle] = [HEXAGON - inset, (i / 3 - 0.5) * Math.PI];
    return [Math.round(10 * (x + radius * Math.cos(angle))) / 10, Math.round(10 * (y + radius * Math.sin(angle))) / 10];
  });

/** @param {Grid} grid @returns {Geometry} */
function hexagons(grid) {
  const { rows, columns, has } = grid;
  const places = Array.from({ length: rows * columns }, (_, i) => [Math.floor(i / columns), i % columns]).filter(
    ([row, column]) => has(row, column),
  );
  const left = Math.min(...places.map(([row, column]) => column + row / 2)); // rows may begin with cells that are none
  const right = Math.max(...places.map(([row, column]) => column + row / 2));
  /** @param {number} row @param {number} column @returns {Point} */
  const at = (row, column) => [(column + row / 2 - left + 0.5) * UNIT, (1 + 1.5 * row) * HEXAGON];
  return {
    ...grid,
    width: (right - left + 1) * UNIT,
    height: (0.5 + 1.5 * rows) * HEXAGON,
    cell: [UNIT, 1.5 * HEXAGON],
    at,
    outline: (row, column, inset = 0) =>
      `M${corners(at(row, column), inset).map((corner) => corner.join(" ")).join("L")}Z`,
  };
}

/** @param {Grid} grid @returns {Geometry} */
function edges(grid) {
  /** @param {number} row @param {number} column @returns {Point} */
  const at = (row, column) => [column * UNIT / 2, row * UNIT / 2];
  return {
    ...grid,
    canHold: (row, column) => grid.has(row, column) && (row + column) % 2 === 1,
    width: (grid.columns - 1) * UNIT / 2,
    height: (grid.rows - 1) * UNIT / 2,
    cell: [UNIT / 2, UNIT / 2],
    at,
    outline(row, column, inset = 0) {
      const [x, y] = at(row, column);
      const reach = UNIT / 2 - inset;
      if ((row + column) % 2) return `M${x} ${y - reach}L${x + reach} ${y}L${x} ${y + reach}L${x - reach} ${y}Z`;
      return row % 2 ? box(x, y, 2 * reach, 2 * reach) : box(x, y, 20, 20);
    },
  };
}

/** @param {Grid} grid @returns {Geometry} */
function pits(grid) {
  const height = grid.rows * PIT_ROW;
  /** Whether a pit is alone in its column. @param {number} row @param {number} column */
  const isTall = (row, column) =>
    Array.from({ length: grid.rows }, (_, other) => other).every((other) => other === row || !grid.has(other, column));
  /** @param {number} row @param {number} column @returns {Point} */
  const at = (row, column) => [(column + 0.5) * UNIT, isTall(row, column) ? height / 2 : (row + 0.5) * PIT_ROW];
  return {
    ...grid,
    width: grid.columns * UNIT,
    height,
    cell: [UNIT, PIT_ROW],
    at,
    outline(row, column, inset = 0) {
      const tall = isTall(row, column) ? height : PIT_ROW;
      return box(...at(row, column), UNIT - 2 * inset, tall - 2 * inset);
    },
  };
}

/** @param {Grid} grid @returns {Geometry} */
function text(grid) {
  /** @param {number} row @param {number} column @returns {Point} */
  const at = (row, column) => [(column + 0.5) * CHARACTER, (row + 0.5) * UNIT];
  return {
    ...grid,
    canHold: () => false, // its moves are chosen from a list
    width: grid.columns * CHARACTER,
    height: grid.rows * UNIT,
    cell: [CHARACTER, UNIT],
    at,
    outline: (row, column, inset = 0) => box(...at(row, column), CHARACTER - 2 * inset, UNIT - 2 * inset),
  };
}
