/** The form for a match or a tournament: the game, the players, who meets whom, and how often. */

import { askRanges, tell } from "../shared/api.js";
import { button, h } from "../shared/dom.js";
import { openGameForm } from "../shared/forms/game_form.js";
import { playerChooser, playerTitle, withoutPeople } from "../shared/forms/player_chooser.js";
import { plural } from "../shared/words.js";
import { countGames, scheduleFields } from "./schedule_form.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/api_types.js").GameInfo} GameInfo */
/** @typedef {import("../shared/api_types.js").PlayersInfo} PlayersInfo */
/** @typedef {import("../shared/forms/game_form.js").Chosen} Chosen */
/** @typedef {import("../shared/forms/game_form.js").Drawn} Drawn */

const FIRST_GAME = "connect-four";
const MAX_PLAYERS = 12;

/** @param {Address} first */
export function openSetupForm(first) {
  /** The levels that were offered when the page was last drawn. @type {string[]} */
  let offered = [];

  /** Who takes part: those named who play this game; at first two of different strength. @param {string} text */
  function suited(text, /** @type {PlayersInfo} */ players) {
    const specs = players.levels.map(({ spec }) => spec);
    const usual = specs.find((spec) => /depth=4\b/.test(spec)) ?? specs[specs.length - 1];
    if (!text) return [usual, specs.find((spec) => /depth=2\b/.test(spec)) ?? specs[0]];
    return text.split(";").map((spec) => (offered.includes(spec) && !specs.includes(spec) ? usual : spec));
  }

  return openGameForm(first, {
    title: "The arena",
    lead: "Which player is better, by how much, and how certain is that?",
    game: FIRST_GAME,
    ask: () => askRanges("/api/arena/start"),
    complete({ address, players: all }) {
      const players = withoutPeople(all);
      const specs = suited(address.players, players);
      offered = players.levels.map(({ spec }) => spec);
      return { players: specs.join(";") };
    },
    draw,
  });
}

/** @param {Chosen} chosen @param {import("./schedule_form.js").Ranges} ranges @returns {Drawn} */
function draw({ address, info, players: all, set }, ranges) {
  const players = withoutPeople(all);
  const specs = address.players.split(";");
  const isMatch = specs.length === 2;
  const kind = isMatch ? "round-robin" : address.kind || "round-robin";
  const games = Number(address.games || 20);
  const total = games * countGames(kind, specs.length, Number(address.rounds || 0));
  const atMost = isMatch && address.sprt ? "up to " : "";
  return {
    columns: [
      ["Players", entrants(specs, kind, info, players, set)],
      [isMatch ? "The match" : "The tournament", scheduleFields(address, specs.length, ranges, set)],
    ],
    start: isMatch ? "Start the match" : "Start the tournament",
    total: h("span", { class: "about arena-total" }, `${atMost}${plural(total, "game")} in all`),
    begin: (now) => start(now, players),
  };
}

/**
 * @param {string[]} specs
 * @param {string} kind
 * @param {GameInfo} info
 * @param {PlayersInfo} players
 * @param {Chosen["set"]} set
 */
function entrants(specs, kind, info, players, set) {
  const change = (/** @type {string[]} */ next) => set({ players: next.join(";") });
  return [
    h(
      "ol",
      { class: "entrants" },
      specs.map((spec, index) =>
        h(
          "li",
          {},
          h(
            "div",
            { class: "entrant" },
            playerChooser(`Player ${index + 1}`, spec, players, info, (chosen) =>
              change(specs.map((old, i) => (i === index ? chosen : old)))),
            specs.length > 2 &&
              button(`Remove player ${index + 1}`, "close", () =>
                change(specs.filter((_, i) =>
                  i !== index
                )), {
                class: "quiet icon-only",
                title: "Remove",
              }),
          ),
          kind === "gauntlet" && index === 0 && h("p", { class: "about" }, "meets each of the others"),
        )
      ),
    ),
    button("Add a player", "fresh", () => change([...specs, fresh(specs, players)]), {
      class: "quiet",
      disabled: specs.length >= MAX_PLAYERS,
    }),
  ];
}

/** @param {Address} address @param {PlayersInfo} players */
async function start(address, players) {
  const specs = address.players.split(";");
  const [elo0, elo1] = specs.length === 2 && address.sprt ? address.sprt.split(",") : ["", ""];
  const { tournament } = await tell("arena/start", {
    game: address.game,
    player: specs,
    name: specs.map((spec) => playerTitle(spec, players).slice(0, 80)),
    kind: specs.length === 2 ? "" : address.kind,
    games: address.games,
    rounds: address.kind === "swiss" ? address.rounds : "",
    openings: address.openings,
    seed: address.seed,
    elo0,
    elo1,
  });
  return { tournament };
}

/** A level that does not take part yet. @param {string[]} specs @param {PlayersInfo} players */
function fresh(specs, { levels }) {
  return (levels.find(({ spec }) => !specs.includes(spec)) ?? levels[0]).spec;
}
