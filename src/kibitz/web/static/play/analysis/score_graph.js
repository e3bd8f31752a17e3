/**
 * The review of a game: how much it stood for whom after each move, with mistakes marked; a click goes to that move.
 * Below it how both sides played, and then every mistake.
 */

import { report } from "../../shared/announcer.js";
import { ApiError, stream } from "../../shared/api.js";
import { button, h, put, s } from "../../shared/dom.js";
import { searchProgressText } from "../../shared/search_progress.js";
import { plural, withMinus } from "../../shared/words.js";
import { drawSummary, mistakeList } from "./review_panel.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../shared/api_types.js").ReviewPly} ReviewPly */

const PROVISIONAL = "From a quick search; a deeper review follows when its code is compiled.";
const HEIGHT = 170; // pixels; the width is that of the place
const EDGE = 14;
const BAND = 28; // above and below the curve, for the names of the sides
const TICK_WIDTH = 62; // beside it, for what the heights mean

/**
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {(change: Partial<import("../../shared/board/board.js").Picture>) => void} lay
 * @param {(marks: Record<number, string>) => void} marked  told of the marks of the moves, by number
 */
export function openScoreGraph(root, game, lay, marked) {
  const picture = h("div", { class: "graph" });
  const mistakes = h("div", { class: "mistakes" });
  const status = h("p", { class: "about" });
  const played = h("div", { class: "review" });
  put(root, h("h2", {}, "The game so far"), picture, status, played, mistakes);
  let work = new AbortController();
  let asked = "";
  /** @type {ReviewPly[]} */
  let plies = [];
  /** @type {[number, string][]} */
  let ticks = [];
  const observer = new ResizeObserver(() => game.whole && draw());
  observer.observe(root);

  async function update() {
    const { game: spec, position } = game.query;
    const moves = game.whole.moves_text;
    const key = [spec, position, moves].join("|");
    if (key === asked) return draw();
    asked = key;
    work.abort();
    work = new AbortController();
    const { signal } = work;
    plies = [];
    ticks = [];
    put(played);
    draw();
    if (!game.whole.moves.length) return put(status, "The moves appear here, each with its score.");
    /** @type {import("../../shared/api_types.js").ReviewSummary | null} */
    let summary = null;
    try {
      put(status, "Evaluating the moves …");
      for await (const { event, data } of stream("review", { game: spec, position, moves }, signal)) {
        if (event === "failed") throw new ApiError(data.error, 0);
        if (event === "ply") {
          plies[data.ply] = data;
          draw();
        } else if (event === "summary") {
          summary = data;
          ticks = data.ticks;
          draw();
          drawSummary(played, game, data, lay, signal);
          if (data.provisional) put(status, PROVISIONAL);
        } else if (!plies.length) put(status, searchProgressText({ ...data, event }));
      }
      const { judged = 0, moves: all = game.whole.moves.length } = summary ?? {};
      if (judged < all) {
        return put(status, `The review was cut short: ${judged} of ${plural(all, "move")} were judged. `, again());
      }
      put(
        status,
        plies.some((ply) => ply && !ply.exact) ? "Where no solver is available, scores come from a short search." : "",
      );
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      put(
        status,
        "The review stopped. ",
        again(),
      );
    }
  }

  const again = () => button("Again", null, () => ((asked = ""), void update()), { class: "quiet" });

  function draw() {
    const width = Math.max(200, picture.clientWidth);
    const last = Math.max(1, game.whole.moves.length);
    const known = plies.filter(Boolean);
    const right = width - (ticks.length ? TICK_WIDTH : EDGE);
    /** @param {number} ply */
    const x = (ply) => EDGE + (ply / last) * (right - EDGE);
    /** @param {number} level */
    const y = (level) => HEIGHT / 2 - (level * (HEIGHT - 2 * BAND)) / 2;
    const path = known.map((ply, i) => `${i ? "L" : "M"}${x(ply.ply).toFixed(1)} ${y(ply.height).toFixed(1)}`).join("");
    const area = known.length > 1
      ? `${path}L${x(known[known.length - 1].ply)} ${HEIGHT / 2}L${x(known[0].ply)} ${HEIGHT / 2}Z`
      : "";
    const { sides } = game.whole;
    const chart = s(
      "svg",
      {
        width,
        height: HEIGHT,
        viewBox: `0 0 ${width} ${HEIGHT}`,
        role: "img",
        "aria-label": `Evaluation after each move; above the line ${sides[0]} is better`,
        onclick: (/** @type {MouseEvent} */ event) => jump(event),
      },
      s("text", { class: "graph-side", x: EDGE, y: 16 }, `${sides[0]} better`),
      s("text", { class: "graph-side", x: EDGE, y: HEIGHT - 7 }, `${sides[1]} better`),
      s("line", { class: "axis", x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ticks.flatMap(([height, text]) =>
        [height, -height].flatMap((at) => [
          s("line", { class: "tick", x1: 0, x2: right, y1: y(at), y2: y(at) }),
          s("text", { class: "graph-side", x: width - 4, y: y(at) + 4, "text-anchor": "end" }, text),
        ])
      ),
      s("line", { class: "now", x1: x(game.ply), x2: x(game.ply), y1: 4, y2: HEIGHT - 4 }),
      area && s("path", { class: "area", d: area }),
      path && s("path", { class: "curve", d: path }),
      known.map((ply) =>
        s(
          "circle",
          {
            class: `point${ply.mistake ? " mistake" : ""}${ply.exact ? "" : " estimated"}`,
            cx: x(ply.ply),
            cy: y(ply.height),
            r: ply.mistake ? 6 : 3,
          },
          s("title", {}, pointText(ply)),
        )
      ),
    );
    put(picture, chart);
    put(mistakes, ...mistakeList(game, known));
    marked(Object.fromEntries(known.filter(({ mark }) => mark).map(({ ply, mark }) => [ply, mark])));

    /** @param {MouseEvent} event */
    function jump(event) {
      const box = chart.getBoundingClientRect();
      const at = (((event.clientX - box.left) / box.width) * width - EDGE) / (right - EDGE);
      game.jump(Math.round(at * game.whole.moves.length));
    }
  }

  /** @param {ReviewPly} ply */
  function pointText(ply) {
    const words = withMinus(ply.words);
    return ply.ply === 0
      ? `Start: ${words}`
      : `Move ${ply.ply}, ${ply.move}${ply.mark}: ${words}${ply.mistake ? `; it ${ply.lost_words}` : ""}`;
  }

  return {
    update: () => void update(),
    close() {
      work.abort();
      observer.disconnect();
    },
  };
}
