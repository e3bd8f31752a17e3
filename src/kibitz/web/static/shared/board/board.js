/**
 * <kibitz-board>: a position of any game, drawn as SVG from what the server says about it.
 *
 * `show(picture)` shows a position and animates what changed. A person plays by click, touch, drag or keyboard:
 * the element sends `move` with the move's name. Every cell has a spoken name; the arrow keys go
 * from cell to cell, Enter plays. A board with cells too small for a finger is enlarged by the first touch.
 */

import {
  arrows,
  cells,
  labels,
  labelSize,
  lastMove,
  notes,
  region,
  rings,
  scores,
  strokes,
  threats,
  tints,
  winningLine,
} from "./annotations.js";
import { put, s } from "../dom.js";
import { letDrag } from "./dragging.js";
import { EMPTY, geometryOf, NOWHERE, UNIT } from "./geometry.js";
import { Motion } from "./motion.js";
import { MoveChoice } from "./move_choice.js";
import { nextCell } from "./next_cell.js";
import { PieceLayer } from "./piece_layer.js";
import { changes, paintSides, signs, skinFor } from "./skins.js";
import { turned, turnedCell } from "./turned.js";
import { cellName } from "../words.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("../api_types.js").Cell} Cell */
/** @typedef {import("../api_types.js").LegalMove} LegalMove */

/** @typedef {[Cell, Cell, number]} Stroke  from one cell to another; the sign says for whom it counts */

/**
 * @typedef {object} Picture
 * @property {import("../api_types.js").BoardView} board
 * @property {string} look
 * @property {string} label  the spoken name of the board
 * @property {[string, string]} [sides]  the spoken names of the pieces
 * @property {boolean} [bare]  without names along its edges and space above it: for a small picture
 * @property {LegalMove[]} [legal]  moves that can be played by clicking; none: the board is only for display
 * @property {Cell[]} [last]
 * @property {Cell[]} [path]  the cells the last move went through
 * @property {boolean} [isTurned]  seen from the other side of the board
 * @property {Cell[]} [winning]
 * @property {Record<string, {text: string, best: boolean, tone: string, estimated?: boolean}>} [scores]  by move
 * @property {LegalMove[]} [scored]  where those moves are
 * @property {[number, number, number][]} [tints]  cells that count for (+) or against (-) somebody
 * @property {Cell[]} [region]  a part of the board that is worth a look, a rectangle
 * @property {Stroke[]} [strokes]  lines that count likewise
 * @property {[number, number, number, string][]} [threats]  cells that would complete a line, whose, and their row
 * @property {[number, number, string][]} [notes]  small texts on cells, such as the order of a line
 */

/** A layer of the drawing; the cells above it say aloud what it shows. @param {string} name */
const layer = (name) => s("g", { class: name, "aria-hidden": "true" });

/** @param {string} key @returns {Cell} */
const cellOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));

export class KibitzBoard extends HTMLElement {
  /** @type {Picture | null} */
  picture = null;
  #choice = new MoveChoice([]);
  #ground = "";
  /** @type {string | null} the cell that is pointed at */
  #under = null;
  #skin = skinFor("", { rows: [] });
  #geometry = geometryOf({ rows: [] });
  #layers = {
    ground: layer("ground"),
    pieces: layer("pieces"),
    signs: layer("signs"),
    ghost: layer("ghost"),
    front: layer("front"),
    notes: layer("notes"),
    cells: s("g", { class: "cells", role: "rowgroup" }),
  };
  #svg = s("svg", { role: "grid" }, ...Object.values(this.#layers));
  #motion = new Motion(this);
  #pieces = new PieceLayer(this.#layers.pieces, this.#motion);
  #isDropped = false;
  #zoom = new Zoom(this, this.#svg);
  /** @type {Cell} the cell the keyboard is on */
  #cursor = [0, 0];

  connectedCallback() {
    if (this.#svg.isConnected) return;
    this.append(this.#svg);
    this.#svg.addEventListener(
      "pointermove",
      (event) => event.pointerType !== "touch" && this.#hover(this.#cellAt(event)),
    );
    this.#svg.addEventListener("pointerleave", () => this.#hover(null));
    this.#svg.addEventListener("mousedown", (event) => this.#leaveKeyboard(event));
    this.#svg.addEventListener("click", (event) => {
      if (this.#plays && this.#isByAccident(event.detail > 1)) return;
      if (!this.#zoom.takes(event, this.picture?.legal?.length ?? 0)) this.#choose(this.#cellAt(event));
    });
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    // On the element: an SVG that listens to these would be a stop of the Tab key.
    this.addEventListener("focusin", (event) => this.#standOn(this.#cellAt(event)));
    this.addEventListener("focusout", () => this.#hover(null));
    letDrag(this.#svg, {
      cellAt: (event) => this.#cellAt(event),
      pieceAt: (key) => this.#pieces.at(key),
      canLeave: (key) => this.#choice.pieces.includes(key) && !this.#motion.isRunning,
      lift: (key) => this.#chosenIs(key),
      drop: (from, to) => {
        this.#isDropped = true;
        this.#send(this.#choice.step(from, to));
        this.#isDropped = false;
      },
    });
  }

  /** Whether a person can move. */
  get #plays() {
    return Boolean(this.picture?.legal?.length);
  }

  get isMoving() {
    return this.#motion.isRunning;
  }

  /** When no piece moves any more. */
  whenStill() {
    return this.#motion.whenStill();
  }

  /**
   * Whether an input is no move: one that repeats the last, or one while a move is shown, which it ends.
   *
   * @param {boolean} repeats
   */
  #isByAccident(repeats) {
    const isShowing = this.#motion.isRunning;
    if (!repeats) this.#motion.finish();
    return repeats || isShowing;
  }

  /** A mouse takes the keyboard's focus off the cells, and leaves none: the arrow keys then go through the game. */
  #leaveKeyboard(/** @type {Event} */ event) {
    event.preventDefault();
    const focused = document.activeElement;
    if (focused instanceof HTMLElement || focused instanceof SVGElement) focused.blur();
  }

  /** @param {Picture} given */
  show(given) {
    const picture = given.isTurned ? turned(given) : given;
    const { board, look, bare, sides, isTurned } = picture;
    const skin = skinFor(look, board);
    const ground = JSON.stringify([
      ...[skin.name, bare, sides, look, board.shape, board.blocks, board.links, board.columns, board.lines, isTurned],
      board.rows.map((row) => row.replace(/[^ ]/g, EMPTY)),
    ]);
    const isNew = ground !== this.#ground;
    const wasChosen = this.picture?.board.rows.join() === board.rows.join() ? this.#choice.chosen : null;
    if (isNew || this.picture?.board.rows.join() !== board.rows.join()) this.#zoom.leave();
    this.picture = picture;
    this.#skin = bare ? { ...skin, head: 0 } : skin;
    this.#geometry = geometryOf(board);
    if (isNew) this.#build(ground);
    this.#svg.setAttribute("role", bare ? "img" : "grid");
    this.#svg.setAttribute("aria-label", picture.label);
    this.#layers.cells.setAttribute("aria-hidden", String(Boolean(bare))); // a picture is named as a whole
    this.#choice = new MoveChoice(picture.legal ?? [], wasChosen);
    this.#pieces.show(board, {
      geometry: this.#geometry,
      skin: this.#skin,
      path: picture.path,
      atOnce: isNew,
      isDropped: this.#isDropped,
    });
    put(this.#layers.signs, signs(board, this.#geometry));
    this.#annotate();
    this.#name();
    this.#drawGhost();
  }

  /** Move the keyboard focus to the board. @override */
  focus() {
    /** @type {SVGElement | null} */ (this.#svg.querySelector('[tabindex="0"]'))?.focus();
  }

  /** Everything that only depends on the shape of the board. @param {string} ground */
  #build(ground) {
    this.#ground = ground;
    this.#pieces.clear();
    const [skin, geometry] = [this.#skin, this.#geometry];
    const { board, bare, sides } = /** @type {Picture} */ (this.picture);
    const letters = labelSize(geometry);
    const names = { columns: board.columns.length > 0 && !bare, lines: board.lines.length > 0 && !bare };
    const widest = Math.max(1, ...board.lines.map((name) => name.length));
    const left = names.lines ? skin.edge + 8 + letters * 0.62 * widest : skin.edge;
    const top = skin.head + (names.columns && !skin.labelsBelow ? letters + skin.edge - 1 : skin.edge);
    const bottom = skin.edge + (names.columns && skin.labelsBelow ? letters + 17 : 0);
    const [width, height] = [geometry.width + left + skin.edge, geometry.height + top + bottom];
    this.#zoom.frame = [-left, -top, width, height];
    this.style.setProperty("--ratio", String(width / height));
    this.style.setProperty("--columns", String(geometry.width / UNIT));
    this.style.setProperty("--letters", `${letters}px`);
    this.style.setProperty("--line", String(Math.max(1, geometry.width / UNIT / 9))); // lines stay visible on a phone
    this.className = `look-${skin.name}`;
    paintSides(this, skin, sides);
    put(this.#layers.ground, ...skin.ground(geometry, board), ...(bare ? [] : labels(board, geometry, skin)));
    put(this.#layers.front, ...skin.front(geometry, board));
    put(this.#layers.cells, ...cells(geometry, skin.head));
    this.#cursor = [
      skin.enter === "drop" ? 0 : Math.floor((geometry.rows - 1) / 2),
      Math.floor((geometry.columns - 1) / 2),
    ];
    if (!geometry.canHold(...this.#cursor)) {
      const first = this.#layers.cells.querySelector(".cell")?.getAttribute("data-cell");
      this.#cursor = first ? cellOf(first) : [0, 0];
    }
  }

  /** A piece in its place. @param {number} row @param {number} column @param {string} mark @param {string[]} rows */
  #draw(row, column, mark, rows, text = "") {
    return this.#skin.piece(mark, { row, column, rows, text, geometry: this.#geometry });
  }

  #annotate() {
    const picture = /** @type {Picture} */ (this.picture);
    const [geometry, { at }] = [this.#geometry, this.#geometry];
    put(
      this.#layers.notes,
      tints(picture.tints ?? [], geometry),
      region(picture.region ?? [], geometry),
      strokes(picture.strokes ?? [], at),
      rings(this.#choice, picture.board.rows, geometry, picture.scores ? "never" : this.#skin.showsTargets),
      picture.winning?.length
        ? winningLine(picture.winning, geometry)
        : lastMove(picture.last ?? [], picture.board, geometry),
      threats(picture.threats ?? [], at),
      notes(picture.notes ?? [], at),
      arrows(picture.scores ?? {}, picture.scored ?? [], at),
      scores(picture.scores ?? {}, picture.scored ?? [], this.#skin.head > 0, geometry, this.#choice.chosen),
    );
  }

  /** Set the spoken names of the cells, and which one the Tab key reaches. */
  #name() {
    const picture = /** @type {Picture} */ (this.picture);
    const goals = new Set(this.#choice.goals);
    const pieces = new Set(this.#choice.pieces);
    for (const cell of this.#layers.cells.querySelectorAll(".cell")) {
      const key = /** @type {string} */ (cell.getAttribute("data-cell"));
      const [row, column] = cellOf(key);
      const move = this.#choice.moveAt(key);
      const score = move && picture.scores?.[move.move];
      const parts = [cellName(picture.board, row, column, picture.sides)];
      if (picture.winning?.some(([r, c]) => r === row && c === column)) parts.push("in the winning line");
      else if (picture.last?.some(([r, c]) => r === row && c === column)) parts.push("last move");
      if (move) parts.push(`plays ${move.move}`);
      else if (key === this.#choice.chosen) parts.push("chosen, now say where it goes");
      else if (pieces.has(key)) parts.push("can move");
      if (score) parts.push(`score ${score.text}${score.estimated ? " estimated" : ""}${score.best ? ", best" : ""}`);
      cell.setAttribute("aria-label", parts.join(", "));
      const isReached = !picture.bare && row === this.#cursor[0] && column === this.#cursor[1];
      cell.setAttribute("tabindex", isReached ? "0" : "-1");
      cell.classList.toggle("legal", this.#choice.isUseful(key));
      cell.classList.toggle("goal", goals.has(key));
      cell.classList.toggle("movable", pieces.has(key));
    }
  }

  /** @param {Event} event @returns {string | null} */
  #cellAt(event) {
    return /** @type {Element} */ (event.target).closest?.("[data-cell]")?.getAttribute("data-cell") ?? null;
  }

  /** @param {string | null} key */
  #hover(key) {
    if (key === this.#under) return;
    this.#under = key;
    this.#drawGhost();
  }

  /** The keyboard has come to a cell, by itself or by a click. @param {string | null} key */
  #standOn(key) {
    if (key === null) return;
    this.#cursor = cellOf(key);
    this.#name();
    this.#hover(key);
  }

  /** Show what the move under the pointer would do. */
  #drawGhost() {
    const move = this.#under === null ? undefined : this.#choice.moveAt(this.#under);
    for (const piece of this.#pieces.all) piece.classList.remove("going");
    if (!move) return put(this.#layers.ghost);
    const changed = changes(this.picture?.board.rows ?? [], move.after);
    const coming = changed.filter(([, , mark]) => mark !== EMPTY && mark !== NOWHERE);
    for (const [row, column, mark] of changed) {
      if (mark === EMPTY) this.#pieces.at(`${row},${column}`)?.classList.add("going");
    }
    if (this.#geometry.shape === "pits") return put(this.#layers.ghost); // where seeds go, the numbers say afterwards
    put(
      this.#layers.ghost,
      this.#skin.enter === "drop" &&
        !this.picture?.scores &&
        coming.map(([, column, mark]) => this.#ghost("waits", column, -this.#skin.head / UNIT / 2 - 0.58, mark, move)),
      coming.map(([row, column, mark]) =>
        this.#ghost(this.#pieces.at(`${row},${column}`) ? "turns" : "comes", column, row, mark, move)
      ),
    );
    return undefined;
  }

  /**
   * @param {string} kind
   * @param {number} column
   * @param {number} row
   * @param {string} mark
   * @param {LegalMove} move
   */
  #ghost(kind, column, row, mark, { after }) {
    const [x, y] = this.#geometry.at(row, column);
    return s("g", { class: kind, transform: `translate(${x} ${y})` }, this.#draw(row, column, mark, after));
  }

  /** @param {string | null} key */
  #choose(key) {
    const move = key === null ? undefined : this.#choice.moveAt(key);
    if (move) return this.#send(move);
    if (key !== null) this.#tellCell(cellOf(key));
    if (this.#choice.pieces.length) this.#chosenIs(key);
    return undefined;
  }

  /** Say which cell was chosen, as the game counts them. @param {Cell} cell */
  #tellCell(cell) {
    const { board, isTurned } = /** @type {Picture} */ (this.picture);
    this.dispatchEvent(new CustomEvent("cell", { detail: isTurned ? turnedCell(board.rows)(cell) : cell }));
  }

  /** @param {string | null} key  of a piece, or of nothing */
  #chosenIs(key) {
    this.#choice.choose(key);
    this.#annotate();
    this.#name();
    this.#drawGhost();
  }

  /** @param {LegalMove | undefined} move */
  #send(move) {
    if (move) this.dispatchEvent(new CustomEvent("move", { detail: move.move }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = /** @type {Record<string, Cell>} */ ({
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    });
    const step = steps[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      if (!this.#plays || !this.#isByAccident(event.repeat)) this.#choose(this.#cursor.join());
    } else if (step) {
      const next = nextCell(this.#geometry, this.#cursor, step);
      if (next) {
        this.#cursor = next;
        this.#name();
        this.focus();
      }
    } else if (event.key === "Escape" && this.#choice.chosen !== null) {
      this.#chosenIs(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

customElements.define("kibitz-board", KibitzBoard);
