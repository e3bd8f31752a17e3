/**
 * The start page: what Kibitz is and the ways into it; then choose a game, the size of its board, who plays each side and
 * who starts.
 */

import { freshSeed, go, note, writeAddress } from "../shared/address.js";
import { report } from "../shared/announcer.js";
import { ApiError, askSetup, listGames } from "../shared/api.js";
import { hold, holdWhileFaulty } from "../shared/forms/checked_input.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { shortSpec, splitSpec } from "../shared/forms/option_fields.js";
import { gameCards, markCard, optionFields, presetChips, preview } from "../shared/forms/game_chooser.js";
import { isStill } from "../shared/board/speed.js";
import { token } from "../shared/board/skins.js";
import { HUMAN, levelOf, playerChooser, playerTitle } from "../shared/forms/player_chooser.js";
import { changeMatching, matchSwitch, readMatching, withMatchedLevel } from "../shared/match_me.js";
import { positionEditor } from "../shared/forms/position_editor.js";
import { openImport } from "../shared/import_games.js";
import { nextFrame } from "../shared/settled.js";
import { openDoors } from "./doors.js";
import { drawOwnGames } from "./own_games.js";
import { openReports } from "./reports.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/api_types.js").GameInfo} GameInfo */
/** @typedef {import("../shared/api_types.js").Position} Position */

/**
 * @param {HTMLElement} root
 * @param {Address} first
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, first) {
  document.title = "Kibitz";
  let address = first;
  let turn = 0;
  /** The levels that were offered when the page was last drawn. @type {string[]} */
  let offered = [];
  /** The game that is shown, in full. */
  let shown = "";
  let isNewGame = false;
  const cards = h("div", { class: "games", role: "group", "aria-label": "Games" });
  const details = h("section", { class: "setup", "aria-label": "Settings" });
  const fault = h("p", { class: "fault form-fault", role: "alert" });
  const doors = openDoors(() => start("play"));
  const imports = openImport(() => shown);
  const own = h("section", { class: "own", "aria-label": "Your games" });
  drawOwnGames(own);
  holdWhileFaulty(details);
  root.append(
    h(
      "div",
      { class: "opening" },
      h("h1", {}, "A laboratory for adversarial search"),
      h(
        "p",
        { class: "lead" },
        "Kibitz plays two-player games, shows how programs search them, and measures what the searches do.",
      ),
    ),
    doors.element,
    own,
    h("h2", { class: "games-heading" }, "Choose a game"),
    cards,
    imports.element,
    h(
      "p",
      { class: "about" },
      "A game of your own is one Python file, which ",
      h("code", {}, "kibitz new-game NAME"),
      " begins; start Kibitz with ",
      h("code", {}, "kibitz serve --game FILE.py:Class"),
      " and it is offered here too. ",
      h("a", { href: "/manual?document=tutorial/own-game" }, "How to write one"),
    ),
    details,
  );
  openReports(root, doors).catch(report);

  /** Change settings; the server explains in a sentence if they are wrong. @param {Partial<Address>} change */
  async function set(change) {
    address = { ...address, ...change };
    note({ ...address, page: "" });
    await draw();
  }

  /** Choose a player; a level that is chosen is the one that matching goes on from. */
  function seat(/** @type {"first" | "second"} */ which, /** @type {string} */ spec) {
    const level = levelOf(spec);
    if (level !== null) changeMatching(shown, { level, streak: 0 });
    return set({ [which]: spec });
  }

  async function draw() {
    const mine = ++turn;
    const asked = askSetup({ game: address.game, position: address.position, moves: address.moves });
    asked.catch((error) => mine === turn && refuse(error));
    const games = await listGames();
    if (!cards.childElementCount) put(cards, gameCards(games, choose));
    const setting = await asked.catch(() => null);
    if (!setting || mine !== turn) return;
    const { position, players } = setting;
    const info = games.find(({ name }) => name === splitSpec(position.game).name) ?? games[0];
    shown = position.game;
    if (isNewGame) address = withMatchedLevel(address, shown);
    isNewGame = false;
    const spec = address.game || shortSpec(position.game, info.options);
    markCard(cards, info.name, position.game);
    if (!address.game) {
      address = { ...address, game: spec, second: usualOpponent(shown) };
    }
    const levels = players.levels.map(({ spec }) => spec);
    for (const seat of /** @type {const} */ (["first", "second"])) {
      const isGone = offered.includes(address[seat]) && !levels.includes(address[seat]);
      if (isGone) address = { ...address, [seat]: usualOpponent(shown) }; // that player does not play this game
    }
    offered = levels;
    keepingFocus(details, () => drawDetails(info, position, players));
    const seats = [address.first, address.second];
    const who = seats.every((spec) => spec === HUMAN)
      ? "two people"
      : seats.map((spec) => spec === HUMAN ? "You" : playerTitle(spec, players)).join(" against ");
    doors.offer(`${position.title}: ${who}`, writeAddress({ ...address, page: "play" }));
  }

  /** The server would not start such a game, and says why. @param {unknown} error */
  function refuse(error) {
    if (!fault.isConnected || !(error instanceof ApiError)) return report(error);
    put(fault, error.message);
    hold(details);
  }

  /** @param {GameInfo} info @param {Position} position @param {import("../shared/api_types.js").PlayersInfo} players */
  function drawDetails(info, position, players) {
    put(fault);
    put(
      details,
      h("h2", {}, position.title),
      h("p", { class: "lead" }, info.about),
      h(
        "div",
        { class: "setup-columns" },
        h(
          "div",
          {},
          h("h3", {}, "Board"),
          presetChips(info, position.game, choose),
          optionFields(info, position.game, choose),
          fault,
        ),
        h(
          "div",
          {},
          h("h3", {}, "Players"),
          /** @type {const} */ (["first", "second"]).map((which, side) =>
            h(
              "div",
              { class: "seat" },
              h(
                "p",
                { class: "seat-name" },
                token(position, side),
                position.sides[side],
                side === 0 && h("em", {}, "starts"),
              ),
              playerChooser(
                `${position.sides[side]}${side === 0 ? ", who starts" : ""}`,
                address[which],
                players,
                info,
                (spec) => void seat(which, spec),
              ),
              address[which === "first" ? "second" : "first"] === HUMAN && matchSwitch(shown, address[which]),
            )
          ),
          button("The other one starts", "swap", () => void set({ first: address.second, second: address.first }), {
            class: "quiet",
          }),
        ),
        h(
          "div",
          { class: "preview" },
          h("h3", {}, "Position"),
          preview(position),
          h(
            "details",
            { open: Boolean(address.moves || address.position) },
            h("summary", {}, "Start from another position"),
            positionEditor(position, ({ moves, position: text }) => void set({ moves, position: text })),
          ),
        ),
      ),
      h(
        "p",
        { class: "start" },
        button("Start the game", "play", () => start("play"), { class: "primary large", "data-sends": true }),
        button("Analyse", null, () => start("analyse"), { class: "large", "data-sends": true }),
      ),
    );
  }

  /** @param {string} page */
  function start(page) {
    const players = page === "analyse" ? { first: "human", second: "human" } : {};
    const next = { ...address, ...players, page, ply: null, resigned: null };
    go({ ...next, seed: freshSeed(next) });
    scrollTo(0, 0);
  }

  /** @param {string} game */
  function choose(game) {
    isNewGame = true;
    const isCard = cards.contains(document.activeElement);
    void set({ game, moves: "", position: "" }).then(() => isCard && showSettings());
  }

  /** Bring the settings into sight, unless all of them are. */
  function showSettings() {
    nextFrame(() => {
      const isInSight = details.getBoundingClientRect().bottom <= innerHeight;
      if (!isInSight) details.scrollIntoView({ behavior: isStill() ? "instant" : "smooth" });
    });
  }

  draw().catch(report);
  return {
    /** @param {Address} next */
    update(next) {
      address = next;
      draw().catch(report);
    },
    close() {
      imports.close();
      turn++;
    },
  };
}

/** The default opponent of a person: the level that is matched, or one that is not hard to beat. @param {string} game */
const usualOpponent = (game) => `level:${readMatching(game).level}`;
