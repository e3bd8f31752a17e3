/**
 * The picture of a tree: a canvas that shows the map or the drawing, follows pointer, wheel and fingers, and paints at
 * most once a frame. Zooming in beyond the map opens the drawing at the pointer; zooming out returns to the map.
 */

import { announce, report } from "../../shared/announcer.js";
import { h } from "../../shared/dom.js";
import { nextFrame } from "../../shared/settled.js";
import { DrawingLayer } from "./textbook_drawing.js";
import { followGestures } from "./gestures.js";
import { readColours } from "./node_signs.js";
import { IcicleLayer } from "./icicle.js";
import { Knowledge } from "./knowledge.js";
import { SvgCanvas } from "./svg_canvas.js";
import { pictureScale } from "../presenting.js";

/** @typedef {{node: number, text: string}} Hit  node -1: something that is not a node */
/** @typedef {{node: number, size: number, ply: number, isMax?: boolean, window?: string}} Spot */

/**
 * What is marked in the picture.
 *
 * @typedef {object} Marks
 * @property {Spot | null} selected
 * @property {Spot[]} path  of the replay, from the root
 * @property {number | null} now  the last node that the replay has entered
 * @property {number | null} asked  the node whose window is to be predicted, and not told
 * @property {Knowledge} known  at the step of the replay
 */

const SMALL_TREE = 40; // nodes: small enough to be drawn at once
const DETAIL = 60; // nodes: about what the drawing shows when it takes over from the map

export class TreePicture {
  /** @type {Marks} */ marks;
  canvas = h("canvas", { tabindex: 0, role: "img", "aria-roledescription": "search tree" });
  #tip = h("div", { class: "scope-tip", hidden: true });
  element = h("div", { class: "scope-view" }, this.canvas, this.#tip);
  mode = "map";
  /** Cancels the next frame. @type {(() => void) | null} */ #frame = null;
  #turn = 0; // counts the nodes that were followed
  /** Whether the node of the replay is not in sight yet: until then the step before it stays on the canvas. */
  #isFollowing = false;
  /** @type {import("./node_signs.js").NodeColours | null} */ #colours = null;
  #isClosed = false;
  /** The tree beside this one. @type {{nodes: number, height: number} | null} */ #beside = null;
  #watch = new ResizeObserver(() => this.resize());
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #theme = new MutationObserver(() => this.#forgetInks());
  #pixel = 1;
  #larger = 1; // pixels to a unit of the picture

  /**
   * @param {import("../tree_types.js").Source} source
   * @param {{select: (node: number) => void, changed: () => void, learnt?: () => void}} told
   *   `learnt`: numbers of the step have arrived
   */
  constructor(source, told) {
    this.source = source;
    this.told = told;
    this.known = new Knowledge(source, () => (this.repaint(), told.learnt?.()));
    this.marks = { selected: null, path: [], now: null, asked: null, known: this.known };
    this.drawing = new DrawingLayer(source, this.#arrived);
    this.map = this.#mapOf(this.defaultPass);
    this.#watch.observe(this.element);
    this.#dark.addEventListener("change", this.#forgetInks);
    this.#theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    followGestures(this.canvas, {
      pan: (
        dx,
        dy,
      ) => (this.#layer.pan(dx / this.#larger, dy / this.#larger), this.#tipAway(), this.repaint(), told.changed()),
      zoom: (x, y, factor) => this.zoom(x / this.#larger, y / this.#larger, factor),
      tap: (x, y, twice) => void this.#tap(x / this.#larger, y / this.#larger, twice),
      hover: (x, y) => this.#hover(x, y),
      leave: () => this.#tipAway(),
    });
    if (source.recording.passes[this.defaultPass].nodes <= SMALL_TREE) this.setMode("drawing");
  }

  /** The last pass that is whole. */
  get defaultPass() {
    const { passes } = this.source.recording;
    const last = passes.map(({ whole }) => whole).lastIndexOf(true);
    return last < 0 ? 0 : last;
  }

  /** @param {number} pass */
  #mapOf(pass) {
    this.pass = pass;
    const map = new IcicleLayer(this.source, this.source.recording.passes[pass], this.#arrived);
    if (this.#beside) map.scaleTo(this.#beside.nodes, this.#beside.height);
    return map;
  }

  /** Draw the map at the scale of the tree beside it, if that is larger. @param {{nodes: number, height: number}} pass */
  scaleTo(pass) {
    this.#beside = pass;
    this.map.scaleTo(pass.nodes, pass.height);
    this.repaint();
  }

  get #layer() {
    return this.mode === "map" ? this.map : this.drawing;
  }

  /** @param {unknown} [error] */
  #arrived = (error) => {
    if (error) report(error);
    this.repaint();
  };

  /** Another time over the tree. @param {number} pass */
  setPass(pass) {
    if (pass === this.pass) return;
    this.map = this.#mapOf(pass);
    this.map.resize(this.element.clientWidth / this.#larger, this.element.clientHeight / this.#larger);
    this.repaint();
    this.told.changed();
  }

  /** @param {"map" | "drawing"} mode @param {number} [root] */
  setMode(mode, root) {
    const wasMode = this.mode;
    this.mode = mode;
    if (mode === "drawing") {
      void this.drawing.open(root ?? (this.drawing.root >= 0 ? this.drawing.root : this.#natural()));
    }
    if (mode !== wasMode) this.told.changed();
    this.repaint();
  }

  /** The node whose subtree the drawing shows by itself: the selected one, or the root. */
  #natural = () => this.marks.selected?.node ?? this.map.root;

  /** @param {number} x @param {number} y @param {number} factor */
  zoom(x, y, factor) {
    this.#tipAway();
    if (this.mode === "map" && factor > 1 && this.map.isClosest) return void this.#closer(x, y);
    if (this.mode === "drawing" && factor < 1 && this.drawing.isFarthest) return this.#farther();
    this.#layer.zoomAt(x, y, factor);
    this.told.changed();
    return this.repaint();
  }

  /** Zoom about the middle. @param {number} factor */
  zoomBy(factor) {
    const { clientWidth: width, clientHeight: height } = this.element;
    this.zoom(width / 2 / this.#larger, height / 2 / this.#larger, factor);
  }

  /** From the map into the drawing of what is under the pointer. @param {number} x @param {number} y */
  async #closer(x, y) {
    const hit = this.map.hit(x, y, this.known);
    if (!hit || hit.node < 0 || this.#isLeaving) return;
    this.#isLeaving = true;
    try {
      const { path, card } = await this.source.node(hit.node);
      const parents = await this.source.node(path[Math.max(0, path.length - 3)].node);
      const root = parents.card.size <= DETAIL || path.length < 3 ? parents.card.node : path[path.length - 2].node;
      this.setMode("drawing", root);
      announce(`The drawing of ${card.move || "the root"}.`);
    } finally {
      this.#isLeaving = false;
    }
  }

  #isLeaving = false;

  #farther() {
    const root = this.drawing.drawing?.nodes[0];
    this.mode = "map";
    if (root) this.map.show(root, true);
    this.told.changed();
    this.repaint();
  }

  fit() {
    this.#layer.fit();
    this.told.changed();
    this.repaint();
  }

  /** The place that is seen, as a link names it. */
  get place() {
    return this.mode === "drawing" && this.drawing.root < 0 ? "" : this.#layer.place.join("_");
  }

  /** Show the place that a link names. @param {string} text */
  async goToPlace(text) {
    const place = text.split("_").map(Number);
    if (place.some(Number.isNaN) || place.length !== (this.mode === "map" ? 3 : 5)) return;
    if (!this.element.clientWidth) await new Promise((resolve) => nextFrame(() => resolve(undefined)));
    this.resize();
    await this.#layer.goTo(place);
    this.repaint();
  }

  /** Bring a node into sight. @param {import("../tree_types.js").Card} card @param {{closely?: boolean}} [how] */
  show(card, { closely = false } = {}) {
    const pass = this.source.recording.passes.filter(({ root }) => root <= card.node).length - 1;
    this.setPass(pass);
    this.map.show(card, closely && this.mode === "map");
    if (this.mode === "drawing" && (closely || !this.drawing.has(card.node))) {
      const root = (closely && card.size > 1) || card.parent === null ? card.node : card.parent;
      void this.drawing.open(root).then(() => (this.drawing.show(card, false), this.repaint()));
    } else this.drawing.show(card, false);
    this.repaint();
  }

  /**
   * Keep the node of the replay visible, and the root with it: in the drawing of a small tree, or else in one of the
   * way from the root to the node. The picture stays as it is while both are in it.
   *
   * @param {import("../tree_types.js").Card} card
   */
  async follow(card) {
    const turn = ++this.#turn;
    this.#isFollowing = true;
    await this.#bringIntoSight(card, turn);
    if (turn !== this.#turn) return; // another node is followed by now
    this.#isFollowing = false;
    this.repaint();
  }

  /** @param {import("../tree_types.js").Card} card @param {number} turn */
  async #bringIntoSight(card, turn) {
    const { path } = this.marks;
    this.setPass(this.source.recording.passes.filter(({ root }) => root <= card.node).length - 1);
    if (this.mode === "map") this.map.keepSeen(card);
    else {
      await this.drawing.opened; // which may not have the node that the drawing before it has
      if (turn !== this.#turn) return;
      const way = path.map(({ node }) => node);
      if (!this.#canStay(card, way[0])) {
        await (this.#isSmall(way[0]) ? this.drawing.open(way[0]) : this.drawing.openPath(way));
        if (turn !== this.#turn) return;
        if (!this.drawing.has(card.node)) await this.drawing.openPath(way);
        if (turn !== this.#turn) return;
      }
      this.drawing.show(card, false);
    }
  }

  /** Whether a node and the root are both in the drawing, which then stays. @param {import("../tree_types.js").Card} card @param {number} root */
  #canStay(card, root) {
    const { drawing } = this;
    if (!drawing.hasBoth(card.node, root)) return false;
    const isWay = drawing.drawing?.way !== undefined;
    if (isWay) return !(this.known.isDone(card) && drawing.lacksBelow(card));
    return drawing.levels > 0 || this.#isSmall(root);
  }

  /** Whether a tree is drawn as a whole, unless somebody has chosen how many levels. @param {number} root */
  #isSmall(root) {
    const pass = this.source.recording.passes.find((each) => each.root === root);
    return this.drawing.levels === 0 && pass !== undefined && pass.nodes <= SMALL_TREE;
  }

  /** @param {Partial<Marks>} marks */
  mark(marks) {
    Object.assign(this.marks, marks);
    this.repaint();
  }

  repaint() {
    if (this.#isClosed) return;
    this.#frame ??= nextFrame(() => {
      this.#frame = null;
      if (!this.#isFollowing) this.#paint();
    });
  }

  #paint() {
    const pen = this.canvas.getContext("2d");
    if (!pen || !this.canvas.width) return;
    this.#colours ??= readColours(this.element);
    const unit = this.#pixel * this.#larger;
    pen.setTransform(unit, 0, 0, unit, 0, 0);
    pen.fillStyle = this.#colours.card;
    pen.fillRect(0, 0, this.canvas.width / unit, this.canvas.height / unit);
    this.#layer.paint(pen, this.#colours, this.marks);
    this.#tellWhere();
  }

  /** The step that is painted, its node and where that is, and where the root is, for whoever looks from outside. */
  #tellWhere() {
    const { path } = this.marks;
    const [shown, root] = [path[path.length - 1], path[0]].map((spot) => {
      const box = spot && !this.#isFollowing &&
        (this.mode === "map" ? this.map.boxOf(spot) : this.drawing.boxOf(spot.node));
      if (!box) return null;
      return [spot.node, ...[box.left, box.top, box.right, box.bottom].map((at) => Math.round(at * this.#larger))];
    });
    if (shown) this.canvas.dataset.shown = [this.known.step, ...shown].join(" ");
    else delete this.canvas.dataset.shown;
    if (root) this.canvas.dataset.root = root.join(" ");
    else delete this.canvas.dataset.root;
  }

  /** Take the size that the page gives, and the colours. */
  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.#pixel = devicePixelRatio;
    this.#larger = pictureScale();
    this.canvas.width = Math.round(width * this.#pixel);
    this.canvas.height = Math.round(height * this.#pixel);
    this.map.resize(width / this.#larger, height / this.#larger);
    this.drawing.resize(width / this.#larger, height / this.#larger);
    this.repaintNow();
  }

  /** Paint at once, with the colours as they are now. */
  repaintNow() {
    this.#colours = null;
    this.#paint();
  }

  #forgetInks = () => {
    this.#colours = null;
    this.repaint();
  };

  /** @param {number} x @param {number} y @param {boolean} twice */
  async #tap(x, y, twice) {
    const hit = this.#layer.hit(x, y, this.known);
    this.canvas.focus({ preventScroll: true });
    if (!hit) return;
    if (hit.node < 0) {
      if (this.mode === "map") this.zoom(x, y, 6);
      return;
    }
    this.told.select(hit.node);
    if (!twice) return;
    if (this.mode === "drawing") void this.drawing.open(hit.node);
    else this.show((await this.source.node(hit.node)).card, { closely: true });
  }

  /** @param {number} x @param {number} y */
  #hover(x, y) {
    const hit = this.#layer.hit(x / this.#larger, y / this.#larger, this.known);
    this.#tip.hidden = !hit;
    this.canvas.classList.toggle("over", Boolean(hit));
    if (!hit) return;
    this.#tip.textContent = hit.text;
    const right = x > this.element.clientWidth - 260;
    this.#tip.style.left = right ? "auto" : `${x + 14}px`;
    this.#tip.style.right = right ? `${this.element.clientWidth - x + 14}px` : "auto";
    this.#tip.style.top = `${y + 16}px`;
  }

  #tipAway() {
    this.#tip.hidden = true;
  }

  /** What is shown, as SVG. */
  toSvg() {
    const [width, height] = [this.element.clientWidth / this.#larger, this.element.clientHeight / this.#larger];
    const colours = (this.#colours ??= readColours(this.element));
    const pen = new SvgCanvas(width, height);
    pen.fillStyle = colours.card;
    pen.fillRect(0, 0, width, height);
    this.#layer.paint(/** @type {any} */ (pen), colours, this.marks);
    return new Blob([pen.toText()], { type: "image/svg+xml" });
  }

  /** What is shown, as PNG. @returns {Promise<Blob | null>} */
  toPng() {
    this.#paint();
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }

  close() {
    this.#isClosed = true;
    this.#frame?.();
    this.#watch.disconnect();
    this.#theme.disconnect();
    this.#dark.removeEventListener("change", this.#forgetInks);
  }
}
