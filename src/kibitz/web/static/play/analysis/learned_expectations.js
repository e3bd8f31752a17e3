/** What a player that learned expects of every move, without a search. Shown where somebody has learned the game. */

import { report } from "../../shared/announcer.js";
import { ask, stream } from "../../shared/api.js";
import { h, put } from "../../shared/dom.js";
import { signed } from "../../shared/words.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../shared/api_types.js").RootMove} RootMove */

const SURE = 1000; // the score of a sure win

/** @param {HTMLElement} root @param {Game} game */
export function openExpectations(root, game) {
  const select = h("select", { "aria-label": "Learned player" });
  const about = h("p", { class: "about" });
  const table = h("div", { class: "terms" });
  put(root, h("h2", {}, "What a learned player expects"), h("div", { class: "row" }, select), about, table);
  root.hidden = true;
  let work = new AbortController();
  let listedFor = "";
  let asked = "";
  select.addEventListener("change", () => ((asked = ""), void update()));

  async function update() {
    const key = JSON.stringify(game.query);
    if (key === asked) return;
    asked = key;
    work.abort();
    work = new AbortController();
    const { signal } = work;
    try {
      await list(game.position.game, signal);
      if (!root.hidden) await follow(signal);
    } catch (error) {
      if (!signal.aborted) report(error);
    }
  }

  /** @param {string} spec @param {AbortSignal} signal */
  async function list(spec, signal) {
    if (spec === listedFor) return;
    const { players } = await ask("learn/players", { game: spec }, signal);
    put(select, players.map((/** @type {any} */ { player, about: text }) => h("option", { value: player }, text)));
    root.hidden = players.length === 0;
    listedFor = spec;
  }

  /** @param {AbortSignal} signal */
  async function follow(signal) {
    put(table);
    if (game.position.over) return put(about, "The game is over, so there is nothing to expect.");
    put(about, "Loading …");
    const player = `${select.value}${select.value.includes(":") ? "," : ":"}every_move=true`;
    for await (const { event, data } of stream("think", { ...game.query, player }, signal)) {
      if (event === "move") draw(data.roots);
      else if (event === "failed") put(about, data.error);
    }
    return undefined;
  }

  /** @param {RootMove[]} roots */
  function draw(roots) {
    const hasShares = roots.some(({ share }) => share !== null);
    const hasVisits = roots.some(({ visits }) => visits > 0);
    const likeliest = [...roots].sort((a, b) => (b.share ?? b.score / SURE) - (a.share ?? a.score / SURE));
    put(
      about,
      hasShares ? "It plays the likeliest move. " : "It plays the move with the best value. ",
      `Values are those of the position after the move, for ${game.position.sides[game.position.to_move]}: ` +
        "−1 is a loss, 1 a win.",
    );
    const columns = ["Move", hasShares && "Likely", "Value", hasVisits && "Tried in training"].filter(Boolean);
    put(
      table,
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, likeliest.map((one) => row(one, hasShares, hasVisits))),
      ),
    );
  }

  return { update: () => void update(), close: () => work.abort() };
}

/** @param {RootMove} one @param {boolean} hasShares @param {boolean} hasVisits */
function row(one, hasShares, hasVisits) {
  const bar = h("span", { class: "bar good" });
  bar.style.width = `${Math.round(100 * (one.share ?? 0))}%`;
  const value = Math.max(-1, Math.min(1, one.score / SURE));
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, one.move),
    hasShares && h("td", { class: "term-value" }, h("span", {}, `${(100 * (one.share ?? 0)).toFixed(1)} %`), bar),
    h("td", {}, one.proven ? ending(one.score) : signed(Number(value.toFixed(2)))),
    hasVisits && h("td", {}, one.visits.toLocaleString("en")),
  );
}

/** @param {number} score  of a move that ends the game */
const ending = (score) => (score > 0 ? "wins" : score < 0 ? "loses" : "draws");
