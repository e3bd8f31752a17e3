/** The players that a training has kept on its way, each to play against and to look into. */

import { h } from "../shared/dom.js";
import { percent } from "./training_list.js";

/** @typedef {import("./learning_types.js").Overview} Overview */
/** @typedef {import("./learning_types.js").Point} Point */

/**
 * @param {Overview} overview
 * @param {(done: number) => Point | null} goodness  as measured last before so many games; the point says after how many
 */
export function checkpointTable(overview, goodness) {
  const { training, game, checkpoints, unit, player, is_table: isTable, is_shown: isShown } = overview;
  if (overview.obstacle) {
    return h(
      "p",
      { class: "about" },
      "Its players are stored, but the server must offer this game to show them.",
    );
  }
  if (!isShown) {
    return h(
      "p",
      { class: "about" },
      `None yet. A checkpoint is stored after 100 ${unit}, or at the end of the next round, then after 200, 500 …`,
    );
  }
  /** @param {number} at  0 for the player as it is now */
  const row = (at) => {
    const point = at ? goodness(at) : null;
    const kept = at ? point?.kept ?? null : overview.kept;
    const name = at ? `after ${at.toLocaleString("en")} ${unit}` : "as it is now";
    const spec = at ? `${player},at=${at}` : player;
    const own = `/learn?training=${training}${at ? `&at=${at}` : ""}`;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, name),
      h(
        "td",
        {},
        kept === null ? "–" : percent(kept),
        point && point.done < at && h("span", { class: "about" }, ` after ${point.done.toLocaleString("en")}`),
      ),
      h(
        "td",
        {},
        link(`/play?game=${encodeURIComponent(game)}&second=${encodeURIComponent(spec)}`, "Play against it", name),
      ),
      h("td", {}, link(`${own}&view=mistakes`, "Its mistakes", name)),
      isTable && h("td", {}, link(`${own}&view=table`, "Its table", name)),
    );
  };
  return h(
    "div",
    { class: "run-wide" },
    h(
      "table",
      { class: "learn-table learn-checkpoints" },
      h(
        "thead",
        {},
        h("tr", {}, h("th", {}, "Player"), h("th", {}, "Result kept"), h("th", { colspan: isTable ? 3 : 2 }, "")),
      ),
      h("tbody", {}, row(0), [...checkpoints].reverse().map(row)),
    ),
  );
}

/** A link whose spoken name says of which player. @param {string} href @param {string} text @param {string} player */
const link = (href, text, player) => h("a", { href, "aria-label": `${text}: the player ${player}` }, text);
