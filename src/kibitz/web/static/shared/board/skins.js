/**
 * How boards look. A skin draws the ground and the pieces; a game only names its marks and a `look`.
 *
 *     rack    a stand with holes, discs drop in            marks   pen on paper, X and O
 *     discs   felt with discs that are turned over         heap    chips that are taken away
 *
 * A cell is 100 units wide; pieces are drawn around (0, 0). The two sides differ by shape as well as by colour:
 * the first has a ring on its disc (or is a cross), the second a lozenge (or is a ring).
 */

import { s } from "../dom.js";

export const UNIT = 100;
export const EMPTY = ".";
export const NOWHERE = " ";
const SIDES = ["X", "O"];

/**
 * @typedef {object} Size
 * @property {number} rows
 * @property {number} columns
 * @property {(row: number, column: number) => boolean} has  whether the cell belongs to the board
 *
 * @typedef {object} Skin
 * @property {string} name  also the class of the board, for the style sheet
 * @property {number} head  space above the board, in units
 * @property {boolean} labelsBelow  column names under the board instead of above it
 * @property {boolean} showsTargets  whether cells that can be played are marked while it is a person's turn
 * @property {(size: Size) => Element[]} ground  under the pieces
 * @property {(size: Size) => Element[]} front  over the pieces
 * @property {(mark: string) => Element[]} piece
 * @property {"drop" | "place" | "draw"} enter  how a piece comes
 */

/** The side a mark belongs to: 0, 1, or -1 for neither. @param {string} mark */
export const sideOf = (mark) => SIDES.indexOf(mark);

/**
 * The cells that differ between two boards, with the mark each has afterwards.
 *
 * @param {string[]} before
 * @param {string[]} after
 */
export function changes(before, after) {
  /** @type {[number, number, string][]} */
  const found = [];
  after.forEach((marks, row) =>
    [...marks].forEach((mark, column) => {
      if ((before[row]?.[column] ?? EMPTY) !== mark) found.push([row, column, mark]);
    })
  );
  return found;
}

/** @param {number} x @param {number} y @param {number} r */
const circlePath = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A disc with the emblem of its side. @param {string} mark @param {number} r */
function disc(mark, r) {
  const side = sideOf(mark);
  if (side < 0) return letter(mark);
  const emblem = side === 0
    ? s("circle", { class: "emblem", r: r * 0.56 })
    : s("path", { class: "emblem", d: `M0 ${-r * 0.5}L${r * 0.5} 0L0 ${r * 0.5}L${-r * 0.5} 0Z` });
  return [s("circle", { class: `disc side-${side}`, r }), s("g", { class: `side-${side}` }, emblem)];
}

/** A tile for a mark nobody knows, written as it is. @param {string} mark */
function letter(mark) {
  return [
    s("rect", { class: "tile", x: -38, y: -38, width: 76, height: 76, rx: 10 }),
    s("text", { class: "letter", y: 19 }, mark),
  ];
}

/** @param {string} mark */
function pen(mark) {
  if (mark === "X") {
    return [
      s("path", {
        class: "stroke side-0",
        d: "M-27 -28C-12 -10 10 12 28 27M27 -29C12 -12 -12 12 -28 28",
        pathLength: 100,
      }),
    ];
  }
  if (mark === "O") {
    return [
      s("path", {
        class: "stroke side-1",
        d: "M4 -30C-20 -32 -34 -14 -31 6C-28 26 -8 34 10 29C30 23 36 0 27 -16C22 -25 12 -30 0 -30",
        pathLength: 100,
      }),
    ];
  }
  return mark === "*" ? chip() : letter(mark);
}

function chip() {
  return [
    s("circle", { class: "chip", r: 40 }),
    s("circle", { class: "chip-rim", r: 31, pathLength: 96 }),
    s("circle", { class: "chip-heart", r: 20 }),
  ];
}

/** @param {Size} size */
function grid({ rows, columns, has }) {
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

/** @param {Size} size @param {number} border @param {number} radius */
const sheet = (size, border, radius) =>
  s("rect", {
    class: "sheet",
    x: -border,
    y: -border,
    width: size.columns * UNIT + 2 * border,
    height: size.rows * UNIT + 2 * border,
    rx: radius,
  });

/** The four small dots of an Othello board, and nothing on boards too small for them. @param {Size} size */
function stars({ rows, columns }) {
  if (rows < 6 || columns < 6) return [];
  return [2, rows - 2].flatMap((row) =>
    [2, columns - 2].map((column) => s("circle", { class: "star", cx: column * UNIT, cy: row * UNIT, r: 6 }))
  );
}

/** The stand in front of the discs: a plate with a hole for every cell. @param {Size} size */
function plate(size) {
  const { rows, columns, has } = size;
  const width = columns * UNIT;
  const height = rows * UNIT;
  let holes = "";
  let rims = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!has(row, column)) continue;
      const [x, y] = [(column + 0.5) * UNIT, (row + 0.5) * UNIT];
      holes += circlePath(x, y, 41);
      rims += circlePath(x, y, 42);
    }
  }
  const upper = `M-4 -10h${width + 8}a12 12 0 0 1 12 12v${height + 2}`;
  const lower = `a14 14 0 0 1 -14 14h${-width - 4}a14 14 0 0 1 -14 -14v${-height - 2}a12 12 0 0 1 12 -12Z`;
  return [
    s("path", { class: "plate", "fill-rule": "evenodd", d: upper + lower + holes }),
    s("path", { class: "rims", d: rims }),
  ];
}

/** @type {Record<string, Skin>} */
const SKINS = {
  rack: {
    name: "rack",
    head: 96,
    labelsBelow: true,
    showsTargets: false,
    ground: (size) => [s("rect", { class: "well", width: size.columns * UNIT, height: size.rows * UNIT })],
    front: plate,
    piece: (mark) => disc(mark, 43),
    enter: "drop",
  },
  discs: {
    name: "discs",
    head: 0,
    labelsBelow: false,
    showsTargets: true,
    ground: (size) => [sheet(size, 14, 10), grid(size), ...stars(size)],
    front: () => [],
    piece: (mark) => disc(mark, 41),
    enter: "place",
  },
  marks: {
    name: "marks",
    head: 0,
    labelsBelow: false,
    showsTargets: false,
    ground: (size) => [sheet(size, 8, 6), grid(size)],
    front: () => [],
    piece: pen,
    enter: "draw",
  },
  heap: {
    name: "heap",
    head: 0,
    labelsBelow: false,
    showsTargets: true,
    ground: (size) => [sheet(size, 24, 26)],
    front: () => [],
    piece: (mark) => (mark === "*" ? chip() : pen(mark)),
    enter: "place",
  },
};

/**
 * The skin that a game asks for, or the one its marks suggest: chips for `*`, tiles for unknown letters, else pen on
 * paper.
 *
 * @param {string} look
 * @param {string[]} rows
 * @returns {Skin}
 */
export function skinFor(look, rows) {
  if (look in SKINS) return SKINS[look];
  const marks = new Set(rows.join(""));
  return marks.has("*") && !marks.has("X") ? SKINS.heap : SKINS.marks;
}

/**
 * The sign of a side beside its name: its piece, or a black or white disc where pieces belong to neither side.
 *
 * @param {string} look
 * @param {number} side
 */
export function token(look, side) {
  const skin = look === "heap" ? SKINS.discs : skinFor(look, []);
  return s(
    "svg",
    { class: `token look-${skin.name}`, viewBox: "-48 -48 96 96", "aria-hidden": "true" },
    ...skin.piece(SIDES[side]),
  );
}
