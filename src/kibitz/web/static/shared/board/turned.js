/** A picture as it is seen from the other side of the board. */

/** @typedef {import("./board.js").Picture} Picture */
/** @typedef {import("../api_types.js").Cell} Cell */

/**
 * Where a cell of a board lies when the board is turned round, and the other way.
 *
 * @param {string[]} rows
 * @returns {(cell: Cell) => Cell}
 */
export function turnedCell(rows) {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return ([row, column]) => [rows.length - 1 - row, columns - 1 - column];
}

/** @param {Picture} picture @returns {Picture} */
export function turned(picture) {
  const { board, last, winning, path, region, legal, scored, tints, threats, notes, strokes } = picture;
  const cell = turnedCell(board.rows);
  const columns = Math.max(0, ...board.rows.map((row) => row.length));
  /** @param {string[]} rows */
  const turnRows = (rows) => rows.map((row) => [...row.padEnd(columns)].reverse().join("")).reverse();
  /** @template {[number, number, ...any]} T @param {T[]} [marked] */
  const turnAll = (marked) =>
    marked?.map(([row, column, ...rest]) => /** @type {T} */ ([...cell([row, column]), ...rest]));
  /** @template {any[]} T @param {[Cell, Cell, ...T][]} [pairs] */
  const turnPairs = (pairs) =>
    pairs?.map(([from, to, ...rest]) => /** @type {[Cell, Cell, ...T]} */ ([cell(from), cell(to), ...rest]));
  /** @param {import("../api_types.js").LegalMove[]} [moves] */
  const turnMoves = (moves) =>
    moves?.map((move) => ({
      ...move,
      cells: move.cells.map(cell),
      steps: turnPairs(move.steps),
      after: turnRows(move.after),
      texts: turnAll(move.texts),
      path: move.path?.map(cell),
    }));
  return {
    ...picture,
    board: {
      ...board,
      rows: turnRows(board.rows),
      columns: [...board.columns].reverse(),
      lines: [...board.lines].reverse(),
      links: turnPairs(board.links),
      texts: turnAll(board.texts),
      names: turnAll(board.names),
    },
    legal: turnMoves(legal),
    scored: turnMoves(scored),
    last: last?.map(cell),
    winning: winning?.map(cell),
    path: path?.map(cell),
    region: region?.map(cell),
    tints: turnAll(tints),
    threats: turnAll(threats),
    notes: turnAll(notes),
    strokes: turnPairs(strokes),
  };
}
