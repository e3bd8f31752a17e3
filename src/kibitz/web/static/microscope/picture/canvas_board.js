/** Small boards on a canvas: the colours of the large boards, simple enough to be readable at the size of a stamp. */

import { corners, EMPTY, geometryOf, NOWHERE, UNIT } from "../../shared/board/geometry.js";
import { places } from "../../shared/board/grounds.js";
import { NODES, sideOf } from "../../shared/board/pieces.js";

/** @typedef {import("./node_signs.js").Pen} Pen */
/** @typedef {import("./node_signs.js").NodeColours} NodeColours */
/** @typedef {import("../../shared/board/geometry.js").Geometry} Geometry */
/** @typedef {import("../../shared/api_types.js").BoardView} BoardView */

const LARGEST_CELL = 26;
const LARGEST_NODE = 40; // of a tree of numbers

/** How large a cell may be, in pixels. @param {string} look */
export const largestCell = (look) => (look === "nodes" ? LARGEST_NODE : LARGEST_CELL);
const MARGIN = 12; // units around boards whose lines or pieces reach over their edge

/**
 * @typedef {object} Material
 * @property {string} ground
 * @property {string} line
 * @property {[string, string]} sides
 * @property {string} other  what belongs to neither side
 * @property {string} [hole]
 * @property {boolean} [isDrawn]  whether pieces are crosses and rings
 * @property {string} [dark]  of chequered boards
 */

/** As `COLOURS` of the large boards. @type {Record<string, string>} */
const PAINT = {
  black: "#1d1b1a",
  white: "#fbf7ee",
  red: "#c23a26",
  blue: "#2f62a8",
  yellow: "#f0bd45",
  green: "#3d8f5c",
};

/** @param {Pick<BoardView, "shape">} board @param {string} look @param {NodeColours} colours @returns {Material} */
function materialOf({ shape = "squares" }, look, colours) {
  const chips = "#b5532c";
  const discs = /** @type {[string, string]} */ ([PAINT.black, PAINT.white]);
  if (shape === "pits") return { ground: "#b98a56", line: "", sides: discs, other: colours.ink };
  if (shape === "points") return { ground: "#d9b98a", line: "#5d4526", sides: discs, other: chips };
  if (shape === "hexagons") {
    return { ground: colours.card, line: colours.edge, sides: [PAINT.red, PAINT.blue], other: chips };
  }
  if (shape === "edges") {
    return { ground: colours.card, line: colours.rule, sides: [colours.ink, colours.rubric], other: colours.ink };
  }
  if (look === "rack") {
    return { ground: colours.rack, line: "", sides: [PAINT.red, PAINT.yellow], other: chips, hole: colours.well };
  }
  if (look === "discs") {
    return { ground: colours.felt, line: colours["felt-line"], sides: discs, other: chips };
  }
  if (look === "draughts" || look === "pawns") {
    return { ground: "#f0dfc0", line: "", sides: discs, other: chips, dark: "#b88a5b" };
  }
  if (look === "nodes") return { ground: "transparent", line: "", sides: discs, other: chips };
  if (look === "chocolate") return { ground: colours.sunk, line: "", sides: discs, other: "#6b3f22" };
  if (look === "dominoes") {
    return { ground: colours.card, line: colours.rule, sides: [PAINT.blue, PAINT.red], other: chips };
  }
  return {
    ground: colours.card,
    line: colours.rule,
    sides: [colours.ink, colours.rubric],
    other: chips,
    isDrawn: true,
  };
}

/**
 * How many times its own width a board is high.
 *
 * @param {Pick<BoardView, "rows" | "shape">} board
 */
export function proportions(board) {
  const { width, height } = geometryOf(board);
  return { columns: width / UNIT, rows: height / UNIT };
}

/**
 * Draw a board in the middle of a box, as large as it fits.
 *
 * @param {Pen} pen
 * @param {Pick<BoardView, "rows" | "shape" | "links" | "texts" | "blocks">} board
 * @param {{look: string, sides?: [string, string]}} how
 * @param {[number, number][]} last  cells of the last move
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {NodeColours} colours
 */
export function paintBoard(pen, board, { look, sides }, last, box, colours) {
  const geometry = geometryOf(board);
  const margin = geometry.shape === "squares" ? 0 : MARGIN;
  const [width, height] = [geometry.width + 2 * margin, geometry.height + 2 * margin];
  const scale = Math.min(box.width / width, box.height / height, largestCell(look) / UNIT);
  const material = materialOf(board, look, colours);
  material.sides = /** @type {[string, string]} */ (
    material.sides.map((colour, side) => PAINT[sides?.[side].toLowerCase() ?? ""] ?? colour)
  );
  const texts = new Map((board.texts ?? []).map(([row, column, text]) => [`${row},${column}`, text]));
  pen.save();
  pen.translate(box.x + (box.width - scale * width) / 2, box.y + (box.height - scale * height) / 2);
  pen.scale(scale, scale);
  pen.translate(margin, margin);
  paintGround(pen, geometry, board, material, margin);
  for (const [row, column] of places(geometry)) {
    const mark = board.rows[row][column];
    const text = texts.get(`${row},${column}`) ?? "";
    const isLast = last.some(([r, c]) => r === row && c === column);
    const [x, y] = geometry.at(row, column);
    if (geometry.shape === "edges") paintEdgeOrBox(pen, mark, row, column, x, y, material, isLast, colours);
    else if (geometry.shape === "pits") paintPit(pen, text, x, y, isLast);
    else if (mark !== EMPTY || material.hole) paintPiece(pen, mark, x, y, material, look, isLast, colours);
    if (geometry.shape !== "pits" && text && !board.blocks) {
      write(pen, text, x, y, look === "nodes" ? 36 : 45, colours.ink);
    }
  }
  if (board.blocks) paintBlocks(pen, geometry, board, material, colours);
  pen.restore();
}

/** @param {Pen} pen @param {Geometry} geometry @param {Pick<BoardView, "links">} board @param {Material} material @param {number} margin */
function paintGround(pen, geometry, board, material, margin) {
  const { shape, at } = geometry;
  pen.fillStyle = material.ground;
  pen.strokeStyle = material.line || material.ground;
  pen.lineWidth = 5;
  if (shape === "hexagons") {
    for (const [row, column] of places(geometry)) {
      pen.beginPath();
      corners(at(row, column)).forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      pen.closePath();
      pen.fill();
      pen.stroke();
    }
    return;
  }
  if (shape !== "squares") {
    pen.fillRect(-margin, -margin, geometry.width + 2 * margin, geometry.height + 2 * margin);
    pen.beginPath();
    for (const [from, to] of board.links ?? []) {
      pen.moveTo(...at(...from));
      pen.lineTo(...at(...to));
    }
    pen.stroke();
    return;
  }
  for (const [row, column] of places(geometry)) {
    pen.fillStyle = material.dark && (row + column) % 2 ? material.dark : material.ground;
    pen.fillRect(column * UNIT, row * UNIT, UNIT + 1, UNIT + 1);
  }
  if (!material.line) return;
  for (const [row, column] of places(geometry)) pen.strokeRect(column * UNIT, row * UNIT, UNIT, UNIT);
}

/**
 * @param {Pen} pen @param {Geometry} geometry @param {Pick<BoardView, "blocks" | "texts">} board
 * @param {Material} material @param {NodeColours} colours
 */
function paintBlocks(pen, { rows, columns, width, height }, { blocks, texts = [] }, material, colours) {
  const [high, wide] = /** @type {[number, number]} */ (blocks);
  pen.strokeStyle = colours.edge;
  pen.lineWidth = 12;
  pen.beginPath();
  for (let row = high; row < rows; row += high) {
    pen.moveTo(0, row * UNIT);
    pen.lineTo(width, row * UNIT);
  }
  for (let column = wide; column < columns; column += wide) {
    pen.moveTo(column * UNIT, 0);
    pen.lineTo(column * UNIT, height);
  }
  pen.stroke();
  for (const [row, column, text] of texts) {
    const [x, y] = [(Math.floor(column / wide) + 0.5) * wide * UNIT, (Math.floor(row / high) + 0.5) * high * UNIT];
    if (sideOf(text) >= 0) paintMark(pen, text, x, y, material, UNIT * Math.min(high, wide));
    else write(pen, text, x, y, UNIT * Math.min(high, wide) / 2, colours.ink);
  }
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {number} size @param {string} colour */
function write(pen, text, x, y, size, colour) {
  pen.fillStyle = colour;
  pen.font = `600 ${size}px sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, y);
}

/** A cross or a ring. @param {Pen} pen @param {string} mark @param {number} x @param {number} y @param {Material} material @param {number} size */
function paintMark(pen, mark, x, y, material, size) {
  pen.strokeStyle = material.sides[sideOf(mark)];
  pen.lineWidth = size / 8;
  pen.beginPath();
  if (sideOf(mark) === 0) {
    pen.moveTo(x - 0.28 * size, y - 0.28 * size);
    pen.lineTo(x + 0.28 * size, y + 0.28 * size);
    pen.moveTo(x + 0.28 * size, y - 0.28 * size);
    pen.lineTo(x - 0.28 * size, y + 0.28 * size);
  } else pen.arc(x, y, 0.29 * size, 0, 2 * Math.PI);
  pen.stroke();
}

/**
 * @param {Pen} pen @param {string} mark @param {number} x @param {number} y @param {Material} material
 * @param {string} look @param {boolean} isLast @param {NodeColours} colours
 */
function paintPiece(pen, mark, x, y, material, look, isLast, colours) {
  const side = sideOf(mark);
  const isDrawn = Boolean(material.isDrawn) && side >= 0;
  const isTile = look === "dominoes" || look === "chocolate";
  if (mark in NODES && look === "nodes") {
    pen.fillStyle = colours.card;
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 3.5;
    pen.beginPath();
    NODES[mark].forEach(([right, down], i) => (i ? pen.lineTo(x + right, y + down) : pen.moveTo(x + right, y + down)));
    pen.closePath();
    pen.fill();
    pen.stroke();
    return;
  }
  if (isDrawn) paintMark(pen, mark, x, y, material, mark === mark.toUpperCase() ? UNIT : 0.6 * UNIT);
  else if (isTile && (side >= 0 || mark === "*" || mark === "P")) {
    pen.fillStyle = mark === "P" ? PAINT.green : material.sides[side] ?? material.other;
    pen.fillRect(x - 42, y - 42, 84, 84);
  } else if (side >= 0 || mark === "*" || mark === EMPTY) {
    pen.fillStyle = mark === EMPTY ? (material.hole ?? colours.card) : material.sides[side] ?? material.other;
    pen.strokeStyle = colours["ink-soft"];
    pen.lineWidth = 4;
    pen.beginPath();
    pen.arc(x, y, 41, 0, 2 * Math.PI);
    pen.fill();
    if (mark !== EMPTY && !material.hole) pen.stroke();
    if (look === "draughts" && mark === mark.toUpperCase()) write(pen, "K", x, y + 4, 52, side ? "#222" : "#fff");
  } else if (mark !== NOWHERE) write(pen, mark, x, y, 70, colours.ink);
  if (isLast && mark !== EMPTY) {
    pen.fillStyle = isDrawn ? colours.rubric : side === 1 ? "#222" : "#fff";
    pen.beginPath();
    pen.arc(...(isDrawn ? /** @type {const} */ ([x + 38, y + 38]) : /** @type {const} */ ([x, y])), 11, 0, 2 * Math.PI);
    pen.fill();
  }
}

/**
 * @param {Pen} pen @param {string} mark @param {number} row @param {number} column @param {number} x @param {number} y
 * @param {Material} material @param {boolean} isLast @param {NodeColours} colours
 */
function paintEdgeOrBox(pen, mark, row, column, x, y, material, isLast, colours) {
  const side = sideOf(mark);
  if ((row + column) % 2) {
    const isOpen = mark === EMPTY;
    pen.strokeStyle = isLast ? colours.rubric : isOpen ? material.line : material.sides[side] ?? material.other;
    pen.lineWidth = isOpen ? 3 : 14;
    pen.beginPath();
    pen.moveTo(...(row % 2 ? /** @type {const} */ ([x, y - 50]) : /** @type {const} */ ([x - 50, y])));
    pen.lineTo(...(row % 2 ? /** @type {const} */ ([x, y + 50]) : /** @type {const} */ ([x + 50, y])));
    pen.stroke();
  } else if (row % 2) {
    if (side >= 0) paintMark(pen, mark, x, y, material, UNIT);
  } else {
    pen.fillStyle = colours.ink;
    pen.beginPath();
    pen.arc(x, y, 9, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {boolean} isLast */
function paintPit(pen, text, x, y, isLast) {
  pen.fillStyle = isLast ? "#f3dcae" : "#dcb684";
  pen.beginPath();
  pen.arc(x, y, 45, 0, 2 * Math.PI);
  pen.fill();
  write(pen, text, x, y + 4, 56, "#3b2713");
}
