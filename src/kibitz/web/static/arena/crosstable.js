/** The standings and the crosstable of a tournament, and for two players the score as a bar. */

import { h } from "../shared/dom.js";
import { brief, memoryText, signed, timeText } from "../shared/words.js";

/** @typedef {import("./arena_types.js").Standing} Standing */

const COSTS = ["moves", "boards evaluated", "nodes", "cut-offs", "depth", "memory", "time"];

/** Points with a half as ½. @param {number} points */
export const pointsText = (points) => (points % 1 ? `${Math.floor(points) || ""}½` : points.toLocaleString("en"));

/**
 * Which end of a rating's interval is open: 1 after nothing but wins, -1 after nothing but losses.
 *
 * @param {Standing} line
 */
export const openEnd = ({ points, games }) => (points === games ? 1 : points === 0 ? -1 : 0);

/** @param {Standing} line */
export function intervalText(line) {
  const end = openEnd(line);
  if (end) return end > 0 ? "no upper limit" : "no lower limit";
  return `${signed(Math.round(line.elo_low))} to ${signed(Math.round(line.elo_high))}`;
}

/** @param {Standing[]} players */
export function standingTable(players) {
  return h(
    "div",
    { class: "run-wide" },
    h(
      "table",
      { class: "arena-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["", "player", "points", "won", "drawn", "lost", "Elo", "95 %", ...COSTS].map((name) =>
            h("th", { scope: "col" }, name || h("span", { class: "unseen" }, "place"))
          ),
        ),
      ),
      h(
        "tbody",
        {},
        players.map((line) =>
          h(
            "tr",
            {},
            h("td", {}, line.rank),
            h("th", { scope: "row", title: line.spec }, line.name),
            h("td", {}, h("strong", {}, pointsText(line.points)), ` / ${line.games}`),
            [line.wins, line.draws, line.losses].map((count) => h("td", {}, count)),
            h("td", {}, line.games ? signed(Math.round(line.elo)) : "–"),
            h("td", {}, line.games ? intervalText(line) : "–"),
            [line.moves, line.boards_evaluated, line.nodes, line.cutoffs].map((count) => h("td", {}, brief(count))),
            h("td", {}, line.average_depth === null ? "–" : line.average_depth.toFixed(1)),
            h("td", {}, line.memory ? memoryText(line.memory) : "–"),
            h("td", {}, timeText(line.seconds)),
          )
        ),
      ),
    ),
  );
}

/**
 * The results of each pair; a click on a cell shows its games.
 *
 * @param {Standing[]} players
 * @param {(one: string, other: string) => void} showGames
 */
export function crossTable(players, showGames) {
  return h(
    "div",
    { class: "run-wide" },
    h(
      "table",
      { class: "arena-table arena-cross" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, "place")),
          h("th", { scope: "col" }, "player"),
          players.map(({ rank, name }) => h("th", { scope: "col", title: name }, rank)),
        ),
      ),
      h(
        "tbody",
        {},
        players.map((line) =>
          h(
            "tr",
            {},
            h("td", {}, line.rank),
            h("th", { scope: "row" }, line.name),
            line.against.map((met, index) =>
              h("td", {}, met && met[1] ? cell(line.name, players[index].name, met, showGames) : "–")
            ),
          )
        ),
      ),
    ),
  );
}

/**
 * @param {string} one
 * @param {string} other
 * @param {[number, number]} met
 * @param {(one: string, other: string) => void} show
 */
function cell(one, other, [points, games], show) {
  const share = points / games;
  return h(
    "button",
    {
      type: "button",
      class: `quiet ${share > 0.5 ? "good" : share < 0.5 ? "bad" : ""}`,
      "aria-label": `${one} scored ${points} of ${games} against ${other}; show these games`,
      onclick: () => show(one, other),
    },
    `${pointsText(points)}/${games}`,
  );
}

/** Wins, draws and losses of two players as a bar. @param {Standing[]} players */
export function scoreBar([one, other]) {
  const parts = /** @type {[string, number, string][]} */ ([
    ["won", one.wins, "wins"],
    ["drawn", one.draws, "draws"],
    ["lost", one.losses, "losses"],
  ]);
  const bar = h(
    "div",
    {
      class: "score-bar",
      role: "img",
      "aria-label": `${one.name}: ${parts.map(([, count, name]) => `${count} ${name}`).join(", ")}`,
    },
    parts.filter(([, count]) => count).map(([kind, count]) => h("span", { class: kind, "data-count": count }, count)),
  );
  for (const part of bar.children) {
    /** @type {HTMLElement} */ (part).style.flexGrow = part.getAttribute("data-count") ?? "0";
  }
  return h(
    "div",
    { class: "arena-score" },
    h("span", {}, h("strong", {}, one.name), ` ${pointsText(one.points)}`),
    bar,
    h("span", {}, `${pointsText(other.points)} `, h("strong", {}, other.name)),
  );
}
