/** Small boards on a canvas: the colours of the large boards, simple enough to be readable at the size of a stamp. */

import { EMPTY, NOWHERE } from "../../shared/board/skins.js";

/** @typedef {import("./node_signs.js").Pen} Pen */

export const LARGEST_CELL = 26;

/** @typedef {{ground: string, line: string, first: string, second: string, hole?: string}} Material */

/** @param {string} look @param {import("./node_signs.js").NodeColours} colours @returns {Material} */
function materialOf(look, colours) {
  if (look === "rack") {
    return { ground: colours.rack, line: "", first: "#c23a26", second: "#f0bd45", hole: colours.well };
  }
  if (look === "discs") {
    return { ground: colours.felt, line: colours["felt-line"], first: "#1d1b1a", second: "#fbf7ee" };
  }
  return { ground: colours.card, line: colours.rule, first: colours.ink, second: colours.rubric };
}

/**
 * Draw a board in the middle of a box, as large as it fits.
 *
 * @param {Pen} pen
 * @param {string[]} rows
 * @param {string} look
 * @param {[number, number][]} last  cells of the last move
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {import("./node_signs.js").NodeColours} colours
 */
export function paintBoard(pen, rows, look, last, box, colours) {
  const columns = Math.max(...rows.map((row) => row.length));
  const cell = Math.min(box.width / columns, box.height / rows.length, LARGEST_CELL);
  const width = cell * columns;
  pen.save();
  pen.translate(box.x + (box.width - width) / 2, box.y + (box.height - cell * rows.length) / 2);
  const material = materialOf(look, colours);
  pen.fillStyle = material.ground;
  rows.forEach((marks, row) => {
    [...marks].forEach((mark, column) => {
      if (mark !== NOWHERE) pen.fillRect(column * cell, row * cell, cell + 0.25, cell + 0.25);
    });
  });
  if (material.line) ruleCells(pen, rows, cell, material.line);
  rows.forEach((marks, row) =>
    [...marks].forEach((mark, column) => {
      if (mark === NOWHERE || (mark === EMPTY && !material.hole)) return;
      const isLast = last.some(([r, c]) => r === row && c === column);
      paintPiece(pen, mark, (column + 0.5) * cell, (row + 0.5) * cell, cell, material, look, isLast, colours);
    })
  );
  pen.restore();
}

/** @param {Pen} pen @param {string[]} rows @param {number} cell @param {string} colour */
function ruleCells(pen, rows, cell, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = Math.min(1, cell / 12);
  rows.forEach((marks, row) =>
    [...marks].forEach((mark, column) => {
      if (mark !== NOWHERE) pen.strokeRect(column * cell, row * cell, cell, cell);
    })
  );
}

/**
 * @param {Pen} pen @param {string} mark @param {number} x @param {number} y @param {number} cell
 * @param {Material} material @param {string} look @param {boolean} isLast
 * @param {import("./node_signs.js").NodeColours} colours
 */
function paintPiece(pen, mark, x, y, cell, material, look, isLast, colours) {
  const colour = mark === "X" ? material.first : mark === "O" ? material.second : (material.hole ?? "#b5532c");
  const isDrawn = look !== "rack" && look !== "discs" && (mark === "X" || mark === "O");
  if (isDrawn) {
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(1, cell / 8);
    pen.beginPath();
    if (mark === "X") {
      pen.moveTo(x - 0.28 * cell, y - 0.28 * cell);
      pen.lineTo(x + 0.28 * cell, y + 0.28 * cell);
      pen.moveTo(x + 0.28 * cell, y - 0.28 * cell);
      pen.lineTo(x - 0.28 * cell, y + 0.28 * cell);
    } else pen.arc(x, y, 0.29 * cell, 0, 2 * Math.PI);
    pen.stroke();
  } else if ("XO*".includes(mark) || mark === EMPTY) {
    pen.fillStyle = mark === EMPTY ? (material.hole ?? colours.card) : colour;
    pen.beginPath();
    pen.arc(x, y, 0.41 * cell, 0, 2 * Math.PI);
    pen.fill();
  } else {
    pen.fillStyle = colours.ink;
    pen.font = `${0.7 * cell}px serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(mark, x, y);
  }
  if (isLast && mark !== EMPTY) {
    pen.fillStyle = isDrawn ? colours.rubric : mark === "O" ? "#222" : "#fff";
    const at = isDrawn ? [x + 0.38 * cell, y + 0.38 * cell] : [x, y];
    pen.beginPath();
    pen.arc(at[0], at[1], Math.max(0.8, 0.11 * cell), 0, 2 * Math.PI);
    pen.fill();
  }
}
