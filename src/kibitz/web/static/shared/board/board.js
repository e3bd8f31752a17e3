/**
 * <kibitz-board>: a position of any game, drawn as SVG from what the server says about it.
 *
 * `show(picture)` shows a position and animates what changed. A person plays by click, touch or keyboard:
 * the element sends `move` with the move's name. Every cell has a spoken name; the arrow keys go
 * from cell to cell, Enter plays.
 */

import { enter, flip, leave, removePiece } from "./animation.js";
import { cells, labels, lastMove, notes, region, scores, strokes, threats, tints, winningLine } from "./annotations.js";
import { put, s } from "../dom.js";
import { changes, EMPTY, NOWHERE, skinFor, UNIT } from "./skins.js";
import { cellName } from "../words.js";

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

export class KibitzBoard extends HTMLElement {
  /** @type {Picture | null} */
  picture = null;
  /** @type {Map<string, {mark: string, piece: SVGGElement}>} */
  #pieces = new Map();
  /** @type {Map<string, LegalMove>} */
  #moves = new Map();
  #shape = "";
  #last = "";
  /** @type {string | null} the cell that is pointed at */
  #under = null;
  #skin = skinFor("", []);
  #layers = {
    ground: layer("ground"),
    pieces: layer("pieces"),
    ghost: layer("ghost"),
    front: layer("front"),
    notes: layer("notes"),
    cells: s("g", { class: "cells", role: "rowgroup" }),
  };
  #svg = s("svg", { role: "grid" }, ...Object.values(this.#layers));
  /** @type {Cell} the cell the keyboard is on */
  #cursor = [0, 0];

  connectedCallback() {
    if (this.#svg.isConnected) return;
    this.append(this.#svg);
    this.#svg.addEventListener("pointermove", (event) => this.#hover(this.#cellAt(event)));
    this.#svg.addEventListener("pointerleave", () => this.#hover(null));
    this.#svg.addEventListener("click", (event) => this.#choose(this.#cellAt(event)));
    this.#svg.addEventListener("keydown", (event) => this.#key(event));
    this.#svg.addEventListener("focusin", (event) => this.#standOn(this.#cellAt(event)));
    this.#svg.addEventListener("focusout", () => this.#hover(null));
  }

  /** @param {Picture} picture */
  show(picture) {
    const { rows } = picture.board;
    const skin = picture.bare ? { ...skinFor(picture.look, rows), head: 0 } : skinFor(picture.look, rows);
    const shape = [skin.name, rows.map((row) => row.replace(/[^ ]/g, EMPTY)).join("/"), picture.bare].join();
    const isNew = shape !== this.#shape;
    this.picture = picture;
    this.#skin = skin;
    if (isNew) this.#build(shape);
    this.#svg.setAttribute("role", picture.bare ? "img" : "grid");
    this.#svg.setAttribute("aria-label", picture.label);
    this.#layers.cells.setAttribute("aria-hidden", String(Boolean(picture.bare))); // a picture is named as a whole
    this.#moves = new Map();
    for (const move of picture.legal ?? []) {
      for (const cell of move.cells) if (!this.#moves.has(String(cell))) this.#moves.set(String(cell), move);
    }
    this.#place(isNew);
    this.#annotate();
    this.#name();
    this.#drawGhost();
  }

  /** Move the keyboard focus to the board. @override */
  focus() {
    /** @type {SVGElement | null} */ (this.#svg.querySelector('[tabindex="0"]'))?.focus();
  }

  #size() {
    const rows = this.picture?.board.rows ?? [];
    const columns = Math.max(...rows.map((row) => row.length));
    return {
      rows: rows.length,
      columns,
      has: (/** @type {number} */ r, /** @type {number} */ c) => (rows[r]?.[c] ?? NOWHERE) !== NOWHERE,
    };
  }

  /** Everything that only depends on the shape of the board. @param {string} shape */
  #build(shape) {
    this.#shape = shape;
    this.#pieces.clear();
    put(this.#layers.pieces);
    const size = this.#size();
    const skin = this.#skin;
    const { board, bare } = /** @type {Picture} */ (this.picture);
    const names = { columns: board.columns.length > 0 && !bare, lines: board.lines.length > 0 && !bare };
    const edge = skin.name === "heap" ? 30 : 18;
    const left = names.lines ? 44 : edge;
    const top = skin.head + (names.columns && !skin.labelsBelow ? 44 : edge);
    const bottom = edge + (names.columns && skin.labelsBelow ? 44 : 0);
    const [width, height] = [size.columns * UNIT + left + edge, size.rows * UNIT + top + bottom];
    this.#svg.setAttribute("viewBox", `${-left} ${-top} ${width} ${height}`);
    this.style.setProperty("--ratio", String(width / height));
    this.style.setProperty("--columns", String(size.columns));
    this.className = `look-${skin.name}`;
    put(this.#layers.ground, ...skin.ground(size), ...(bare ? [] : labels(board, size, skin.labelsBelow)));
    put(this.#layers.front, ...skin.front(size));
    put(this.#layers.cells, ...cells(size, skin.head));
    this.#cursor = [skin.enter === "drop" ? 0 : Math.floor((size.rows - 1) / 2), Math.floor((size.columns - 1) / 2)];
    if (!size.has(...this.#cursor)) this.#cursor = [0, 0];
  }

  /** Pieces that came, went or changed hands. @param {boolean} atOnce */
  #place(atOnce) {
    const picture = /** @type {Picture} */ (this.picture);
    const origin = picture.last?.[0];
    let gone = 0;
    /** @type {Set<string>} */
    const seen = new Set();
    picture.board.rows.forEach((marks, row) => {
      [...marks].forEach((mark, column) => {
        if (mark === EMPTY || mark === NOWHERE) return;
        const key = `${row},${column}`;
        seen.add(key);
        const old = this.#pieces.get(key);
        if (old?.mark === mark) return;
        const piece = s("g", { class: "piece" }, this.#skin.piece(mark));
        const holder = s("g", { transform: `translate(${(column + 0.5) * UNIT} ${(row + 0.5) * UNIT})` }, piece);
        this.#layers.pieces.append(holder);
        this.#pieces.set(key, { mark, piece });
        if (atOnce) return old && removePiece(old.piece);
        if (old) {
          flip(old.piece, piece, origin ? Math.max(Math.abs(origin[0] - row), Math.abs(origin[1] - column)) : 0);
        } else {
          enter(piece, this.#skin.enter, row, this.#skin.head);
        }
        return undefined;
      });
    });
    for (const [key, { piece }] of [...this.#pieces].reverse()) {
      if (seen.has(key)) continue;
      this.#pieces.delete(key);
      if (atOnce) removePiece(piece);
      else leave(piece, gone++);
    }
  }

  #annotate() {
    const picture = /** @type {Picture} */ (this.picture);
    const last = JSON.stringify([picture.last, picture.board.rows]);
    this.classList.toggle("settled", last === this.#last);
    this.#last = last;
    const size = this.#size();
    const targets = this.#skin.showsTargets && this.#skin.name === "discs" && !picture.scores
      ? [...this.#moves.keys()]
      : [];
    put(
      this.#layers.notes,
      tints(picture.tints ?? []),
      region(picture.region ?? []),
      strokes(picture.strokes ?? []),
      targets.map((key) => {
        const [row, column] = key.split(",").map(Number);
        return s("circle", { class: "target", cx: (column + 0.5) * UNIT, cy: (row + 0.5) * UNIT, r: 9 });
      }),
      picture.winning?.length ? winningLine(picture.winning) : lastMove(picture.last ?? [], picture.board.rows),
      threats(picture.threats ?? []),
      notes(picture.notes ?? []),
      scores(picture.scores ?? {}, picture.scored ?? [], this.#skin.head > 0, size),
    );
  }

  /** Set the spoken names of the cells, and which one the Tab key reaches. */
  #name() {
    const picture = /** @type {Picture} */ (this.picture);
    for (const cell of this.#layers.cells.querySelectorAll(".cell")) {
      const key = /** @type {string} */ (cell.getAttribute("data-cell"));
      const [row, column] = key.split(",").map(Number);
      const move = this.#moves.get(key);
      const score = move && picture.scores?.[move.move];
      const parts = [cellName(picture.board, row, column, picture.sides)];
      if (picture.winning?.some(([r, c]) => r === row && c === column)) parts.push("in the winning line");
      else if (picture.last?.some(([r, c]) => r === row && c === column)) parts.push("last move");
      if (move) parts.push(`plays ${move.move}`);
      if (score) parts.push(`score ${score.text}${score.estimated ? " estimated" : ""}${score.best ? ", best" : ""}`);
      cell.setAttribute("aria-label", parts.join(", "));
      const isReached = !picture.bare && row === this.#cursor[0] && column === this.#cursor[1];
      cell.setAttribute("tabindex", isReached ? "0" : "-1");
      cell.classList.toggle("legal", Boolean(move));
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
    const [row, column] = key.split(",").map(Number);
    this.#cursor = [row, column];
    this.#name();
    this.#hover(key);
  }

  /** Show what the move under the pointer would do. */
  #drawGhost() {
    const move = this.#under === null ? undefined : this.#moves.get(this.#under);
    for (const { piece } of this.#pieces.values()) piece.classList.remove("going");
    if (!move) return put(this.#layers.ghost);
    const changed = changes(this.picture?.board.rows ?? [], move.after);
    const coming = changed.filter(([, , mark]) => mark !== EMPTY && mark !== NOWHERE);
    for (const [row, column, mark] of changed) {
      if (mark === EMPTY) this.#pieces.get(`${row},${column}`)?.piece.classList.add("going");
    }
    put(
      this.#layers.ghost,
      this.#skin.enter === "drop" &&
        !this.picture?.scores &&
        coming.map(([, column, mark]) => this.#ghost("waits", column, -this.#skin.head / UNIT / 2 - 0.58, mark)),
      coming.map(([row, column, mark]) =>
        this.#ghost(this.#pieces.has(`${row},${column}`) ? "turns" : "comes", column, row, mark)
      ),
    );
    return undefined;
  }

  /** @param {string} kind @param {number} column @param {number} row @param {string} mark */
  #ghost(kind, column, row, mark) {
    const place = `translate(${(column + 0.5) * UNIT} ${(row + 0.5) * UNIT})`;
    return s("g", { class: kind, transform: place }, this.#skin.piece(mark));
  }

  /** @param {string | null} key */
  #choose(key) {
    const move = key === null ? undefined : this.#moves.get(key);
    if (move) this.dispatchEvent(new CustomEvent("move", { detail: move.move }));
    else if (key !== null) this.dispatchEvent(new CustomEvent("cell", { detail: key.split(",").map(Number) }));
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
      event.preventDefault();
      event.stopPropagation();
      this.#choose(this.#cursor.join());
    } else if (step) {
      event.preventDefault();
      event.stopPropagation();
      this.#goTo(step);
    }
  }

  /** To the next cell in a direction; where rows have gaps, over them. @param {Cell} step */
  #goTo([down, right]) {
    const size = this.#size();
    let [row, column] = this.#cursor;
    do {
      row += down;
      column += right;
    } while (row >= 0 && row < size.rows && column >= 0 && column < size.columns && !size.has(row, column));
    if (!size.has(row, column)) return;
    this.#cursor = [row, column];
    this.#name();
    this.focus();
  }
}

customElements.define("kibitz-board", KibitzBoard);
