/** The tree zoomed in, as in a textbook: which part is drawn, how large, and what is where on the canvas. */

import { brief } from "../../shared/words.js";
import { largestCell, proportions } from "./small_board.js";
import { fitToFrame } from "./fit_to_frame.js";
import { choosePathLayout, composePath } from "./path_drawing.js";
import { DrawingPainter, FLAT_TEXT, knowsGhosts, SMALLEST_TEXT } from "./drawing_painter.js";

/** @typedef {import("./node_signs.js").Pen} Pen */
/** @typedef {import("./node_signs.js").NodeColours} NodeColours */
/** @typedef {import("../tree_types.js").Drawing} Drawing */
/** @typedef {import("../tree_types.js").PlacedCard} PlacedCard */
/** @typedef {import("./picture.js").Marks} Marks */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

const [LEAST_ZOOM, MAX_ZOOM] = [0.06, 4];
const MAX_NODES = 150;
const MAX_LEVELS = 9;
const LEGIBLE = 11 / SMALLEST_TEXT; // the zoom at which no text is below 11 pixels
const CLOSEST = 2.2; // the zoom of a tiny tree, which would look coarse beyond
const MAX_LEGIBLE = 40;
const MAX_FAMILIES = 500;
const MARGIN_AROUND = 18; // less in a narrow frame
const NODE_WIDTH = 104;
const TEXT_BELOW = 24; // under a node: how many are below
const [VALUE_ROOM, TEXT_ROOM] = [24, 40]; // under the board: for the value; for value and window
const SMALL_TREE = 40; // nodes: small enough to be drawn as a whole
const SMALL_ZOOM = 0.66; // at which it is, with text of 8 pixels
const FLAT_BOARD = { width: 64, height: 46 }; // of cards with the text beside the board
const PATH = -1; // instead of a number of levels: the way from the root to a node
const FLAG_ROOM = 17; // and below that for the ids of faults, where the search has any

export class DrawingLayer {
  zoom = 1;
  x = 0; // of the drawing's left edge, in pixels
  y = 0;
  levels = 0; // as many as can be read
  /** @type {Drawing | null} */ drawing = null;
  #width = 1;
  #tall = 1;
  #tellSized = () => {};
  #whenSized = new Promise((resolve) => (this.#tellSized = () => resolve(undefined)));
  /** @type {Map<number, PlacedCard>} */ #byNode = new Map();
  #asked = "";
  #opening = Promise.resolve();
  /** Cards with the text below the board, and beside it. @type {import("./path_drawing.js").CardSize[] | null} */ #sizes =
    null;
  /** Nodes with their children, as the replay has come through them. @type {Map<string, Promise<Drawing>>} */ #families =
    new Map();

  /** @param {import("../tree_types.js").Source} source @param {(error?: unknown) => void} arrived */
  constructor(source, arrived) {
    this.source = source;
    this.arrived = arrived;
    const { has_windows, columns, faults } = source.recording;
    this.flagRoom = faults.some(({ nodes }) => nodes > 0) ? FLAG_ROOM : 0;
    this.textRoom = (has_windows || columns.length ? TEXT_ROOM : VALUE_ROOM) + this.flagRoom;
  }

  get root() {
    return this.drawing?.root ?? -1;
  }

  get #margin() {
    return Math.min(MARGIN_AROUND, this.#width / 40);
  }

  /**
   * Draw the top of another subtree: so many levels, or by itself as many as can be read.
   *
   * @param {number} root
   * @param {number} [levels]  0: as many as can be read
   */
  open(root, levels = this.levels) {
    const key = `${root}/${levels}`;
    this.levels = levels;
    if (key !== this.#asked) this.#opening = this.#load(root, levels, key);
    return this.#opening;
  }

  /**
   * Draw the way from the root to a node, and beside it the other moves of every node on the way.
   *
   * @param {number[]} path
   */
  openPath(path) {
    const key = `path/${path.join("/")}`;
    if (key !== this.#asked) this.#opening = this.#loadPath(path, key);
    return this.#opening;
  }

  /** Done when what was asked for last is drawn. */
  get opened() {
    return this.#opening;
  }

  /** Draw the same subtree anew, as the frame has changed. */
  async reopen() {
    const { root } = this;
    const way = this.drawing?.way;
    this.#asked = "";
    if (way !== undefined) await this.openPath(await this.#pathTo(way));
    else if (root >= 0) await this.open(root);
  }

  /** @param {number} node */
  #pathTo = async (node) => (await this.source.node(node)).path.map((each) => each.node);

  /** @param {number[]} path @param {string} key */
  async #loadPath(path, key) {
    this.#asked = key;
    await this.#whenSized;
    if (key !== this.#asked) return;
    try {
      const [root] = path;
      const sizes = await this.#measure(root);
      const { passes } = this.source.recording;
      const { height } = passes.findLast((pass) => pass.root <= root) ?? passes[0];
      const frame = { wide: this.#width - 2 * this.#margin, high: this.#tall - 2 * this.#margin - TEXT_BELOW };
      const { nodes } = await this.#family(root, sizes[0]);
      const layout = choosePathLayout(sizes, { plies: height, moves: nodes.length - 1 }, frame);
      const families = await Promise.all(path.map((node) => this.#family(node, layout.size)));
      if (key !== this.#asked) return;
      const { width, height: tall, root: above, way } = this.drawing ?? {};
      const drawing = composePath(families, layout);
      this.#take(drawing);
      const isSameFrame = way !== undefined && above === root && width === drawing.width && tall === drawing.height;
      if (!isSameFrame) this.fit(); // else it stays where it is, also if somebody moved it
      this.arrived();
    } catch (error) {
      this.#asked = "";
      this.arrived(error);
    }
  }

  /** A node with its children. @param {number} node @param {import("./path_drawing.js").CardSize} size */
  #family(node, size) {
    const key = `${node}/${size.flat}`;
    const known = this.#families.get(key);
    if (known) return known;
    if (this.#families.size >= MAX_FAMILIES) this.#families.clear();
    const family = this.source.drawing(node, 1, MAX_NODES, size);
    this.#families.set(key, family);
    family.catch(() => this.#families.delete(key));
    return family;
  }

  /** @param {Drawing} drawing */
  #take(drawing) {
    this.drawing = drawing;
    this.#byNode = new Map(drawing.nodes.map((node) => [node.node, node]));
  }

  /** @param {number} root @param {number} levels @param {string} key */
  async #load(root, levels, key) {
    this.#asked = key;
    await this.#whenSized; // how much can be read depends on the room there is
    if (key !== this.#asked) return;
    try {
      const drawing = await (levels ? this.#ask(root, levels) : this.#askLegible(root));
      if (key !== this.#asked) return;
      this.#take(this.#fitted(drawing));
      if (levels) this.fit();
      else this.rest();
      this.arrived();
    } catch (error) {
      this.#asked = "";
      this.arrived(error);
    }
  }

  /** @param {number} root @param {number} levels */
  async #ask(root, levels) {
    return this.source.drawing(root, levels, MAX_NODES, (await this.#measure(root))[0]);
  }

  /** A small tree as a whole, the text below the boards or beside them; null if it is too large to be read. @param {number} root */
  async #askWhole(root) {
    if ((await this.source.node(root)).card.size > SMALL_TREE) return null;
    for (const size of await this.#measure(root)) {
      const found = await this.source.drawing(root, MAX_LEVELS, MAX_NODES, size);
      if (found.nodes.some(({ hidden }) => hidden)) return null;
      const drawing = { ...found, flat: size.flat };
      if (this.#room(this.#fitted(drawing)) >= (size.flat ? SMALL_ZOOM : LEGIBLE)) return drawing;
    }
    return null;
  }

  /** All of a small tree; of a large one level by level, as long as they can be read. @param {number} root */
  async #askLegible(root) {
    const whole = await this.#askWhole(root);
    if (whole) return whole;
    let found = await this.#ask(root, 1);
    for (let levels = 2; levels <= MAX_LEVELS; levels++) {
      if (found.nodes.length > MAX_LEGIBLE) break;
      const more = await this.#ask(root, levels);
      if (more.nodes.length === found.nodes.length || this.#room(this.#fitted(more)) < LEGIBLE) break;
      found = more;
    }
    return found;
  }

  /** A node is as high as its board needs. @param {number} root */
  async #measure(root) {
    if (this.#sizes) return this.#sizes;
    const { rows, columns } = proportions({
      ...this.source.recording.board,
      rows: (await this.source.node(root)).card.rows,
    });
    const height = Math.min((NODE_WIDTH - 10) / columns, largestCell(this.source.recording.look)) * rows;
    const tall = Math.round(Math.min(height, NODE_WIDTH)) + this.textRoom + 12;
    const cell = Math.min(FLAT_BOARD.width / columns, FLAT_BOARD.height / rows);
    this.#sizes = [
      { node_width: NODE_WIDTH, node_height: tall, flat: false },
      {
        node_width: Math.round(columns * cell) + FLAT_TEXT + 10,
        node_height: FLAT_BOARD.height + 10 + this.flagRoom,
        flat: true,
      },
    ];
    return this.#sizes;
  }

  /** @param {number} node */
  has = (node) => this.#byNode.has(node);

  /** @param {number} width @param {number} height */
  resize(width, height) {
    const isFirst = this.#width === 1;
    this.x += (width - this.#width) / 2;
    this.#width = width;
    this.#tall = height;
    this.#tellSized();
    if (isFirst) this.rest();
  }

  /** A drawing moved apart or together, to be seen at a size that can be read. @param {Drawing} drawing */
  #fitted(drawing) {
    const zoom = Math.max(LEGIBLE, Math.min(CLOSEST, this.#room(drawing)));
    const [wide, high] = [this.#width - 2 * this.#margin, this.#tall - 2 * this.#margin];
    return fitToFrame(drawing, wide / zoom, high / zoom - roomBelow(drawing));
  }

  /** The zoom at which all of a drawing is seen. @param {Drawing} drawing */
  #room(drawing) {
    const high = drawing.height + roomBelow(drawing);
    return Math.min((this.#width - 2 * this.#margin) / drawing.width, (this.#tall - 2 * this.#margin) / high);
  }

  /** Show all of it, however small. */
  fit() {
    if (!this.drawing) return;
    const { width } = this.drawing;
    const height = this.drawing.height + roomBelow(this.drawing);
    this.zoom = Math.max(LEAST_ZOOM, Math.min(CLOSEST, this.#room(this.drawing)));
    this.x = (this.#width - width * this.zoom) / 2;
    this.y = Math.max(this.#margin, (this.#tall - height * this.zoom) / 2);
  }

  /** As it is first shown: all of it, or its top at a size that can be read. */
  rest() {
    this.fit();
    const top = this.drawing?.nodes[0];
    if (!top || !this.drawing || this.zoom >= (this.drawing.flat ? SMALL_ZOOM : LEGIBLE)) return;
    this.zoom = LEGIBLE;
    this.x = this.#width / 2 - (top.x + this.drawing.node_width / 2) * this.zoom;
    this.y = this.#margin;
  }

  /** What a link says of the place that is seen: the root, the levels, and the middle in the drawing's units. */
  get place() {
    const middle = [(this.#width / 2 - this.x) / this.zoom, (this.#tall / 2 - this.y) / this.zoom];
    const what = this.drawing?.way === undefined ? [this.root, this.levels] : [this.drawing.way, PATH];
    return [...what, ...middle.map(Math.round), Math.round(1000 * this.zoom) / 1000];
  }

  /** Show the place that a link names. @param {number[]} place */
  async goTo([root, levels, x, y, zoom]) {
    await (levels === PATH ? this.#pathTo(root).then((path) => this.openPath(path)) : this.open(root, levels));
    if (!this.drawing || !(zoom > 0)) return;
    this.zoom = Math.min(MAX_ZOOM, Math.max(LEAST_ZOOM, zoom));
    this.x = this.#width / 2 - x * this.zoom;
    this.y = this.#tall / 2 - y * this.zoom;
    this.#keepIn();
    this.arrived();
  }

  /** Where a node is on the canvas, in pixels; null if it is not drawn. @param {number} node */
  boxOf(node) {
    const at = this.#byNode.get(node);
    if (!at || !this.drawing) return null;
    const { node_width, node_height } = this.drawing;
    const [left, top] = [this.x + at.x * this.zoom, this.y + at.y * this.zoom];
    return { left, top, right: left + node_width * this.zoom, bottom: top + node_height * this.zoom };
  }

  /** Whether it cannot be zoomed out further. */
  get isFarthest() {
    if (!this.drawing) return false;
    return this.drawing.width * this.zoom < 0.45 * this.#width && this.drawing.height * this.zoom < 0.45 * this.#tall;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#keepIn();
  }

  /** @param {number} x @param {number} y @param {number} factor */
  zoomAt(x, y, factor) {
    const zoom = Math.min(MAX_ZOOM, Math.max(LEAST_ZOOM, this.zoom * factor));
    this.x = x - ((x - this.x) * zoom) / this.zoom;
    this.y = y - ((y - this.y) * zoom) / this.zoom;
    this.zoom = zoom;
    this.#keepIn();
  }

  #keepIn() {
    if (!this.drawing) return;
    const [wide, high] = [this.drawing.width * this.zoom, this.drawing.height * this.zoom];
    this.x = Math.min(this.#width - 60, Math.max(60 - wide, this.x));
    this.y = Math.min(this.#tall - 60, Math.max(60 - high, this.y));
  }

  /** @param {{node: number}} card @param {boolean} closely */
  show(card, closely) {
    const at = this.#byNode.get(card.node);
    if (!at || !this.drawing) return;
    const { node_width, node_height } = this.drawing;
    if (closely) this.zoom = Math.max(this.zoom, 1);
    if (!closely) return this.#bringIntoSight(at);
    this.x = this.#width / 2 - (at.x + node_width / 2) * this.zoom;
    this.y = this.#tall / 2 - (at.y + node_height / 2) * this.zoom;
  }

  /** Whether only the way to a node is drawn, without what was searched below it. @param {{node: number, size: number}} card */
  lacksBelow({ node, size }) {
    return size > 1 && this.drawing?.way !== undefined && !this.drawing.nodes.some(({ parent }) => parent === node);
  }

  /** Whether a node is drawn, and so near the one that is to stay in sight that both are. @param {number} node @param {number} root */
  hasBoth(node, root) {
    const [one, other] = [this.boxOf(node), this.boxOf(root)];
    if (!one || !other) return false;
    const wide = Math.max(one.right, other.right) - Math.min(one.left, other.left);
    return wide <= this.#width && Math.max(one.bottom, other.bottom) - Math.min(one.top, other.top) <= this.#tall;
  }

  /**
   * Move no further than it takes to see a node, together with the root, or else with the one above, if there is room.
   *
   * @param {PlacedCard} at
   */
  #bringIntoSight({ node, parent }) {
    const box = /** @type {Box} */ (this.boxOf(node));
    const [wide, tall] = [this.#width - this.#margin, this.#tall - this.#margin];
    const together = [this.root, parent ?? node].map((other) => around(box, this.boxOf(other)));
    const fitting = together.find(({ left, top, right, bottom }) => right - left <= wide && bottom - top <= tall);
    const { left, top, right, bottom } = fitting ?? box;
    if (left >= 0 && top >= 0 && right <= this.#width && bottom <= this.#tall) return;
    this.x += Math.max(0, this.#margin - left) - Math.max(0, right - this.#width + this.#margin);
    this.y += Math.max(0, this.#margin - top) - Math.max(0, bottom - this.#tall + this.#margin);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {import("./knowledge.js").Knowledge} known
   * @returns {import("./picture.js").Hit | null}
   */
  hit(x, y, known) {
    if (!this.drawing) return null;
    const [at, down] = [(x - this.x) / this.zoom, (y - this.y) / this.zoom];
    const { node_width, node_height } = this.drawing;
    const found = this.drawing.nodes.find(
      (node) => at >= node.x && at <= node.x + node_width && down >= node.y && down <= node.y + node_height,
    );
    if (found) {
      const below = found.hidden ? `; ${found.hidden.toLocaleString("en")} nodes below, double click to see them` : "";
      const faults = known.isDone(found) ? found.faults.map(({ id, here }) => `; ${id}: ${here}`).join("") : "";
      return { node: found.node, text: `${found.move || "root"}: ${known.value(found)}${below}${faults}` };
    }
    const ghost = this.drawing.ghosts.find(
      (each) => at >= each.x && at <= each.x + each.width && down >= each.y && down <= each.y + each.height,
    );
    const above = ghost && this.#byNode.get(ghost.node);
    if (!ghost || !above || !knowsGhosts(known, above)) return null;
    return { node: -1, text: `${ghost.move} was never searched: about ${plain(ghost.saved)} saved` };
  }

  /** @param {Pen} pen @param {NodeColours} colours @param {Marks} marks */
  paint(pen, colours, marks) {
    if (!this.drawing) return;
    pen.save();
    pen.translate(this.x, this.y);
    pen.scale(this.zoom, this.zoom);
    const { recording } = this.source;
    const { textRoom, flagRoom } = this;
    new DrawingPainter(pen, colours, marks, this.drawing, { recording, textRoom, flagRoom }).paint();
    pen.restore();
  }
}

/** What holds two boxes. @param {Box} one @param {Box | null} other @returns {Box} */
function around(one, other) {
  if (!other) return one;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** What is written below the lowest nodes. @param {Drawing} drawing */
const roomBelow = ({ nodes, node_height, height }) =>
  nodes.some(({ hidden, y }) => hidden && y + node_height >= height - TEXT_BELOW) ? TEXT_BELOW : 0;

/** @param {number} count */
const plain = (count) => `${brief(count)} ${Math.round(count) === 1 ? "node" : "nodes"}`;
