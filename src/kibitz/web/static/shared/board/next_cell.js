/** The arrow keys on a board of any shape. */

import { places } from "./grounds.js";

/** @typedef {import("../api_types.js").Cell} Cell */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/**
 * The next cell in a direction: along the row or column, over gaps; where there is none, the nearest one that lies
 * rather in that direction than in another. Null at the edge of the board.
 *
 * @param {Geometry} geometry
 * @param {Cell} from
 * @param {Cell} step
 */
export function nextCell(geometry, from, step) {
  if (geometry.shape === "edges") return nextEdge(geometry, from, step);
  return along(geometry, from, step) ?? nearest(geometry, from, step);
}

/**
 * Between dots: along the lines of one row; up and down to the next row of lines, which are turned the other way.
 *
 * @param {Geometry} geometry
 * @param {Cell} from
 * @param {Cell} step
 * @returns {Cell | null}
 */
function nextEdge({ canHold }, [row, column], [down, right]) {
  const aside = row % 2 ? 1 : -1; // to an upright line at the left of a lying one, and from there back
  /** @type {Cell[]} */
  const wanted = right ? [[row, column + 2 * right]] : [[row + down, column + aside], [row + down, column - aside]];
  return wanted.find(([r, c]) => canHold(r, c)) ?? null;
}

/** @param {Geometry} geometry @param {Cell} from @param {Cell} step @returns {Cell | null} */
function along({ rows, columns, canHold }, [row, column], [down, right]) {
  do {
    row += down;
    column += right;
  } while (row >= 0 && row < rows && column >= 0 && column < columns && !canHold(row, column));
  return canHold(row, column) ? [row, column] : null;
}

/** @param {Geometry} geometry @param {Cell} from @param {Cell} step @returns {Cell | null} */
function nearest(geometry, from, [down, right]) {
  const [x, y] = geometry.at(...from);
  let found = null;
  let least = Infinity;
  for (const [row, column] of places(geometry)) {
    if (!geometry.canHold(row, column)) continue;
    const [toX, toY] = geometry.at(row, column);
    const forward = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    const distance = Math.hypot(forward, aside);
    if (forward > 0 && forward >= aside - 1 && distance < least) {
      least = distance;
      found = /** @type {Cell} */ ([row, column]);
    }
  }
  return found;
}
