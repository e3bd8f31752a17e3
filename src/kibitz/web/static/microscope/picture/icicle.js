/**
 * The tree zoomed out: an icicle. A node is a bar as wide as its subtree has nodes, its children hang below it in the
 * order they were searched, so time runs from left to right.
 */

import { paintSign, SANS } from "./node_signs.js";
import { CUT, FAULT, IcicleTiles, MIN, ONLY, PAINTS, PRINCIPAL, RESEARCH } from "./icicle_tiles.js";

/** @typedef {import("./node_signs.js").Pen} Pen */
/** @typedef {import("./node_signs.js").NodeColours} NodeColours */
/** @typedef {import("./picture.js").Marks} Marks */

const MAX_SCALE = 64; // pixels a node; closer in, the drawing takes over
const [LEAST_ROW, MAX_ROW] = [20, 110];
const MARGIN = 12;
const SHADE = 0.45; // of what the other search left out

export class IcicleLayer {
  left = 0; // the node at the left edge; may lie between two nodes
  scale = 1; // pixels a node
  top = 0; // pixels scrolled down
  row = 28;
  height = 1;
  #width = 1;
  #tall = 1;

  /**
   * @param {import("../tree_types.js").Source} source
   * @param {{root: number, nodes: number, height: number}} pass
   * @param {(error?: unknown) => void} arrived
   */
  constructor(source, pass, arrived) {
    this.source = source;
    this.root = pass.root;
    this.size = pass.nodes;
    this.height = pass.height;
    this.span = pass.nodes;
    this.names = source.recording.names;
    this.tiles = new IcicleTiles(source, pass.root, pass.nodes, arrived);
  }

  /**
   * Draw it at the scale of a larger tree beside it.
   *
   * @param {number} nodes  that all of the width stands for
   * @param {number} rows
   */
  scaleTo(nodes, rows) {
    this.span = Math.max(this.size, nodes);
    this.height = Math.max(this.height, rows);
    this.resize(this.#width, this.#tall);
    this.fit();
  }

  /** The room there is. @param {number} width @param {number} height */
  resize(width, height) {
    const isFirst = this.#width === 1;
    const ratio = width / this.#width;
    this.#width = width;
    this.#tall = height;
    this.row = Math.min(MAX_ROW, Math.max(LEAST_ROW, Math.floor((height - 2 * MARGIN) / this.height)));
    if (isFirst) this.fit();
    else this.scale *= ratio;
    this.#keepIn();
  }

  get #fitScale() {
    return (this.#width - 2 * MARGIN) / this.span;
  }

  fit() {
    this.scale = this.#fitScale;
    this.left = -MARGIN / this.scale;
    this.top = 0;
  }

  /** Whether it cannot be zoomed in further. */
  get isClosest() {
    return this.scale >= MAX_SCALE * 0.999;
  }

  /** @param {number} dx @param {number} dy  pixels */
  pan(dx, dy) {
    this.left -= dx / this.scale;
    this.top -= dy;
    this.#keepIn();
  }

  /** @param {number} x @param {number} _y @param {number} factor */
  zoomAt(x, _y, factor) {
    const at = this.left + x / this.scale;
    this.scale = Math.min(MAX_SCALE, Math.max(Math.min(this.#fitScale, MAX_SCALE), this.scale * factor));
    this.left = at - x / this.scale;
    this.#keepIn();
  }

  #keepIn() {
    this.scale = Math.max(this.scale, Math.min(this.#fitScale, MAX_SCALE));
    const seen = this.#width / this.scale;
    const margin = MARGIN / this.scale;
    const most = this.size + margin - seen;
    const alone = this.span > this.size ? -margin : (this.size - seen) / 2;
    this.left = most < -margin ? alone : Math.min(most, Math.max(-margin, this.left));
    this.top = Math.max(0, Math.min(this.top, this.height * this.row + 2 * MARGIN - this.#tall));
  }

  /**
   * Make a node visible: without zooming if it already is, else so that it fills a good part of the width.
   *
   * @param {{node: number, size: number, ply: number}} card
   * @param {boolean} closely
   */
  show(card, closely) {
    const [from, pixels] = [card.node - this.root, card.size * this.scale];
    const isSeen = from + card.size > this.left && from < this.left + this.#width / this.scale;
    if (closely || !isSeen || pixels < 6) {
      const wanted = closely ? 0.7 * this.#width : Math.max(pixels, Math.min(0.2 * this.#width, 40));
      if (closely || pixels < wanted) this.scale = Math.min(MAX_SCALE, wanted / card.size);
      this.left = from + card.size / 2 - this.#width / this.scale / 2;
    }
    const y = card.ply * this.row;
    if (y < this.top) this.top = y;
    if (y + 2 * this.row > this.top + this.#tall) this.top = y + 3 * this.row - this.#tall;
    this.#keepIn();
  }

  /** Scroll so that a node stays visible, at the same scale. @param {{node: number, size: number, ply: number}} spot */
  keepSeen({ node, ply }) {
    const seen = this.#width / this.scale;
    const at = node - this.root;
    if (at < this.left || at >= this.left + 0.98 * seen) this.left = at - seen / 4;
    const y = MARGIN + ply * this.row;
    if (y < this.top) this.top = y - MARGIN;
    if (y + this.row > this.top + this.#tall) this.top = y + 2 * this.row - this.#tall;
    this.#keepIn();
  }

  /** What a link says of the place that is seen: the nodes at both edges, and pixels scrolled down; empty for all. */
  get place() {
    if (Math.abs(this.scale - this.#fitScale) < 1e-6 * this.scale && this.top === 0) return [];
    const edges = [this.left, this.left + this.#width / this.scale];
    return [...edges.map((at) => Math.round(100 * at) / 100), Math.round(this.top)];
  }

  /** Show the place that a link names. @param {number[]} place */
  goTo([from, to, top]) {
    if (!(to > from)) return;
    this.scale = Math.min(MAX_SCALE, this.#width / (to - from));
    this.left = from;
    this.top = top;
    this.#keepIn();
  }

  /** Where a node is on the canvas, in pixels. @param {{node: number, size: number, ply: number}} card */
  boxOf(card) {
    const [left, top] = [this.#x(card.node - this.root), this.#y(card.ply)];
    return { left, top, right: left + Math.max(2, card.size * this.scale), bottom: top + this.row };
  }

  /**
   * What lies under a point.
   *
   * @param {number} x
   * @param {number} y
   * @param {import("./knowledge.js").Knowledge} known
   * @returns {import("./picture.js").Hit | null}
   */
  hit(x, y, known) {
    const at = this.left + x / this.scale;
    const row = Math.floor((y + this.top - MARGIN) / this.row);
    for (const { tile } of this.tiles.cover(at, at + 1e-9, this.scale)) {
      for (let i = 0; i < tile.x.length; i++) {
        if (tile.row[i] !== row || at < tile.x[i] || at >= tile.x[i] + tile.width[i]) continue;
        const node = tile.x[i] + this.root;
        const value = known.value(this.#cardAt(tile, i));
        return { node, text: this.#tipText(this.names[tile.move[i]] ?? "root", value, tile.width[i]) };
      }
      const { merged } = tile;
      for (let i = 0; i < merged.x.length; i++) {
        const inside = at >= merged.x[i] && at < merged.x[i] + merged.width[i];
        if (!inside || row < merged.ply[i] || row >= merged.ply[i] + merged.height[i]) continue;
        return { node: -1, text: `${merged.width[i].toLocaleString("en")} nodes, too narrow to tell apart` };
      }
    }
    return null;
  }

  /** A cell as the knowledge of the search is asked about it. @param {import("./icicle_tiles.js").Tile} tile @param {number} i */
  #cardAt({ x, width, row, flags, value, valueForMin, born }, i) {
    const isMax = !(flags[i] & MIN);
    const texts = { value: value[i], for_min: { value: valueForMin[i] } };
    return { node: x[i] + this.root, size: width[i], ply: row[i], born: born[i], isMax, ...texts };
  }

  /** @param {string} name @param {string} value @param {number} size */
  #tipText(name, value, size) {
    return `${name}: ${value}${size > 1 ? `, ${size.toLocaleString("en")} nodes` : ""}`;
  }

  /** @param {Pen} pen @param {NodeColours} colours @param {Marks} marks */
  paint(pen, colours, marks) {
    const parts = this.tiles.cover(this.left, this.left + this.#width / this.scale, this.scale);
    const [first] = parts;
    for (const part of parts) this.#paintMerged(pen, colours, part, marks.known);
    PAINTS.forEach((paint, order) => {
      pen.fillStyle = colours[paint === "max" ? "max-soft" : paint === "min" ? "min-soft" : paint];
      for (const part of parts) this.#paintCells(pen, part, order, part === first, marks.known);
    });
    for (const node of marks.path) this.#paintOpen(pen, colours, node, marks.known);
    this.#paintFuture(pen, colours, marks);
    for (const part of parts) this.#paintFlags(pen, colours, part, part === first, marks.known);
    for (const node of marks.path) this.#outline(pen, node, colours.rubric, 1.5);
    if (marks.selected) this.#outline(pen, marks.selected, colours.ink, 2.5);
  }

  /**
   * @param {Pen} pen
   * @param {NodeColours} colours
   * @param {{tile: import("./icicle_tiles.js").Tile, from: number, to: number}} part
   * @param {import("./knowledge.js").Knowledge} known
   */
  #paintMerged(pen, colours, { tile, from, to }, known) {
    const { merged } = tile;
    for (let i = 0; i < merged.x.length; i++) {
      pen.fillStyle = colours.block;
      const start = Math.max(merged.x[i], from);
      const end = Math.min(merged.x[i] + merged.width[i], to);
      if (start >= end) continue;
      const height = merged.height[i] * this.row - 1;
      const room = Math.max((end - start) * this.scale - 0.4, 0.5);
      pen.fillRect(this.#x(start), this.#y(merged.ply[i]), room, height);
      if (merged.only?.[i] && known.step === null) {
        this.#shade(pen, colours, this.#x(start), this.#y(merged.ply[i]), room, height);
      }
    }
  }

  /** @param {number} x */
  #x = (x) => (x - this.left) * this.scale;
  /** @param {number} row */
  #y = (row) => MARGIN + row * this.row - this.top;

  /**
   * @param {Pen} pen
   * @param {{tile: import("./icicle_tiles.js").Tile, from: number, to: number}} part
   * @param {number} paint
   * @param {boolean} isFirst  of those in sight: it also paints what begins before it
   * @param {import("./knowledge.js").Knowledge} known
   */
  #paintCells(pen, { tile, from, to }, paint, isFirst, known) {
    const { x, width, row, starts } = tile;
    const edge = this.#width + 2;
    for (let i = starts[paint]; i < starts[paint + 1]; i++) {
      if (x[i] >= to || (x[i] < from && !isFirst)) continue;
      const start = Math.max(-2, (x[i] - this.left) * this.scale);
      const end = Math.min(edge, (x[i] + width[i] - this.left) * this.scale);
      if (end <= start) continue;
      if (!known.isDepthFirst) pen.globalAlpha = known.isThere(this.#cardAt(tile, i)) ? 1 : 0.18;
      pen.fillRect(start, this.#y(row[i]), Math.max(end - start - (end - start > 3 ? 1 : 0.2), 0.6), this.row - 1);
    }
    pen.globalAlpha = 1;
  }

  /** A node that the search has not left: what kind of node it is was not known. @param {Pen} pen @param {NodeColours} colours @param {import("./picture.js").Spot} spot @param {import("./knowledge.js").Knowledge} known */
  #paintOpen(pen, colours, spot, known) {
    if (!known.isDepthFirst || known.isDone(spot)) return;
    const x = this.#x(spot.node - this.root);
    const [from, to] = [Math.max(x, -2), Math.min(x + spot.size * this.scale, this.#width + 2)];
    pen.fillStyle = colours[spot.isMax ? "max-soft" : "min-soft"];
    if (to > from) pen.fillRect(from, this.#y(spot.ply), Math.max(to - from - 1, 0.6), this.row - 1);
  }

  /**
   * Signs, names and values, wherever there is room for them.
   *
   * @param {Pen} pen
   * @param {NodeColours} colours
   * @param {{tile: import("./icicle_tiles.js").Tile, from: number, to: number}} part
   * @param {boolean} isFirst
   * @param {import("./knowledge.js").Knowledge} known
   */
  #paintFlags(pen, colours, { tile, from, to }, isFirst, known) {
    const { x, width, row, flags, starts } = tile;
    pen.textBaseline = "middle";
    pen.textAlign = "left";
    pen.font = `${Math.min(14, this.row * 0.55)}px ${SANS}`;
    for (let paint = 0; paint < PAINTS.length; paint++) {
      for (let i = starts[paint]; i < starts[paint + 1]; i++) {
        if (x[i] >= to || (x[i] < from && !isFirst)) continue;
        const start = Math.max(0, this.#x(x[i]));
        const room = Math.min(this.#width, this.#x(x[i] + width[i])) - start;
        const card = this.#cardAt(tile, i);
        if (room <= 0 || !known.isThere(card)) continue;
        const y = this.#y(row[i]);
        if (flags[i] & ONLY) this.#shade(pen, colours, start, y, room, this.row - 1);
        if (room < 3) continue;
        const isDone = known.isDone(card);
        if (flags[i] & CUT && isDone) {
          this.#bar(pen, colours.cut, start + room - Math.min(4, room / 2), y, Math.min(3, room / 2));
        }
        if (flags[i] & FAULT && isDone) this.#bar(pen, colours.fault, start, y, Math.min(4, room / 2));
        if (flags[i] & PRINCIPAL && known.step === null) this.#stripe(pen, colours.principal, start, y, room - 1);
        if (room < 18) continue;
        const shown = {
          paint: isDone ? paint : card.isMax ? 0 : 1,
          value: known.value(card),
          isCut: isDone && Boolean(flags[i] & CUT),
        };
        this.#label(pen, colours, tile, i, shown, start, y + (this.row - 1) / 2, room);
      }
    }
  }

  /** What the other search left out. @param {Pen} pen @param {NodeColours} colours @param {number} x @param {number} y @param {number} width @param {number} height */
  #shade(pen, colours, x, y, width, height) {
    pen.globalAlpha = SHADE;
    pen.fillStyle = colours.only;
    pen.fillRect(x, y, width, height);
    pen.globalAlpha = 1;
  }

  /** @param {Pen} pen @param {string} ink @param {number} x @param {number} y @param {number} width */
  #bar(pen, ink, x, y, width) {
    pen.fillStyle = ink;
    pen.fillRect(x, y, width, this.row - 1);
  }

  /** @param {Pen} pen @param {string} ink @param {number} x @param {number} y @param {number} width */
  #stripe(pen, ink, x, y, width) {
    pen.fillStyle = ink;
    pen.fillRect(x, y, width, 4);
  }

  /**
   * @param {Pen} pen
   * @param {NodeColours} colours
   * @param {import("./icicle_tiles.js").Tile} tile
   * @param {number} i
   * @param {{paint: number, value: string, isCut: boolean}} shown
   * @param {number} start @param {number} y @param {number} room
   */
  #label(pen, colours, tile, i, { paint, value, isCut: wasCut }, start, y, room) {
    const isInner = paint < 2;
    const ink = isInner ? colours.ink : colours.paper;
    let at = start + 9;
    if (isInner) paintSign(pen, PAINTS[paint], at, y, 4, colours);
    else paintSign(pen, PAINTS[paint], at, y, 4, { ...colours, [PAINTS[paint]]: colours.paper });
    at += 9;
    let left = room - 20;
    if (tile.flags[i] & RESEARCH && left > 14) {
      paintSign(pen, "research", at + 4, y, 4.5, isInner ? colours : { ...colours, research: colours.paper });
      [at, left] = [at + 13, left - 13];
    }
    const isCut = wasCut && left > 26;
    if (isCut) left -= 22;
    const name = this.names[tile.move[i]] ?? "";
    pen.fillStyle = ink;
    for (
      const [text, gap] of /** @type {[string, number][]} */ ([
        [name, 8],
        [value, 0],
      ])
    ) {
      const wide = text ? pen.measureText(text).width : 0;
      if (wide > left - 2) break;
      if (text) pen.fillText(text, at, y + 0.5);
      at += wide + gap;
      left -= wide + gap;
    }
    if (isCut) paintSign(pen, "cut", start + room - 14, y, 4.5, colours);
  }

  /**
   * What the replay has not come to yet lies under a veil.
   *
   * @param {Pen} pen
   * @param {NodeColours} colours
   * @param {Marks} marks
   */
  #paintFuture(pen, colours, marks) {
    const { now } = marks;
    if (now === null || !marks.known.isDepthFirst) return;
    pen.globalAlpha = 0.82;
    pen.fillStyle = colours.card;
    for (let row = 0; row < this.height; row++) {
      const open = marks.path[row];
      const from = open ? open.node + open.size - this.root : now + 1 - this.root;
      const x = Math.max(0, this.#x(from));
      if (x < this.#width) pen.fillRect(x, this.#y(row), this.#width - x, this.row);
    }
    pen.globalAlpha = 1;
  }

  /** @param {Pen} pen @param {{node: number, size: number, ply: number}} at @param {string} ink @param {number} line */
  #outline(pen, at, ink, line) {
    const x = this.#x(at.node - this.root);
    const width = Math.max(at.size * this.scale - 1, 2);
    if (x > this.#width || x + width < 0) return;
    const [from, to] = [Math.max(x, -4), Math.min(x + width, this.#width + 4)];
    pen.strokeStyle = ink;
    pen.lineWidth = line;
    pen.strokeRect(from, this.#y(at.ply), to - from, this.row - 1);
  }
}
