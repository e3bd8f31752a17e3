/** The list of earlier tournaments, each with its result. */

import { h } from "../shared/dom.js";
import { dateText, plural } from "../shared/words.js";

/** @typedef {import("./arena_types.js").Overview} Overview */

const STATES = { running: "running", finished: "finished", stopped: "interrupted" };

/** @param {{overview: Overview, verdict: string}[]} tournaments */
export function listing(tournaments) {
  if (!tournaments.length) return [];
  return [
    h("h2", {}, "Earlier tournaments"),
    h(
      "ul",
      { class: "run-cards" },
      tournaments.map(({ overview, verdict }) =>
        h(
          "li",
          { class: "card" },
          h(
            "a",
            { class: "run-link card-link", href: `/arena?tournament=${overview.tournament}` },
            titleOf(overview),
          ),
          h("p", {}, verdict),
          h("p", { class: "about" }, stateChip(overview), ` ${progressText(overview)} · ${dateText(overview.begun)}`),
        )
      ),
    ),
  ];
}

/** "Connect Four: A against B" or with the number of players. @param {Overview} overview */
export function titleOf({ title, players, kind }) {
  if (players.length === 2) return `${title}: ${players[0].name} against ${players[1].name}`;
  return `${title}: ${kind === "swiss" ? "Swiss" : kind} of ${players.length} players`;
}

/** @param {Overview} overview */
export const stateChip = ({ state }) => h("span", { class: `run-state is-${state}` }, STATES[state]);

/** @param {Overview} overview */
export function progressText({ games, planned, state }) {
  return state === "finished" ? plural(games, "game") : `${games.toLocaleString("en")} of ${plural(planned, "game")}`;
}
