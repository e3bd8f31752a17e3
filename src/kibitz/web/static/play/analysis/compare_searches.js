/** Two searches on one position, side by side: what each finds and what it costs. */

import { writeAddress } from "../../shared/address.js";
import { report } from "../../shared/announcer.js";
import { gameInfo, listPlayers, stream } from "../../shared/api.js";
import { button, h, put } from "../../shared/dom.js";
import { HUMAN, playerChooser, playerTitle } from "../../shared/forms/player_chooser.js";
import { searchProgressText } from "../../shared/search_progress.js";
import { memoryText, signed, timeText } from "../../shared/words.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {Record<string, any>} Answer */

const SIDES = /** @type {const} */ (["a", "b"]);

/**
 * What is compared: a name, its text, and for costs a number, where less is better.
 *
 * @type {[string, (a: Answer) => string, ((a: Answer) => number)?][]}
 */
const ROWS = [
  ["Move", (a) => a.move ?? "–"],
  ["Value", (a) => (a.score === null ? "–" : signed(a.score) + (a.proven ? ", proven" : ""))],
  ["Positions", (a) => a.nodes.toLocaleString("en"), (a) => a.nodes],
  ["Boards evaluated", (a) => a.boards_evaluated.toLocaleString("en"), (a) => a.boards_evaluated],
  ["Cut-offs", (a) => cutoffText(a.cutoffs ?? [])],
  ["Depth", (a) => String(a.depth)],
  ["Time", (a) => timeText(a.seconds), (a) => a.seconds],
  ["Memory", (a) => (a.memory ? memoryText(a.memory) : "–")],
  ["Line", (a) => (a.line ?? []).join(" ")],
];

/** @param {number[]} cutoffs */
function cutoffText(cutoffs) {
  const total = cutoffs.reduce((sum, count) => sum + count, 0);
  if (!total) return "–";
  return `${total.toLocaleString("en")} (${Math.round((100 * cutoffs[0]) / total)} % by the first move)`;
}

/** @param {HTMLElement} root @param {Game} game */
export function openSearchComparison(root, game) {
  const choosers = h("div", { class: "compare-choosers" });
  const table = h("div", { class: "compare-table" });
  const start = button("Compare", "play", () => void run(), { class: "primary" });
  const scope = h("a", {}, "Open both in the microscope");
  put(root, h("h2", {}, "Two searches compared"), choosers, h("div", { class: "row" }, start, scope), table);
  /** @type {Record<"a" | "b", string>} */
  const specs = { a: "minimax:depth=4", b: "alphabeta:depth=4" };
  /** @type {import("../../shared/api_types.js").PlayersInfo | null} */
  let players = null;
  let work = new AbortController();
  let drawnFor = "";
  let asked = "";

  async function update() {
    const key = JSON.stringify(game.query);
    start.disabled = game.position.over;
    scope.hidden = game.position.over;
    linkToScope();
    if (key !== asked) {
      work.abort();
      put(table);
      asked = key;
    }
    if (drawnFor === game.position.game) return;
    drawnFor = game.position.game;
    await drawChoosers();
  }

  /** Link to the trees of both searches of the position that is shown. */
  function linkToScope() {
    const { position, address } = game;
    const searches = { searcher: specs.a, other: specs.b, node: null, step: null };
    scope.href = writeAddress({ ...address, page: "tree", moves: position.moves_text, ply: null, ...searches });
  }

  async function drawChoosers() {
    linkToScope();
    const [info, all] = await Promise.all([gameInfo(game.position.game), listPlayers(game.position.game)]);
    players = { ...all, levels: all.levels.filter((level) => level.spec !== HUMAN) };
    const offered = players;
    put(
      choosers,
      SIDES.map((side, i) =>
        h(
          "div",
          {},
          h("h3", {}, i ? "Second search" : "First search"),
          playerChooser(
            `Search ${i + 1}`,
            specs[side],
            offered,
            info,
            (spec) => ((specs[side] = spec), void drawChoosers()),
          ),
        )
      ),
    );
  }

  async function run() {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    /** @type {Record<string, Answer>} */
    const state = { a: { status: "waiting …" }, b: { status: "waiting …" } };
    start.disabled = true;
    draw(state);
    try {
      for await (const { event, data } of stream("compare", { ...game.query, a: specs.a, b: specs.b }, signal)) {
        const sides = data.side ? [data.side] : SIDES;
        for (const side of sides) {
          if (event === "result") state[side] = { ...data, done: true };
          else if (event === "failed") state[side] = { status: data.error };
          else if (!state[side].done) state[side] = { status: searchProgressText({ ...data, event }) };
        }
        draw(state);
      }
    } catch (error) {
      if (!signal.aborted) report(error);
    } finally {
      start.disabled = game.position.over;
    }
  }

  /** @param {Record<string, Answer>} state */
  function draw(state) {
    const both = state.a.done && state.b.done;
    put(
      table,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td"),
            SIDES.map((side) =>
              h("th", { scope: "col", title: specs[side] }, players ? playerTitle(specs[side], players) : specs[side])
            ),
          ),
        ),
        h(
          "tbody",
          {},
          SIDES.some((side) => !state[side].done) &&
            h(
              "tr",
              {},
              h("th", { scope: "row" }, "State"),
              SIDES.map((side) => h("td", {}, state[side].done ? "done" : state[side].status)),
            ),
          SIDES.some((side) => state[side].done) &&
            ROWS.map(([name, text, cost]) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, name),
                SIDES.map((side, i) => {
                  const less = both && cost && cost(state[side]) < cost(state[SIDES[1 - i]]);
                  return h(
                    "td",
                    { class: less ? "less" : "" },
                    state[side].done ? text(state[side]) : "",
                    less ? h("span", { class: "unseen" }, " (less)") : null,
                  );
                }),
              )
            ),
        ),
      ),
    );
  }

  return {
    update: () => void update().catch(report),
    close: () => work.abort(),
  };
}
