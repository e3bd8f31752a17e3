/** Small boards on a canvas: what the large boards draw as SVG, with the colours of the same style sheets. */

import { lastMove } from "../../shared/board/annotations.js";
import { EMPTY, geometryOf, UNIT } from "../../shared/board/geometry.js";
import { places } from "../../shared/board/grounds.js";
import { circlePath } from "../../shared/board/pieces.js";
import { paintSides, signs, skinFor } from "../../shared/board/skins.js";
import { h, s } from "../../shared/dom.js";
import { SvgCanvas } from "./svg_canvas.js";

/** @typedef {import("./node_signs.js").Pen} Pen */
/** @typedef {import("./node_signs.js").NodeColours} NodeColours */
/** @typedef {import("../../shared/api_types.js").BoardView} BoardView */
/** @typedef {import("../../shared/api_types.js").Cell} Cell */
/** @typedef {import("./svg_canvas.js").Shape} Shape */
/** @typedef {import("./svg_canvas.js").ShapeStyle} ShapeStyle */
/** @typedef {Omit<BoardView, "columns" | "lines" | "marks">} SmallBoard */

const LARGEST_CELL = 26;
const LARGEST_NODE = 40; // of a tree of numbers
const MARGIN = 14; // units around a board, whose frame and lines reach over its edge
const LINE = 2; // how much thicker thin lines are than on a large board
const LAST = 15; // units, the dot on the last move
const MAX_KEPT = 2_000; // boards

/** How large a cell may be, in pixels. @param {string} look */
export const largestCell = (look) => (look === "nodes" ? LARGEST_NODE : LARGEST_CELL);

/** How wide and how high a board is, in cells. @param {SmallBoard} board */
export function proportions(board) {
  const { width, height } = geometryOf(board);
  return { columns: (width + 2 * MARGIN) / UNIT, rows: (height + 2 * MARGIN) / UNIT };
}

/**
 * Draw a board in the middle of a box, as large as it fits.
 *
 * @param {Pen} pen
 * @param {SmallBoard} board
 * @param {{look: string, sides?: [string, string]}} how
 * @param {Cell[]} last  cells of the last move
 * @param {{x: number, y: number, width: number, height: number}} box
 * @param {NodeColours} colours  that hold now; new ones when the theme changes
 */
export function paintBoard(pen, board, how, last, box, colours) {
  const { columns, rows } = proportions(board);
  const cell = Math.min(box.width / columns, box.height / rows, largestCell(how.look));
  pen.save();
  pen.translate(box.x + (box.width - cell * columns) / 2, box.y + (box.height - cell * rows) / 2);
  pen.scale(cell / UNIT, cell / UNIT);
  pen.translate(MARGIN, MARGIN);
  for (const shape of shapesOf(board, how, last, colours)) {
    if (pen instanceof SvgCanvas) pen.addShape(shape);
    else paintShape(pen, shape);
  }
  pen.restore();
}

/** @param {Pen} pen @param {Shape} shape */
function paintShape(pen, { matrix, path, text, style }) {
  pen.save();
  pen.transform(...matrix);
  pen.globalAlpha *= style.opacity;
  pen.fillStyle = style.fill;
  pen.strokeStyle = style.stroke;
  pen.lineWidth = style.width;
  pen.lineCap = style.cap;
  pen.lineJoin = style.join;
  pen.setLineDash(style.dash);
  if (text) {
    pen.font = style.font;
    pen.textAlign = "center";
    pen.textBaseline = "alphabetic";
    pen.fillText(text, 0, 0);
  } else {
    const drawn = new Path2D(path);
    if (style.fill !== "none") pen.fill(drawn, "evenodd");
    if (style.stroke !== "none") pen.stroke(drawn);
  }
  pen.restore();
}

/** @type {WeakMap<NodeColours, {sheet: StyleReader, boards: Map<string, Shape[]>}>} what was read while they hold */
const READ = new WeakMap();

/** @param {SmallBoard} board @param {{look: string, sides?: [string, string]}} how @param {Cell[]} last @param {NodeColours} colours */
function shapesOf(board, { look, sides }, last, colours) {
  let read = READ.get(colours);
  if (!read) READ.set(colours, read = { sheet: new StyleReader(), boards: new Map() });
  const key = JSON.stringify([board, look, sides, last]);
  const known = read.boards.get(key);
  if (known) return known;
  if (read.boards.size >= MAX_KEPT) read.boards.clear();
  const shapes = read.sheet.read(skinFor(look, board), sides, draw(board, look, last));
  read.boards.set(key, shapes);
  return shapes;
}

/** A board as SVG. @param {SmallBoard} small @param {string} look @param {Cell[]} last */
function draw(small, look, last) {
  const board = { columns: [], lines: [], marks: "", ...small, names: [] };
  const geometry = geometryOf(board);
  const skin = skinFor(look, board);
  const texts = new Map((board.texts ?? []).map(([row, column, text]) => [`${row},${column}`, text]));
  const pieces = places(geometry).flatMap(([row, column]) => {
    const place = { row, column, rows: board.rows, text: texts.get(`${row},${column}`) ?? "", geometry };
    const mark = board.rows[row][column];
    if (mark === EMPTY && !(geometry.shape === "pits" && place.text)) return [];
    const [x, y] = geometry.at(row, column);
    return [s("g", { class: "piece", transform: `translate(${x} ${y})` }, (skin.small ?? skin.piece)(mark, place))];
  });
  const dots = lastMove(last, board, geometry);
  for (const dot of dots) if (dot.classList.contains("last")) dot.setAttribute("r", String(LAST));
  const front = skin.front(geometry, board);
  return [...skin.ground(geometry, board), ...pieces, ...signs(board, geometry), ...front, ...dots];
}

/** Finds out how elements would look in the document. Of those that look alike, only the first is asked. */
class StyleReader {
  /** @type {Map<string, ShapeStyle & {radius: number, shift: DOMMatrix}>} */
  #styles = new Map();

  /**
   * @param {import("../../shared/board/skins.js").Skin} skin
   * @param {[string, string] | undefined} sides
   * @param {Element[]} elements
   * @returns {Shape[]}
   */
  read(skin, sides, elements) {
    const svg = s("svg");
    const host = h(/** @type {any} */ ("kibitz-board"), { class: `probe look-${skin.name}` }, svg);
    host.style.setProperty("--line", String(LINE));
    paintSides(host, skin, sides);
    document.body.append(host);
    svg.append(...elements);
    const above = `${skin.name} ${sides}`;
    const shapes = elements.flatMap((element) => [...this.#shapes(element, above, new DOMMatrix(), 1)]);
    host.remove();
    return shapes;
  }

  /** @param {Element} element @param {string} above @param {DOMMatrix} place @param {number} alpha @returns {Iterable<Shape>} */
  *#shapes(element, above, place, alpha) {
    const radius = element.getAttribute("r") ?? "";
    const key = `${above} ${element.tagName}.${element.getAttribute("class") ?? ""}${radius}`;
    if (!this.#styles.has(key)) this.#styles.set(key, readStyle(element));
    const style = /** @type {ShapeStyle & {radius: number, shift: DOMMatrix}} */ (this.#styles.get(key));
    const own = /** @type {SVGGraphicsElement} */ (element).transform.baseVal.consolidate()?.matrix;
    let matrix = own ? place.multiply(own) : place.multiply(style.shift);
    const opacity = alpha * style.opacity;
    if (element.tagName === "g") {
      for (const child of element.children) yield* this.#shapes(child, key, matrix, opacity);
      return;
    }
    const text = element.tagName === "text" ? (element.textContent ?? "") : "";
    if (text) matrix = matrix.translate(number(element, "x"), number(element, "y"));
    const { a, b, c, d, e, f } = matrix;
    yield { matrix: [a, b, c, d, e, f], path: pathOf(element, style.radius), text, style: { ...style, opacity } };
  }
}

/** @param {Element} element @param {string} name */
const number = (element, name) => Number(element.getAttribute(name) ?? 0);

/** @param {Element} element @returns {ShapeStyle & {radius: number, shift: DOMMatrix}} */
function readStyle(element) {
  const found = getComputedStyle(element);
  const radius = parseFloat(found.getPropertyValue("r")) || number(element, "r");
  const length = number(element, "pathLength"); // by which the dashes of a circle are counted
  const scale = length && radius ? 2 * Math.PI * radius / length : 1;
  const hasTransform = element.hasAttribute("transform") || found.transform === "none";
  return {
    fill: found.fill,
    stroke: found.stroke,
    width: parseFloat(found.strokeWidth),
    opacity: Number(found.opacity),
    cap: /** @type {CanvasLineCap} */ (found.strokeLinecap),
    join: /** @type {CanvasLineJoin} */ (found.strokeLinejoin),
    dash: found.strokeDasharray === "none"
      ? []
      : found.strokeDasharray.split(",").map((part) => scale * parseFloat(part)),
    font: `${found.fontWeight} ${found.fontSize} ${found.fontFamily}`,
    radius,
    shift: hasTransform ? new DOMMatrix() : new DOMMatrix(found.transform),
  };
}

/** @param {Element} element @param {number} radius  of a circle */
function pathOf(element, radius) {
  if (element.tagName === "path") return element.getAttribute("d") ?? "";
  if (element.tagName === "circle") return circlePath(number(element, "cx"), number(element, "cy"), radius);
  if (element.tagName === "polygon") return `M${element.getAttribute("points")}Z`;
  if (element.tagName !== "rect") return "";
  const [x, y] = [number(element, "x"), number(element, "y")];
  const [width, height] = [number(element, "width"), number(element, "height")];
  const r = Math.min(number(element, "rx"), width / 2, height / 2);
  const [across, down] = [width - 2 * r, height - 2 * r];
  /** @param {number} right @param {number} below */
  const corner = (right, below) => `a${r} ${r} 0 0 1 ${right} ${below}`;
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${
    corner(r, -r)
  }Z`;
}
