/** Paints a drawing of a tree: every node a board with move, value and window; ghosts for pruned moves. */

import { brief } from "../../shared/words.js";
import { paintBoard } from "./small_board.js";
import { paintSign, SANS, signOf } from "./node_signs.js";

/** @typedef {import("./node_signs.js").Pen} Pen */
/** @typedef {import("./node_signs.js").NodeColours} NodeColours */
/** @typedef {import("../tree_types.js").Drawing} Drawing */
/** @typedef {import("../tree_types.js").PlacedCard} PlacedCard */
/** @typedef {import("./picture.js").Marks} Marks */

export const FLAT_TEXT = 66; // the width of the text beside a board
export const SMALLEST_TEXT = 12; // of the drawing, in its own units
const FAINT = 0.22; // how much is seen of what the search has not come to

export class DrawingPainter {
  #path;
  /** @type {Map<number, PlacedCard>} */ #byNode;

  /**
   * @param {Pen} pen
   * @param {NodeColours} colours
   * @param {Marks} marks
   * @param {Drawing} drawing
   * @param {{recording: import("../tree_types.js").Recording, textRoom: number, flagRoom: number}} how  `textRoom`: below the boards; `flagRoom`: of that,
   *   for the ids of faults
   */
  constructor(pen, colours, marks, drawing, { recording, textRoom, flagRoom }) {
    this.pen = pen;
    this.colours = colours;
    this.marks = marks;
    this.drawing = drawing;
    this.recording = recording;
    this.textRoom = textRoom;
    this.flagRoom = flagRoom;
    this.#path = new Set(marks.path.map(({ node }) => node));
    this.#byNode = new Map(drawing.nodes.map((node) => [node.node, node]));
  }

  paint() {
    const { pen, marks, drawing } = this;
    for (const ghost of drawing.ghosts) this.#paintGhost(ghost);
    for (const node of drawing.nodes) this.#paintEdge(node);
    this.#paintGap();
    for (const node of drawing.nodes) {
      pen.globalAlpha = marks.known.isThere(node) ? 1 : FAINT;
      this.#paintNode(node);
      pen.globalAlpha = 1;
    }
  }

  /** The line from a node to the one above, with the move. @param {PlacedCard} node */
  #paintEdge(node) {
    const { pen, colours, marks, drawing: { node_width, node_height } } = this;
    const above = node.parent === null ? undefined : this.#byNode.get(node.parent);
    if (!above) return;
    const [x0, y0] = [above.x + node_width / 2, above.y + node_height];
    const [x1, y1] = [node.x + node_width / 2, node.y];
    const isLive = this.#path.has(node.node);
    const isPrincipal = node.principal && marks.known.step === null;
    pen.globalAlpha = marks.known.isThere(node) ? 1 : FAINT;
    pen.strokeStyle = isLive ? colours.rubric : isPrincipal ? colours.principal : colours.edge;
    pen.lineWidth = isLive ? 3 : isPrincipal ? 3.5 : 1.2;
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    pen.stroke();
    const text = node.move;
    pen.font = `600 13px ${SANS}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const [x, y] = [x0 + 0.62 * (x1 - x0), y0 + 0.62 * (y1 - y0)];
    const half = pen.measureText(text).width / 2 + 4 + (node.research ? 8 : 0);
    pen.fillStyle = colours.card;
    pen.fillRect(x - half, y - 9, 2 * half, 18);
    pen.fillStyle = isLive ? colours.rubric : colours.ink;
    pen.fillText(text, x + (node.research ? 8 : 0), y);
    if (node.research) paintSign(pen, "research", x - half + 8, y, 5, colours);
    pen.globalAlpha = 1;
  }

  /** A node: its board, its value, and a line below. @param {PlacedCard} node */
  #paintNode(node) {
    const { pen, colours, marks, recording, drawing: { node_width, node_height } } = this;
    const { board, look, players } = recording;
    const isLive = this.#path.has(node.node);
    const { x, y } = node;
    const isSelected = marks.selected?.node === node.node;
    if (node.hidden) {
      pen.fillStyle = colours.sunk;
      pen.fillRect(x + 5, y + 5, node_width, node_height);
    }
    pen.fillStyle = colours.card;
    pen.fillRect(x, y, node_width, node_height);
    pen.strokeStyle = isSelected ? colours.ink : isLive ? colours.rubric : node.only ? colours.only : colours.edge;
    pen.lineWidth = isSelected ? 3 : isLive || node.only ? 2.5 : 1;
    pen.strokeRect(x, y, node_width, node_height);
    const { box, middle, room, valueLine, noteLine } = this.#placesIn(node);
    paintBoard(
      pen,
      { ...board, rows: node.rows, texts: node.texts },
      { look, sides: players },
      node.last,
      box,
      colours,
    );
    if (node.only) this.#paintOnly(x + node_width, y);
    const isKnown = marks.known.isDone(node);
    const value = marks.known.value(node);
    pen.font = `600 14px ${SANS}`;
    if (pen.measureText(value).width > room - 28) pen.font = `600 ${SMALLEST_TEXT}px ${SANS}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = colours.ink;
    const line = valueLine;
    const isCut = node.cut && isKnown;
    const shift = isCut ? 0 : 8;
    pen.fillText(value, middle + shift, line);
    const half = pen.measureText(value).width / 2;
    const kind = isKnown ? node.kind : "inner";
    paintSign(pen, signOf(kind, node.to_move === recording.to_move), middle + shift - half - 11, line, 5, colours);
    if (isCut) paintSign(pen, "cut", middle + half + 14, line, 5, colours);
    pen.font = `${SMALLEST_TEXT}px ${SANS}`;
    pen.fillStyle = colours["ink-soft"];
    const text = noteOf(node, marks);
    if (text) pen.fillText(text, middle, noteLine, room - 6);
    if (node.hidden) {
      pen.fillText(`${brief(node.hidden)} below`, x + node_width / 2, y + node_height + 15);
    }
    if (isKnown && node.faults.length) this.#paintFlag(node);
  }

  /** In the corner of a node, over its edge: the other search was not there. @param {number} x @param {number} y */
  #paintOnly(x, y) {
    const { pen, colours } = this;
    pen.fillStyle = colours.card;
    pen.beginPath();
    pen.arc(x, y, 8, 0, 2 * Math.PI);
    pen.fill();
    paintSign(pen, "only", x, y, 5, colours);
  }

  /** Where the board goes, and the value and the line below it: under the board, or beside it. @param {PlacedCard} node */
  #placesIn({ x, y }) {
    const { textRoom, flagRoom, drawing: { node_width, node_height, flat } } = this;
    if (!flat) {
      const box = { x: x + 5, y: y + 5, width: node_width - 10, height: node_height - textRoom - 7 };
      const valueLine = y + node_height - textRoom + 9;
      return {
        box,
        middle: x + node_width / 2,
        room: node_width,
        valueLine,
        noteLine: y + node_height - flagRoom - 10,
      };
    }
    const high = node_height - flagRoom;
    const box = { x: x + 5, y: y + 5, width: node_width - FLAT_TEXT - 10, height: high - 10 };
    const middle = x + node_width - FLAT_TEXT / 2 - 2;
    return { box, middle, room: FLAT_TEXT, valueLine: y + 0.34 * high, noteLine: y + 0.7 * high };
  }

  /** Where rows of a long way are left out. */
  #paintGap() {
    const { pen, colours, drawing: { gap } } = this;
    if (!gap) return;
    pen.font = `600 ${SMALLEST_TEXT}px ${SANS}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = colours["ink-soft"];
    pen.fillText(`⋮ ${gap.plies} ${gap.plies === 1 ? "ply" : "plies"} left out here ⋮`, gap.x, gap.y);
  }

  /** The ids of the faults that act at a node. @param {PlacedCard} node */
  #paintFlag({ x, y, faults }) {
    const { pen, colours, drawing: { node_width, node_height } } = this;
    const line = y + node_height - 9;
    const text = faults.map(({ id }) => id).join(" ");
    pen.font = `600 ${SMALLEST_TEXT}px ${SANS}`;
    const half = Math.min(pen.measureText(text).width, node_width - 24) / 2;
    paintSign(pen, "fault", x + node_width / 2 - half - 2, line - 1, 5, colours);
    pen.fillStyle = colours.fault;
    pen.fillText(text, x + node_width / 2 + 8, line, node_width - 24);
  }

  /** A move that was never searched. @param {import("../tree_types.js").Ghost} ghost */
  #paintGhost(ghost) {
    const { pen, colours, marks, drawing: { node_width, node_height } } = this;
    const above = this.#byNode.get(ghost.node);
    if (!above || !knowsGhosts(marks.known, above)) return;
    const x = ghost.x + ghost.width / 2;
    pen.strokeStyle = colours["ink-soft"];
    pen.lineWidth = 1;
    pen.setLineDash([3, 3]);
    pen.beginPath();
    pen.moveTo(above.x + node_width / 2, above.y + node_height);
    pen.lineTo(x, ghost.y);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = colours["ink-soft"];
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.font = `12px ${SANS}`;
    pen.fillText(ghost.move, x, ghost.y + 9);
  }
}

/**
 * Whether it was known that some moves of a node would never be searched: when a depth-first search left it.
 *
 * @param {import("./knowledge.js").Knowledge} known
 * @param {PlacedCard} above
 */
export const knowsGhosts = (known, above) => known.step === null || (known.isDepthFirst && known.isDone(above));

/**
 * The line under the value: the window as it stands, visits, or proof numbers.
 *
 * @param {PlacedCard} node
 * @param {Marks} marks
 */
function noteOf(node, marks) {
  const live = marks.path.find((each) => each.node === node.node);
  if (marks.asked === node.node) return "(?, ?)";
  if (live?.window) return live.window;
  const { visits, proof, disproof, window } = marks.known.textsOf(node);
  if (!marks.known.isThere(node)) return "";
  const note = marks.known.note(node);
  if (note !== null) return note;
  if (visits !== null) return `${brief(visits)} visits`;
  return proof === null ? window : `${proof} / ${disproof}`;
}
