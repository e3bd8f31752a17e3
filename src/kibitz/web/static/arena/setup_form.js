/** The form for a match or a tournament: the game, the players, who meets whom, and how often. */

import { go, note } from "../shared/address.js";
import { report } from "../shared/announcer.js";
import { ApiError, askRanges, askSetup, listGames, tell } from "../shared/api.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { hold, holdWhileFaulty } from "../shared/forms/checked_input.js";
import { shortSpec, splitSpec } from "../shared/forms/option_fields.js";
import { gameCards, markCard, optionFields, presetChips } from "../shared/forms/game_chooser.js";
import { HUMAN, playerChooser, playerTitle } from "../shared/forms/player_chooser.js";
import { plural } from "../shared/words.js";
import { countGames, scheduleFields } from "./schedule_form.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/api_types.js").GameInfo} GameInfo */
/** @typedef {import("../shared/api_types.js").Position} Position */
/** @typedef {import("../shared/api_types.js").PlayersInfo} PlayersInfo */

const FIRST_GAME = "connect-four";
const MAX_PLAYERS = 12;

/** @param {Address} first */
export function openSetupForm(first) {
  let address = first;
  let turn = 0;
  /** The levels that were offered when the page was last drawn. @type {string[]} */
  let offered = [];
  const cards = h("div", { class: "games", role: "group", "aria-label": "Games" });
  const form = h("form", { class: "setup", "aria-label": "Settings" });
  form.addEventListener("submit", (event) => event.preventDefault());
  const fault = h("p", { class: "fault form-fault", role: "alert" });
  holdWhileFaulty(form);
  const element = h(
    "div",
    {},
    h(
      "div",
      { class: "opening" },
      h("h1", {}, "The arena"),
      h("p", { class: "lead" }, "Which player is better, by how much, and how certain is that?"),
    ),
    cards,
    form,
  );

  /** @param {Partial<Address>} change */
  async function set(change) {
    address = { ...address, ...change };
    note(address);
    await draw();
  }

  async function draw() {
    const mine = ++turn;
    try {
      const [games, setup, ranges] = await Promise.all([
        listGames(),
        askSetup({ game: address.game || FIRST_GAME, position: "", moves: "" }),
        askRanges("/api/arena/start"),
      ]);
      if (mine !== turn) return;
      if (!cards.childElementCount) put(cards, gameCards(games, choose));
      const info = games.find(({ name }) => name === splitSpec(setup.position.game).name) ?? games[0];
      const players = withoutPeople(setup.players);
      markCard(cards, info.name);
      address = { ...address, game: address.game || shortSpec(setup.position.game, info.options) };
      address = { ...address, players: suited(address.players, players).join(";") };
      offered = players.levels.map(({ spec }) => spec);
      keepingFocus(form, () => drawForm(info, setup.position, players, ranges));
    } catch (error) {
      if (mine !== turn) return;
      if (!fault.isConnected || !(error instanceof ApiError)) return report(error);
      put(fault, error.message); // the server would not start it
      hold(form);
    }
  }

  /** Who takes part: those named who play this game; at first two of different strength. @param {string} text */
  function suited(text, /** @type {PlayersInfo} */ players) {
    const specs = players.levels.map(({ spec }) => spec);
    const usual = specs.find((spec) => /depth=4\b/.test(spec)) ?? specs[specs.length - 1];
    if (!text) return [usual, specs.find((spec) => /depth=2\b/.test(spec)) ?? specs[0]];
    return text.split(";").map((spec) => (offered.includes(spec) && !specs.includes(spec) ? usual : spec));
  }

  /**
   * @param {GameInfo} info
   * @param {Position} position
   * @param {PlayersInfo} players
   * @param {import("./schedule_form.js").Ranges} ranges
   */
  function drawForm(info, position, players, ranges) {
    put(fault);
    const specs = address.players.split(";");
    const isMatch = specs.length === 2;
    const kind = isMatch ? "round-robin" : address.kind || "round-robin";
    const games = Number(address.games || 20);
    const total = games * countGames(kind, specs.length, Number(address.rounds || 0));
    const atMost = isMatch && address.sprt ? "up to " : "";
    put(
      form,
      h(
        "div",
        { class: "setup-columns" },
        h(
          "div",
          {},
          h("h2", {}, info.title),
          presetChips(info, position.game, choose),
          optionFields(info, position.game, choose),
          fault,
        ),
        h("div", {}, h("h2", {}, "Players"), entrants(specs, kind, info, players)),
        h(
          "div",
          {},
          h("h2", {}, isMatch ? "The match" : "The tournament"),
          scheduleFields(address, specs.length, ranges, (change) => void set(change)),
        ),
      ),
      h(
        "p",
        { class: "start" },
        h(
          "button",
          { type: "button", class: "primary large", "data-sends": true, onclick: () => void start(players) },
          isMatch ? "Start the match" : "Start the tournament",
        ),
        h("span", { class: "about arena-total" }, `${atMost}${plural(total, "game")} in all`),
      ),
    );
  }

  /** @param {string[]} specs @param {string} kind @param {GameInfo} info @param {PlayersInfo} players */
  function entrants(specs, kind, info, players) {
    const change = (/** @type {string[]} */ next) => void set({ players: next.join(";") });
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

  /** @param {PlayersInfo} players */
  async function start(players) {
    const specs = address.players.split(";");
    const [elo0, elo1] = specs.length === 2 && address.sprt ? address.sprt.split(",") : ["", ""];
    try {
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
      go({ ...address, tournament });
      scrollTo(0, 0);
    } catch (error) {
      report(error);
    }
  }

  /** @param {string} game */
  function choose(game) {
    void set({ game, moves: "", position: "" });
  }

  void draw();
  return {
    element,
    /** @param {Address} next */
    update(next) {
      address = next;
      void draw();
    },
  };
}

/** @param {PlayersInfo} players @returns {PlayersInfo} */
const withoutPeople = (players) => ({
  ...players,
  levels: players.levels.filter(({ spec }) => spec !== HUMAN),
  players: players.players.filter(({ name }) => name !== HUMAN),
});

/** A level that does not take part yet. @param {string[]} specs @param {PlayersInfo} players */
function fresh(specs, { levels }) {
  return (levels.find(({ spec }) => !specs.includes(spec)) ?? levels[0]).spec;
}
