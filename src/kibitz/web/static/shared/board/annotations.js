/** What is drawn over and around a board: cells to click, names, the last move, the winning line, scores, tints. */

import { s } from "../dom.js";
import { EMPTY, UNIT } from "./skins.js";

/** @typedef {import("../api_types.js").Cell} Cell */

/** @param {number} index */
const middle = (index) => (index + 0.5) * UNIT;

/**
 * @param {import("../api_types.js").BoardView} board
 * @param {{rows: number, columns: number}} size
 * @param {boolean} below
 */
export function labels(board, size, below) {
  const y = below ? size.rows * UNIT + 46 : -24;
  return [
    ...board.columns.map((name, column) => s("text", { class: "label", x: middle(column), y }, name)),
    ...board.lines.map((name, row) => s("text", { class: "label", x: -28, y: middle(row) + 9 }, name)),
  ];
}

/**
 * The cells to click, row by row. The space above the board belongs to the cells of the top row.
 *
 * @param {import("./skins.js").Size} size
 * @param {number} head
 */
export function cells(size, head) {
  return Array.from({ length: size.rows }, (_, row) => {
    const extra = row === 0 ? head : 0;
    const places = Array.from({ length: size.columns }, (_, column) => column).filter((column) =>
      size.has(row, column)
    );
    return s(
      "g",
      { role: "row" },
      places.map((column) =>
        s("rect", {
          class: "cell",
          role: "gridcell",
          "data-cell": `${row},${column}`,
          tabindex: -1,
          x: column * UNIT,
          y: row * UNIT - extra,
          width: UNIT,
          height: UNIT + extra,
        })
      ),
    );
  });
}

/**
 * A small dot on what the last move took, a dashed ring on what it emptied.
 *
 * @param {Cell[]} taken
 * @param {string[]} rows
 */
export function lastMove(taken, rows) {
  return taken.map(([row, column]) => {
    const emptied = (rows[row]?.[column] ?? EMPTY) === EMPTY;
    return s("circle", {
      class: emptied ? "emptied" : "last",
      cx: middle(column),
      cy: middle(row),
      r: emptied ? 36 : 10,
    });
  });
}

/** Rings around the cells that decided the game, and a line through them if they lie on one. @param {Cell[]} cells */
export function winningLine(cells) {
  const sorted = [...cells].sort(([a, b], [c, d]) => a - c || b - d);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const straight = sorted.every(
    ([row, column]) => (row - first[0]) * (last[1] - first[1]) === (column - first[1]) * (last[0] - first[0]),
  );
  return [
    ...sorted.map(([row, column]) => s("circle", { class: "won", cx: middle(column), cy: middle(row), r: 44 })),
    straight &&
    s("line", {
      class: "won-line",
      x1: middle(first[1]),
      y1: middle(first[0]),
      x2: middle(last[1]),
      y2: middle(last[0]),
    }),
  ];
}

/** Cells that count for (+) or against (-). @param {[number, number, number][]} cells */
export function tints(cells) {
  return cells.flatMap(([row, column, sign]) => [
    s("rect", {
      class: sign > 0 ? "tint for" : "tint against",
      x: column * UNIT + 4,
      y: row * UNIT + 4,
      width: 92,
      height: 92,
      rx: 8,
    }),
    s(
      "g",
      { class: "tint-sign", transform: `translate(${column * UNIT + 82} ${row * UNIT + 18})` },
      s("circle", { r: 13 }),
      s("text", { y: 8 }, sign > 0 ? "+" : "−"),
    ),
  ]);
}

/** A frame around a part of the board that is worth a look. @param {Cell[]} cells */
export function region(cells) {
  if (!cells.length) return [];
  const rows = cells.map(([row]) => row);
  const columns = cells.map(([, column]) => column);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  return [
    s("rect", {
      class: "region",
      x: left * UNIT + 3,
      y: top * UNIT + 3,
      width: (Math.max(...columns) - left + 1) * UNIT - 6,
      height: (Math.max(...rows) - top + 1) * UNIT - 6,
      rx: 14,
    }),
  ];
}

/** Lines that count for (+) or against (-). @param {import("./board.js").Stroke[]} lines */
export function strokes(lines) {
  return lines.map(([from, to, amount]) =>
    s("line", {
      class: amount > 0 ? "counted for" : "counted against",
      x1: middle(from[1]),
      y1: middle(from[0]),
      x2: middle(to[1]),
      y2: middle(to[0]),
    })
  );
}

/**
 * Cells that would complete a line for a side, with a word where it matters whether the row is odd or even.
 *
 * @param {[number, number, number, string][]} cells
 */
export function threats(cells) {
  return cells.map(([row, column, side, text]) =>
    s(
      "g",
      { transform: `translate(${middle(column)} ${middle(row)})` },
      s("circle", { class: side ? "threat second" : "threat", r: 38 }),
      s("text", { class: "threat-row", y: 7 }, text),
    )
  );
}

/** @param {[number, number, string][]} cells */
export function notes(cells) {
  return cells.map(([row, column, text]) =>
    s(
      "g",
      { class: "note", transform: `translate(${middle(column)} ${middle(row)})` },
      s("circle", { r: 20 }),
      s("text", { y: 9 }, text),
    )
  );
}

/**
 * The score of each move: over its column in a rack, else in the cell where it is played.
 *
 * @param {Record<string, {text: string, best: boolean, tone: string, estimated?: boolean}>} byMove
 * @param {import("../api_types.js").LegalMove[]} moves
 * @param {boolean} above
 * @param {{columns: number}} size
 */
export function scores(byMove, moves, above, size) {
  return moves.map(({ move, cells }) => {
    const score = byMove[move];
    const place = cells[0];
    if (!score || !place) return null;
    const y = above ? -58 : middle(place[0]);
    const small = score.text.length > 5 ? "smallest" : score.text.length > 3 ? "small" : null;
    const width = Math.min(90, small ? 28 + 13 * score.text.length : 34 + 17 * score.text.length); // of a cell of 100
    return s(
      "g",
      {
        class: `score ${score.tone}${score.best ? " best" : ""}${score.estimated ? " estimated" : ""}${
          size.columns > 12 ? " dense" : ""
        }`,
        "data-move": move,
        transform: `translate(${middle(place[1])} ${y})`,
      },
      s("rect", { x: -width / 2, y: -23, width, height: 46, rx: 23 }),
      s("text", { y: small ? 8 : 10, class: small }, score.text),
    );
  });
}
