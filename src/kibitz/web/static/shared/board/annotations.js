/** What is drawn over and around a board: cells to click, names, the last move, the winning line, scores, tints. */

import { s } from "../dom.js";
import { EMPTY, UNIT } from "./geometry.js";

/** @typedef {import("../api_types.js").BoardView} BoardView */
/** @typedef {import("../api_types.js").Cell} Cell */
/** @typedef {import("../api_types.js").LegalMove} LegalMove */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {Geometry["at"]} At */

const MAX_ARROWS = 3; // with more, none is easier to read

/** The size of the names along the edges: larger on boards of many cells, which are drawn smaller. @param {Geometry} geometry */
export const labelSize = ({ width }) => Math.max(27, 2.4 * width / UNIT);

/** @param {BoardView} board @param {Geometry} geometry @param {{labelsBelow: boolean, edge: number}} skin */
export function labels(board, geometry, { labelsBelow, edge }) {
  const { shape, rows, columns, height, at, has } = geometry;
  const y = labelsBelow ? height + edge + labelSize(geometry) : -edge - 6;
  /** Where the name of a row is written. @param {number} row */
  const beside = (row) => {
    const first = Array.from({ length: columns }, (_, column) => column).find((column) => has(row, column)) ?? 0;
    return shape === "hexagons" ? at(row, first)[0] - 46 - edge : -edge - 4;
  };
  return [
    ...board.columns.map((name, column) => s("text", { class: "label", x: at(0, column)[0], y }, name)),
    ...board.lines.slice(0, rows).map((name, row) =>
      s("text", { class: "label line", x: beside(row), y: at(row, 0)[1], dy: ".34em" }, name)
    ),
  ];
}

/**
 * The cells to click, row by row. The space above the board belongs to the cells of the top row.
 *
 * @param {Geometry} geometry
 * @param {number} head
 */
export function cells({ rows, columns, canHold, at, outline }, head) {
  return Array.from({ length: rows }, (_, row) => {
    const places = Array.from({ length: columns }, (_, column) => column).filter((column) => canHold(row, column));
    return s(
      "g",
      { role: "row" },
      places.map((column) => {
        const above = row === 0 && head ? `M${at(row, column)[0] - UNIT / 2} 0v${-head}h${UNIT}v${head}Z` : "";
        return s("path", {
          class: "cell",
          role: "gridcell",
          "data-cell": `${row},${column}`,
          tabindex: -1,
          d: above + outline(row, column),
        });
      }),
    );
  });
}

/**
 * A small dot on what the last move took, a dashed ring on what it emptied; a ring around pits that were sown into.
 *
 * @param {Cell[]} taken
 * @param {BoardView} board
 * @param {Geometry} geometry
 */
export function lastMove(taken, { rows, texts = [] }, { shape, at, canHold }) {
  return taken.filter(([row, column]) => canHold(row, column)).map(([row, column]) => {
    const text = texts.find(([r, c]) => r === row && c === column)?.[2];
    const emptied = text === undefined || shape !== "pits" ? (rows[row]?.[column] ?? EMPTY) === EMPTY : text === "0";
    const [cx, cy] = at(row, column);
    const kind = emptied ? "emptied" : shape === "pits" ? "sown" : "last";
    return s("circle", { class: kind, cx, cy, r: { emptied: 36, sown: 47, last: 10 }[kind] });
  });
}

/**
 * Whom a click concerns: pieces that can move, the chosen one, where it can go, what can be taken.
 *
 * @param {import("./move_choice.js").MoveChoice} choice
 * @param {string[]} rows
 * @param {Geometry} geometry
 * @param {import("./skins.js").Skin["showsTargets"]} showsTargets
 */
export function rings(choice, rows, { shape, at, outline, canHold }, showsTargets) {
  /** @param {string} key @param {string} kind @param {number} r */
  const ring = (key, kind, r) => {
    const [cx, cy] = at(...placeOf(key));
    return s("circle", { class: kind, cx, cy, r });
  };
  /** @param {string} key */
  const isFree = (key) => rows[placeOf(key)[0]]?.[placeOf(key)[1]] === EMPTY;
  const free =
    rows.flatMap((marks, row) => [...marks].filter((mark, column) => mark === EMPTY && canHold(row, column))).length;
  const isPartly = showsTargets === "partly" && choice.targets.filter(isFree).length < free;
  return [
    ...choice.targets.map((key) => {
      if (shape === "pits") return ring(key, "movable", 43);
      if (shape === "points" && !isFree(key)) return ring(key, "takes", 44);
      if (showsTargets === "always") return ring(key, "target", 9);
      return isPartly && isFree(key) && s("path", { class: "open-cell", d: outline(...placeOf(key), 5) });
    }),
    ...choice.pieces.filter(() => choice.chosen === null).map((key) => ring(key, "movable", 45)),
    choice.chosen !== null && ring(choice.chosen, "chosen", 46),
    ...choice.goals.map((key) => (isFree(key) ? ring(key, "target", 13) : ring(key, "takes", 44))),
  ];
}

/** @param {string} key @returns {Cell} */
const placeOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));

/**
 * Rings around the cells that decided the game, and a line through them if they lie on one.
 *
 * @param {Cell[]} cells
 * @param {Geometry} geometry
 */
export function winningLine(cells, { shape, at }) {
  const sorted = [...cells].sort(([a, b], [c, d]) => a - c || b - d);
  const [first, last] = [sorted[0], sorted[sorted.length - 1]];
  const straight = sorted.every(
    ([row, column]) => (row - first[0]) * (last[1] - first[1]) === (column - first[1]) * (last[0] - first[0]),
  );
  const [[x1, y1], [x2, y2]] = [at(...first), at(...last)];
  return [
    ...sorted.map(([row, column]) =>
      s("circle", { class: "won", cx: at(row, column)[0], cy: at(row, column)[1], r: 44 })
    ),
    straight && shape !== "pits" && shape !== "edges" && s("line", { class: "won-line", x1, y1, x2, y2 }),
  ];
}

/** Cells that count for (+) or against (-). @param {[number, number, number][]} cells @param {Geometry} geometry */
export function tints(cells, { at, outline, cell: [width, height] }) {
  return cells.flatMap(([row, column, sign]) => {
    const [x, y] = at(row, column);
    return [
      s("path", { class: sign > 0 ? "tint for" : "tint against", d: outline(row, column, 4) }),
      s(
        "g",
        { class: "tint-sign", transform: `translate(${x + 0.32 * width} ${y - 0.32 * height})` },
        s("circle", { r: 13 }),
        s("text", { y: 8 }, sign > 0 ? "+" : "−"),
      ),
    ];
  });
}

/** A frame around a part of the board that is worth a look. @param {Cell[]} cells @param {Geometry} geometry */
export function region(cells, { shape, at, outline, cell: [width, height] }) {
  if (!cells.length) return [];
  if (shape === "hexagons") {
    return [s("path", { class: "region", d: cells.map(([row, column]) => outline(row, column, 5)).join("") })];
  }
  const xs = cells.map((cell) => at(...cell)[0]);
  const ys = cells.map((cell) => at(...cell)[1]);
  const [left, top] = [Math.min(...xs) - width / 2, Math.min(...ys) - height / 2];
  return [
    s("rect", {
      class: "region",
      x: left + 3,
      y: top + 3,
      width: Math.max(...xs) + width / 2 - left - 6,
      height: Math.max(...ys) + height / 2 - top - 6,
      rx: 14,
    }),
  ];
}

/** Lines that count for (+) or against (-). @param {import("./board.js").Stroke[]} lines @param {At} at */
export function strokes(lines, at) {
  return lines.map(([from, to, amount]) => {
    const [[x1, y1], [x2, y2]] = [at(...from), at(...to)];
    return s("line", { class: amount > 0 ? "counted for" : "counted against", x1, y1, x2, y2 });
  });
}

/**
 * Cells that would complete a line for a side, with a word where it matters whether the row is odd or even.
 *
 * @param {[number, number, number, string][]} cells
 * @param {At} at
 */
export function threats(cells, at) {
  return cells.map(([row, column, side, text]) =>
    s(
      "g",
      { transform: `translate(${at(row, column).join(" ")})` },
      s("circle", { class: side ? "threat second" : "threat", r: 38 }),
      s("text", { class: "threat-row", y: 7 }, text),
    )
  );
}

/** @param {[number, number, string][]} cells @param {At} at */
export function notes(cells, at) {
  return cells.map(([row, column, text]) =>
    s(
      "g",
      { class: "note", transform: `translate(${at(row, column).join(" ")})` },
      s("circle", { r: 20 }),
      s("text", { y: 9 }, text),
    )
  );
}

/** @typedef {Record<string, {text: string, best: boolean, tone: string, estimated?: boolean}>} Scores  by move */

/**
 * Arrows for the best moves that go from one cell to another.
 *
 * @param {Scores} byMove
 * @param {LegalMove[]} moves
 * @param {At} at
 */
export function arrows(byMove, moves, at) {
  const best = moves.flatMap(({ move, steps }) => (byMove[move]?.best && steps?.length ? [steps[0]] : []));
  if (best.length > MAX_ARROWS) return [];
  return best.map(([from, to]) => {
    const [[x, y], [toX, toY]] = [at(...from), at(...to)];
    const length = Math.hypot(toX - x, toY - y);
    const turn = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
    return s("path", {
      class: "arrow",
      transform: `translate(${x} ${y}) rotate(${turn})`,
      d: `M16 -6H${length - 40}V-20L${length - 10} 0L${length - 40} 20V6H16Z`,
    });
  });
}

/**
 * The score of each move: over its column in a rack, else in the cell where it is played. Of moves that need two
 * clicks, those of the chosen piece are shown where it goes; while none is chosen, the best of each piece on the piece.
 *
 * @param {Scores} byMove  where it matters, the best first
 * @param {LegalMove[]} moves
 * @param {boolean} above
 * @param {Geometry} geometry
 * @param {string | null} chosen
 */
export function scores(byMove, moves, above, { shape, at, columns }, chosen) {
  /** @type {Set<string>} */
  const seen = new Set();
  const legal = new Map(moves.map((move) => [move.move, move]));
  return Object.entries(byMove).map(([name, score]) => {
    const move = legal.get(name);
    const step = move?.steps?.find(([from]) => chosen === null || String(from) === chosen);
    const place = move?.cells[0] ?? step?.[chosen === null ? 0 : 1];
    if (!place || seen.has(String(place))) return null;
    seen.add(String(place));
    const [x, y] = at(...place);
    const small = score.text.length > 5 ? "smallest" : score.text.length > 3 ? "small" : null;
    const width = Math.min(90, small ? 28 + 13 * score.text.length : 34 + 17 * score.text.length); // of a cell of 100
    const scale = shape === "edges" ? " scale(.8)" : "";
    return s(
      "g",
      {
        class: `score ${score.tone}${score.best ? " best" : ""}${score.estimated ? " estimated" : ""}${
          columns > 12 ? " dense" : ""
        }`,
        "data-move": name,
        transform: `translate(${x} ${above ? -58 : y})${scale}`,
      },
      s("rect", { x: -width / 2, y: -23, width, height: 46, rx: 23 }),
      s("text", { y: small ? 8 : 10, class: small }, score.text),
    );
  });
}
