/** The plot of an entry: solid lines for what was measured, dashed ones for what was published, a colour per curve. */

import { h, s } from "../shared/dom.js";
import { brief } from "../shared/words.js";

/** @typedef {import("./lab_types.js").Picture} Picture */
/** @typedef {import("./lab_types.js").Series} Series */
/** @typedef {import("./lab_types.js").Point} Point */

const COLOURS = 7;
const [LEFT, RIGHT, TOP, FOOT] = [52, 14, 14, 44]; // units, in which the size of letters is fixed
const MAX_TICKS = 6;
const DOT = 4;

/**
 * A scale: where a value stands, and the values that are named.
 *
 * @typedef {{at: (value: number) => number, ticks: number[]}} Scale
 */

/**
 * The picture and its legend, or null as long as there is nothing to draw.
 *
 * @param {Picture} picture
 * @param {boolean} isNarrow
 */
export function drawPlot(picture, isNarrow) {
  const points = picture.series.flatMap((series) => series.points);
  if (!points.length) return null;
  const [width, height] = isNarrow ? [330, 260] : [720, 360];
  const places = /** @type {(number | string)[]} */ ([...new Set(points.map(({ x }) => x ?? ""))]);
  const isBars = picture.kind === "bars";
  const values = points.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]);
  const up = picture.log ? logScale(values, height - FOOT, TOP) : evenScale([0, ...values], height - FOOT, TOP);
  const along = isBars || places.some((place) => typeof place !== "number")
    ? placeScale(places, LEFT, width - RIGHT)
    : numberScale(/** @type {number[]} */ (places), LEFT, width - RIGHT);
  const draw = isBars ? bars : line;
  return [
    h("h2", {}, picture.title),
    s(
      "svg",
      {
        class: "lab-plot",
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `${picture.title}: ${picture.y} by ${picture.x}; the table below has the numbers.`,
      },
      up.ticks.flatMap((value) => [
        s("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: up.at(value), y2: up.at(value) }),
        s("text", { class: "lab-tick up", x: LEFT - 6, y: up.at(value) + 4 }, tickText(value)),
      ]),
      along.names.map(([x, name]) => s("text", { class: "lab-tick", x, y: height - FOOT + 18 }, name)),
      s("text", { class: "lab-axis", x: (LEFT + width - RIGHT) / 2, y: height - 6 }, picture.x),
      picture.series.map((series, index) =>
        draw(series, along, up, { index, count: picture.series.length, foot: height - FOOT })
      ),
    ),
    h(
      "ul",
      { class: "lab-legend", "aria-label": `${picture.y}, by ${picture.x}` },
      h("li", { class: "about" }, `${picture.y}${picture.log ? ", logarithmic" : ""}:`),
      picture.series.map((series) =>
        h("li", {}, swatch(series, isBars), ` ${[series.label, series.about].filter(Boolean).join(", ")}`)
      ),
    ),
  ];
}

/** @typedef {{at: (place: number | string) => number, names: [number, string][], room: number}} Along */

/** @param {Series} series */
const inkOf = ({ colour, kind }) => `ink-${colour % COLOURS} ${kind}`;

/** @param {Series} series @param {Along} along @param {Scale} up */
function line(series, along, up) {
  const at = series.points.map((point) => [along.at(point.x ?? ""), up.at(point.y)]);
  return s(
    "g",
    { class: inkOf(series) },
    s("polyline", { points: at.map((place) => place.map((number) => number.toFixed(1)).join(",")).join(" ") }),
    at.map(([x, y], index) => mark(series.kind, x, y, spoken(series, series.points[index]))),
  );
}

/**
 * @param {Series} series
 * @param {Along} along
 * @param {Scale} up
 * @param {{index: number, count: number, foot: number}} where
 */
function bars(series, along, up, { index, count, foot }) {
  const width = (0.8 * along.room) / count;
  return s(
    "g",
    { class: inkOf(series) },
    series.points.flatMap((point) => {
      const x = along.at(point.x ?? "") - 0.4 * along.room + index * width;
      const y = up.at(point.y);
      const middle = x + 0.45 * width;
      return [
        s(
          "rect",
          { x, y, width: 0.9 * width, height: Math.max(0, foot - y) },
          s("title", {}, spoken(series, point)),
        ),
        ...(point.low === null || point.high === null ? [] : [
          s("line", { class: "reach", x1: middle, x2: middle, y1: up.at(point.low), y2: up.at(point.high) }),
          ...[point.low, point.high].map((end) =>
            s("line", { class: "reach", x1: middle - 5, x2: middle + 5, y1: up.at(end), y2: up.at(end) })
          ),
        ]),
      ];
    }),
  );
}

/** @param {Series["kind"]} kind @param {number} x @param {number} y @param {string} title */
function mark(kind, x, y, title) {
  const told = s("title", {}, title);
  return kind === "measured"
    ? s("circle", { cx: x, cy: y, r: DOT }, told)
    : s("rect", { x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT }, told);
}

/** @param {Series} series @param {Point} point */
const spoken = (series, { x, y }) =>
  `${[series.label, series.about].filter(Boolean).join(", ")}, ${x}: ${Number(y.toPrecision(4)).toLocaleString("en")}`;

/** @param {Series} series @param {boolean} isBars */
function swatch(series, isBars) {
  return s(
    "svg",
    { class: `lab-plot lab-swatch`, viewBox: "0 0 34 14", "aria-hidden": "true" },
    s(
      "g",
      { class: inkOf(series) },
      isBars
        ? s("rect", { x: 5, y: 1, width: 24, height: 12 })
        : [s("polyline", { points: "1,7 33,7" }), mark(series.kind, 17, 7, "")],
    ),
  );
}

/** @param {number[]} values @param {number} from @param {number} to @returns {Scale} */
function logScale(values, from, to) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  const step = Math.ceil((high - low) / MAX_TICKS);
  return {
    at: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    ticks: counted(low, high, step).map((power) => 10 ** power),
  };
}

/** @param {number[]} values @param {number} from @param {number} to @returns {Scale} */
function evenScale(values, from, to) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = evenStep(low, high);
  const [first, last] = [
    Math.floor(low / step) * step,
    Math.max(Math.ceil(high / step), Math.floor(low / step) + 1) * step,
  ];
  return {
    at: (value) => from + ((value - first) / (last - first)) * (to - from),
    ticks: counted(first, last, step),
  };
}

/** @param {number} low @param {number} high */
function evenStep(low, high) {
  const rough = Math.max(high - low, 1e-9) / MAX_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
}

/** @param {number} from @param {number} to @param {number} step */
const counted = (from, to, step) =>
  Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, index) => from + index * step);

/**
 * Numbers along the axis, where they belong.
 *
 * @param {number[]} places
 * @param {number} from
 * @param {number} to
 * @returns {Along}
 */
function numberScale(places, from, to) {
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const edge = 14;
  /** @param {number | string} place */
  const at = (place) =>
    high === low ? (from + to) / 2 : from + edge + ((Number(place) - low) / (high - low)) * (to - from - 2 * edge);
  const step = places.every(Number.isInteger) ? Math.max(1, evenStep(low, high)) : evenStep(low, high);
  const ticks = high === low ? [low] : counted(Math.ceil(low / step) * step, high, step);
  return { at, names: ticks.map((tick) => [at(tick), tickText(tick)]), room: 0 };
}

/**
 * Names along the axis, side by side.
 *
 * @param {(number | string)[]} places
 * @param {number} from
 * @param {number} to
 * @returns {Along}
 */
function placeScale(places, from, to) {
  const room = (to - from) / places.length;
  /** @param {number | string} place */
  const at = (place) => from + (places.indexOf(place) + 0.5) * room;
  return { at, names: places.map((place) => [at(place), String(place)]), room };
}

/** @param {number} value */
function tickText(value) {
  const size = Math.abs(value);
  if (size >= 1e12) {
    return `10${[...String(Math.round(Math.log10(size)))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
  }
  return size >= 1000 ? brief(value).replace(".0", "") : String(Number(value.toPrecision(3)));
}
