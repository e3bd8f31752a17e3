/** The truth curve: how good a player was after how many games, drawn while it grows, with one moment to look at. */

import { h, put, s } from "../shared/dom.js";
import { brief, timeText } from "../shared/words.js";
import { percent, pointsText } from "./training_list.js";

/** @typedef {import("./learning_types.js").Point} Point */
/** @typedef {{total: number, unit: string}} Plan */

const [LEFT, RIGHT, TOP, FOOT] = [46, 46, 12, 40]; // units, in which the size of letters is fixed
const FIRST = 10; // games where the axis begins; nothing learned yet is to the left of it
const ZERO = 28; // units between that and the frame
const NARROW = matchMedia("(max-width: 40rem)");

export class TruthCurve {
  /** @type {Point[]} */ #points = [];
  /** @type {Plan} */ #plan = { total: 0, unit: "games" };
  /** @type {number | null} the point looked at; null for the last */ #chosen = null;
  #picture = h("div", { class: "curve-picture" });
  #readout = h("output", { class: "curve-readout" });
  #slider = h("input", {
    type: "range",
    min: 0,
    step: 1,
    "aria-label": "A moment of the training",
    oninput: () => this.#choose(Number(this.#slider.value)),
  });
  #legend = h(
    "ul",
    { class: "curve-legend" },
    h("li", { class: "curve-kept" }, swatch(), "result kept"),
    h("li", { class: "curve-loss" }, swatch(), "points lost a move"),
  );
  #rows = h("tbody", {});
  #table = h(
    "details",
    { class: "curve-table" },
    h("summary", {}, "The curve as numbers"),
    h("div", { class: "run-wide" }, h("table", { class: "learn-table" }, h("thead", {}), this.#rows)),
  );
  #redraw = () => this.#draw();

  constructor() {
    this.element = h(
      "div",
      { class: "truth-curve" },
      this.#picture,
      this.#legend,
      this.#slider,
      this.#readout,
      this.#table,
    );
    this.#table.addEventListener("toggle", () => this.#drawRows());
    NARROW.addEventListener("change", this.#redraw);
    this.#draw();
  }

  close() {
    NARROW.removeEventListener("change", this.#redraw);
  }

  /** @param {Point[]} points */
  show(points) {
    if (this.#chosen !== null && this.#chosen >= points.length) this.#chosen = null;
    this.#points = points;
    this.#draw();
  }

  /** How much it is to learn from. @param {Plan} plan */
  set plan(plan) {
    if (plan.total === this.#plan.total && plan.unit === this.#plan.unit) return;
    this.#plan = plan;
    this.#draw();
  }

  /** How good it was after so many games, by the last point before; null if it was not measured. @param {number} done */
  at(done) {
    return this.#points.findLast((point) => point.done <= done) ?? null;
  }

  /** @param {number} index */
  #choose(index) {
    this.#chosen = index === this.#points.length - 1 ? null : index;
    this.#draw();
  }

  #draw() {
    const points = this.#points;
    const isEmpty = !points.length;
    this.#slider.hidden = this.#legend.hidden = this.#table.hidden = points.length < 2;
    const index = this.#chosen ?? points.length - 1;
    this.#slider.max = String(Math.max(0, points.length - 1));
    this.#slider.value = String(Math.max(0, index));
    const words = isEmpty ? "Nothing is measured yet." : this.#words(points[index]);
    this.#slider.setAttribute("aria-valuetext", words);
    put(this.#readout, words);
    put(this.#picture, this.#drawing(index));
    if (this.#table.open) this.#drawRows();
  }

  /** @param {Point} point */
  #words({ done, seconds, kept, loss }) {
    const after = done ? `After ${done.toLocaleString("en")} ${this.#plan.unit}` : "Before training";
    return `${after}${seconds >= 0.1 ? ` (${timeText(seconds)} of learning)` : ""}: the result is kept in ${
      percent(kept)
    } of the positions, with a loss of ${pointsText(loss)} per move.`;
  }

  /** @param {number} index */
  #drawing(index) {
    const [width, height] = NARROW.matches ? [310, 230] : [660, 320];
    const points = this.#points;
    const [from, to, foot] = [LEFT + ZERO, width - RIGHT, height - FOOT];
    const last = Math.max(this.#plan.total, points.at(-1)?.done ?? 0, 10 * FIRST);
    /** @param {number} done */
    const x = (done) => done < FIRST ? LEFT : from + (Math.log(done / FIRST) / Math.log(last / FIRST)) * (to - from);
    const low = Math.min(0.5, ...points.map(({ kept }) => Math.floor(10 * kept - 0.2) / 10));
    const bottom = Math.max(0, low);
    /** @param {number} kept */
    const y = (kept) => foot - ((kept - bottom) / (1 - bottom)) * (foot - TOP);
    const most = niceTop(Math.max(0, ...points.map(({ loss }) => loss)));
    /** @param {number} loss */
    const right = (loss) => foot - (loss / most) * (foot - TOP);
    const decades = Math.ceil(Math.log10(last / FIRST) + 1);
    const powers = Array.from({ length: decades }, (_, power) => FIRST * 10 ** power).filter((done) => done <= last);
    const heights = Array.from({ length: 11 }, (_, tenth) => tenth / 10).filter((kept) => kept >= bottom - 1e-9);
    const shown = heights.length > 7 ? heights.filter((kept) => Math.round(10 * kept) % 2 === 0) : heights;
    const now = points[index];
    /** @param {(point: Point) => number} up */
    const path = (up) => points.map((point) => `${x(point.done).toFixed(1)},${up(point).toFixed(1)}`).join(" ");
    return s(
      "svg",
      { class: "curve-plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": this.#label() },
      shown.flatMap((kept) => [
        s("line", { class: "curve-grid", x1: LEFT, x2: to, y1: y(kept), y2: y(kept) }),
        s("text", { class: "curve-tick up", x: LEFT - 6, y: y(kept) + 4 }, `${Math.round(100 * kept)} %`),
      ]),
      points.length > 0 && most > 0
        ? [0, most / 2, most].map((loss) =>
          s("text", { class: "curve-tick right", x: to + 6, y: right(loss) + 4 }, String(Number(loss.toPrecision(2))))
        )
        : [],
      s("text", { class: "curve-tick", x: LEFT, y: foot + 18 }, "0"),
      powers.flatMap((done) => [
        s("line", { class: "curve-grid", x1: x(done), x2: x(done), y1: TOP, y2: foot }),
        s("text", { class: "curve-tick", x: x(done), y: foot + 18 }, brief(done).replace(".0", "")),
      ]),
      s("text", { class: "curve-axis", x: (LEFT + to) / 2, y: height - 5 }, `${this.#plan.unit}, logarithmic`),
      points.length > 1 && [
        s("polyline", { class: "loss-line", points: path(({ loss }) => right(loss)) }),
        s("polygon", {
          class: "kept-area",
          points: `${x(points[0].done)},${foot} ${path(({ kept }) => y(kept))} ${x(points.at(-1)?.done ?? 0)},${foot}`,
        }),
        s("polyline", { class: "kept-line", points: path(({ kept }) => y(kept)) }),
      ],
      now && [
        s("line", { class: "curve-moment", x1: x(now.done), x2: x(now.done), y1: TOP, y2: foot }),
        s("circle", { class: "loss-dot", cx: x(now.done), cy: right(now.loss), r: 3.5 }),
        s("circle", { class: "kept-dot", cx: x(now.done), cy: y(now.kept), r: 5 }),
      ],
      s("rect", {
        class: "curve-reach",
        x: LEFT,
        y: 0,
        width: to - LEFT,
        height: foot,
        onpointermove: (/** @type {PointerEvent} */ event) => this.#pointAt(event, width, x),
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#pointAt(event, width, x),
        onpointerleave: () => (this.#chosen = null, this.#draw()),
      }),
    );
  }

  #label() {
    const last = this.#points.at(-1);
    return last
      ? `The truth curve, ${this.#points.length} points. ${this.#words(last)}`
      : "The truth curve, without a point yet";
  }

  /** Look at the point nearest to the pointer. @param {PointerEvent} event @param {number} width @param {(done: number) => number} x */
  #pointAt(event, width, x) {
    const svg = this.#picture.querySelector("svg");
    if (!svg || !this.#points.length) return;
    const { left, width: wide } = svg.getBoundingClientRect();
    const pointed = ((event.clientX - left) / wide) * width;
    const distances = this.#points.map(({ done }) => Math.abs(x(done) - pointed));
    const nearest = distances.indexOf(Math.min(...distances));
    if (nearest !== (this.#chosen ?? this.#points.length - 1)) this.#choose(nearest);
  }

  #drawRows() {
    const head = /** @type {Element} */ (this.#table.querySelector("thead"));
    put(
      head,
      h("tr", {}, [this.#plan.unit, "learning", "result kept", "lost a move"].map((title) => h("th", {}, title))),
    );
    put(
      this.#rows,
      ...this.#points.map(({ done, seconds, kept, loss }) =>
        h(
          "tr",
          {},
          h("td", {}, done.toLocaleString("en")),
          h("td", {}, timeText(seconds)),
          h("td", {}, percent(kept)),
          h("td", {}, loss.toFixed(2)),
        )
      ),
    );
  }
}

/** A round number that is not below. @param {number} value */
function niceTop(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((times) => times * power >= value) ?? 10);
}

function swatch() {
  return s(
    "svg",
    { class: "curve-swatch", viewBox: "0 0 30 12", "aria-hidden": "true" },
    s("polyline", { points: "1,6 29,6" }),
  );
}
