/**
 * How boards look. A skin draws the ground and the pieces; a game only names its marks, a shape and a `look`.
 *
 *     rack       a stand with holes, discs drop in       hexagons   cells of six sides; look `hex` colours the borders
 *     discs      felt with discs that are turned over    points     discs where lines meet
 *     marks      pen on paper, X and O                   edges      lines between dots
 *     heap       chips that are taken away               pits       hollows with seeds
 *     draughts   men and kings on dark squares           pawns      pawns on a chequered board
 *     dominoes   upright ones and lying ones             chocolate  a bar that is eaten
 *     nodes      one node of a tree of numbers: a triangle up or down, or a box
 *     text       the characters of a game's own drawing
 */

import { s } from "../dom.js";
import { UNIT } from "./geometry.js";
import {
  blockLines,
  chequers,
  dots,
  grid,
  hexagonBorders,
  hexagonCells,
  hollows,
  isTall,
  linksAndPoints,
  openEdges,
  pitNumbers,
  plate,
  sheet,
  squareNumbers,
  stars,
} from "./grounds.js";
import {
  chip,
  chocolate,
  disc,
  draughtsman,
  edgeOrBox,
  halfDomino,
  pawn,
  pen,
  seeds,
  store,
  treeNode,
} from "./pieces.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("../api_types.js").BoardView} BoardView */

/**
 * @typedef {object} Place  where a piece stands, for skins whose pieces depend on it
 * @property {number} row
 * @property {number} column
 * @property {string[]} rows
 * @property {string} text  empty if the mark says it all
 * @property {Geometry} geometry
 *
 * @typedef {object} Skin
 * @property {string} name  also the class of the board, for the style sheet
 * @property {[string, string]} sides  what the pieces of the two sides are made of; their colours are in board.css
 * @property {number} head  space above the board, in units
 * @property {number} edge  space around it
 * @property {boolean} labelsBelow  column names under the board instead of above it
 * @property {"always" | "partly" | "never"} showsTargets  whether cells that can be played are marked while it is a
 *   person's turn: partly, where there are free cells that cannot
 * @property {(geometry: Geometry, board: BoardView) => Element[]} ground  under the pieces
 * @property {(geometry: Geometry, board: BoardView) => Element[]} front  over the pieces
 * @property {(mark: string, place: Place) => Element[]} piece
 * @property {(mark: string, place: Place) => Element[]} [small]  the same where a board is as small as a stamp
 * @property {"drop" | "place" | "draw"} enter  how a piece comes
 * @property {boolean} turns  whether the board can be seen from its other side
 */

/** @type {Pick<Skin, "sides" | "head" | "edge" | "labelsBelow" | "showsTargets" | "front" | "enter" | "turns">} */
const USUAL = {
  sides: ["black", "white"],
  head: 0,
  edge: 18,
  labelsBelow: false,
  showsTargets: "never",
  front: () => [],
  enter: "place",
  turns: true,
};

/** @type {Record<string, Skin>} */
const SKINS = {
  rack: {
    ...USUAL,
    name: "rack",
    sides: ["red", "yellow"],
    head: 96,
    labelsBelow: true,
    ground: ({ width, height }) => [s("rect", { class: "well", width, height })],
    front: plate,
    piece: (mark) => disc(mark, 43),
    enter: "drop",
    turns: false,
  },
  discs: {
    ...USUAL,
    name: "discs",
    showsTargets: "always",
    ground: (geometry) => [sheet(geometry, 14, 10), grid(geometry), ...stars(geometry)],
    piece: (mark) => disc(mark, 41),
  },
  marks: {
    ...USUAL,
    name: "marks",
    sides: ["ink", "rubric"],
    showsTargets: "partly",
    ground: (geometry, board) => [sheet(geometry, 8, 6), grid(geometry), ...blockLines(geometry, board)],
    piece: pen,
    enter: "draw",
  },
  heap: {
    ...USUAL,
    name: "heap",
    edge: 30,
    turns: false,
    ground: (geometry) => [sheet(geometry, 24, 26)],
    piece: (mark) => (mark === "*" ? chip() : pen(mark)),
  },
  chocolate: {
    ...USUAL,
    name: "chocolate",
    turns: false,
    ground: (geometry) => [sheet(geometry, 12, 14)],
    piece: chocolate,
  },
  draughts: {
    ...USUAL,
    name: "draughts",
    edge: 30,
    ground: (geometry, board) => [sheet(geometry, 12, 8), chequers(geometry), ...squareNumbers(geometry, board)],
    piece: draughtsman,
  },
  pawns: {
    ...USUAL,
    name: "pawns",
    edge: 30,
    ground: (geometry) => [sheet(geometry, 12, 8), chequers(geometry)],
    piece: pawn,
  },
  dominoes: {
    ...USUAL,
    name: "dominoes",
    sides: ["blue", "red"],
    showsTargets: "partly",
    ground: (geometry) => [sheet(geometry, 8, 6), grid(geometry)],
    piece: (mark, { row, column, rows }) => halfDomino(mark, row, column, rows),
  },
  hexagons: {
    ...USUAL,
    name: "hexagons",
    sides: ["red", "blue"],
    ground: (geometry) => [hexagonCells(geometry)],
    piece: (mark) => disc(mark, 38),
  },
  hex: {
    ...USUAL,
    name: "hexagons",
    sides: ["red", "blue"],
    edge: 26,
    ground: (geometry) => [...hexagonBorders(geometry), hexagonCells(geometry)],
    piece: (mark) => disc(mark, 38),
  },
  points: {
    ...USUAL,
    name: "points",
    ground: (geometry, board) => [sheet(geometry, 8, 10), ...linksAndPoints(geometry, board)],
    piece: (mark) => disc(mark, 38),
  },
  edges: {
    ...USUAL,
    name: "edges",
    sides: ["ink", "rubric"],
    edge: 40,
    ground: (geometry) => [sheet(geometry, 34, 8), openEdges(geometry)],
    front: dots,
    piece: (mark, { row, column }) => edgeOrBox(mark, row, column),
    enter: "draw",
  },
  pits: {
    ...USUAL,
    name: "pits",
    edge: 24,
    ground: (geometry, board) => [sheet(geometry, 16, 60), ...hollows(geometry), ...pitNumbers(geometry, board)],
    piece: (mark, { row, column, text, geometry }) =>
      isTall(geometry, row, column) ? store(mark, text) : seeds(text, row < geometry.rows / 2),
    small: (_, { text }) => [s("text", { class: "seed-count alone", y: 20 }, text)],
  },
  nodes: {
    ...USUAL,
    name: "nodes",
    ground: () => [],
    piece: treeNode,
  },
  text: {
    ...USUAL,
    name: "text",
    turns: false,
    ground: (geometry) => [sheet(geometry, 24, 10)],
    piece: (mark) => [s("text", { class: "character", y: 24 }, mark)],
  },
};

/**
 * The skin for a board: that of its shape; on squares the one its game asks for, or else the one its marks suggest:
 * chips for `*`, tiles for unknown letters, else pen on paper.
 *
 * @param {string} look
 * @param {{rows: string[], shape?: string}} board
 * @returns {Skin}
 */
export function skinFor(look, { rows, shape = "squares" }) {
  if (shape === "hexagons" && look === "hex") return SKINS.hex;
  if (shape !== "squares" && shape in SKINS) return SKINS[shape];
  if (look in SKINS && look !== "hex") return SKINS[look];
  const marks = new Set(rows.join(""));
  return marks.has("*") && !marks.has("X") ? SKINS.heap : SKINS.marks;
}

/** Skins whose pieces are neither side's, or no sign of a side by themselves. */
const SHOWN_AS_DISCS = ["heap", "chocolate", "pits", "nodes", "text"];

/**
 * The sign of a side beside its name: its piece, or a black or white disc where pieces belong to neither side.
 *
 * @param {{look: string, sides?: [string, string], board?: {shape?: string}}} game
 * @param {number} side
 */
export function token({ look, sides, board }, side) {
  const found = skinFor(look, { rows: [], shape: board?.shape });
  const skin = SHOWN_AS_DISCS.includes(found.name) ? SKINS.discs : found.name === "edges" ? SKINS.marks : found;
  const mark = skin.name === "draughts" ? "xo"[side] : "XO"[side];
  const nowhere = { row: 0, column: 0, rows: [], text: "", geometry: /** @type {any} */ (null) };
  const sign = s(
    "svg",
    { class: `token look-${skin.name}`, viewBox: "-48 -48 96 96", "aria-hidden": "true" },
    ...skin.piece(mark, nowhere),
  );
  paintSides(sign, skin, sides);
  return sign;
}

const COLOURS = ["black", "white", "red", "blue", "yellow", "green"];

/**
 * Give the pieces within an element their colours: those that the sides are named after, or the usual ones.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {Skin} skin
 * @param {[string, string]} [names]  of the sides
 */
export function paintSides(element, { sides }, names = ["", ""]) {
  sides.forEach((usual, side) => {
    const name = names[side].toLowerCase();
    const colour = COLOURS.includes(name) ? name : usual;
    element.style.setProperty(`--side-${side}`, `var(--piece-${colour})`);
    element.style.setProperty(`--side-${side}-line`, `var(--piece-${colour}-line)`);
  });
}

/**
 * What is written over cells where a mark does not say it; on a board of several parts, over the whole part.
 *
 * @param {BoardView} board
 * @param {Geometry} geometry
 */
export function signs({ texts = [], blocks }, geometry) {
  if (geometry.shape === "pits") return []; // the numbers there belong to the seeds
  return texts.map(([row, column, text]) => {
    if (!blocks) {
      const [x, y] = geometry.at(row, column);
      return s("text", { class: text.length > 2 ? "sign long" : "sign", x, y: y + 13 }, text);
    }
    const [high, wide] = blocks;
    const x = (Math.floor(column / wide) + 0.5) * wide * UNIT;
    const y = (Math.floor(row / high) + 0.5) * high * UNIT;
    const scale = Math.min(high, wide);
    const sign = text === "X" || text === "O" ? pen(text) : [s("text", { class: "sign", y: 13 }, text)];
    return s("g", { class: "block-sign", transform: `translate(${x} ${y}) scale(${scale})` }, sign);
  });
}

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
      if ((before[row]?.[column] ?? ".") !== mark) found.push([row, column, mark]);
    })
  );
  return found;
}
