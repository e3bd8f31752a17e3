/** The ratings as a plot: a point and an interval for each player, the best at the top. */

import { h, s } from "../shared/dom.js";
import { signed } from "../shared/words.js";
import { intervalText, openEnd } from "./crosstable.js";

/** @typedef {import("./arena_types.js").Standing} Standing */

const WIDTH = 560; // units, in which the size of letters is fixed
const NARROW = 340; // on a phone, where letters keep their size
const ROW = 38;
const EDGE = 24; // room for half of a label such as +1000
const TOP = 8;
const FOOT = 26;
const MAX_TICKS = 6;
const BEYOND = 60; // Elo shown beside a rating with an open interval

/** @param {Standing[]} players */
export function ratingPlot(players) {
  const low = Math.min(-50, ...players.map((line) => (openEnd(line) ? line.elo - BEYOND : line.elo_low)));
  const high = Math.max(50, ...players.map((line) => (openEnd(line) ? line.elo + BEYOND : line.elo_high)));
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000].find((size) => (high - low) / size <= MAX_TICKS) ?? 5000;
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const width = innerWidth < 640 ? NARROW : WIDTH;
  const height = TOP + ROW * players.length + FOOT;
  /** @param {number} elo */
  const x = (elo) => EDGE + ((elo - from) / (to - from)) * (width - 2 * EDGE);
  const ticks = Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
  return [
    h("h2", {}, "Ratings"),
    s(
      "svg",
      {
        class: "rating-plot",
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `Elo with 95 % intervals: ${players.map(spoken).join("; ")}`,
      },
      ticks.flatMap((elo) => [
        s("line", { class: elo ? "grid" : "zero", x1: x(elo), x2: x(elo), y1: TOP, y2: height - FOOT }),
        s("text", { class: "tick", x: x(elo), y: height - 8 }, signed(elo)),
      ]),
      players.map((line, index) => {
        const y = TOP + ROW * index + ROW * 0.68;
        return s(
          "g",
          {},
          s("title", {}, spoken(line)),
          s("text", { class: "who", x: x(line.elo), y: y - 11, "text-anchor": anchor(x(line.elo) / width) }, line.name),
          openEnd(line)
            ? s("line", { class: "reach open", x1: x(line.elo), x2: openEnd(line) > 0 ? width : 0, y1: y, y2: y })
            : [
              s("line", { class: "reach", x1: x(line.elo_low), x2: x(line.elo_high), y1: y, y2: y }),
              ...[line.elo_low, line.elo_high].map((elo) =>
                s("line", { class: "reach", x1: x(elo), x2: x(elo), y1: y - 5, y2: y + 5 })
              ),
            ],
          s("circle", { cx: x(line.elo), cy: y, r: 5 }),
        );
      }),
    ),
    h(
      "p",
      { class: "about" },
      "Elo with 95 % intervals; the mean of all is 0.",
      players.some(openEnd) &&
        " A player that has won or lost every game has a rating without limit.",
    ),
  ];
}

/** So that a name stays inside the picture. @param {number} share  of the width */
const anchor = (share) => (share < 0.3 ? "start" : share > 0.7 ? "end" : "middle");

/** @param {Standing} line */
const spoken = (line) => `${line.name} ${signed(Math.round(line.elo))}, ${intervalText(line)}`;
