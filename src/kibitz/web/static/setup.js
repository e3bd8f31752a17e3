/** The start page: choose a game by its picture, its size, who plays each side and who starts. */

import { freshSeed, go, note } from "./address.js";
import { report } from "./announcer.js";
import { askSetup, listGames } from "./api.js";
import "./board.js";
import { button, h, keepingFocus, put } from "./dom.js";
import { defaultText, field, joinSpec, shortSpec, splitSpec } from "./form.js";
import { token } from "./skins.js";
import { playerChooser } from "./players.js";
import { positionEditor } from "./editor.js";

/** @typedef {import("./address.js").Address} Address */
/** @typedef {import("./types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").Position} Position */

/**
 * @param {HTMLElement} root
 * @param {Address} first
 */
export function open(root, first) {
  document.title = "Kibitz";
  let address = first;
  let turn = 0;
  /** Who could be chosen by name when the page was last drawn. @type {string[]} */
  let offered = [];
  const cards = h("div", { class: "games", role: "group", "aria-label": "Games" });
  const details = h("section", { class: "setup", "aria-label": "Settings" });
  root.append(
    h(
      "div",
      { class: "opening" },
      h("h1", {}, "What shall we play?"),
      h("p", { class: "lead" }, "Against a friend, against the machine, or watch two machines play each other."),
    ),
    cards,
    details,
  );

  /** Show other settings; a wrong one is told by the server in a sentence. @param {Partial<Address>} change */
  async function set(change) {
    address = { ...address, ...change };
    note({ ...address, page: "" });
    await draw();
  }

  async function draw() {
    const mine = ++turn;
    const asked = askSetup({ game: address.game, position: address.position, moves: address.moves });
    asked.catch((error) => mine === turn && report(error));
    const games = await listGames();
    if (!cards.childElementCount) drawCards(games);
    const setting = await asked.catch(() => null);
    if (!setting || mine !== turn) return;
    const { position, players } = setting;
    const info = games.find(({ name }) => name === splitSpec(position.game).name) ?? games[0];
    const spec = address.game || shortSpec(position.game, info.options);
    for (const card of cards.children)
      card.setAttribute("aria-pressed", String(card.getAttribute("data-game") === info.name));
    if (!address.game)
      address = { ...address, game: spec, second: players.levels[1] ? usualOpponent(players) : "human" };
    const levels = players.levels.map(({ spec }) => spec);
    for (const seat of /** @type {const} */ (["first", "second"])) {
      const isGone = offered.includes(address[seat]) && !levels.includes(address[seat]);
      if (isGone) address = { ...address, [seat]: usualOpponent(players) }; // that one does not play this game
    }
    offered = levels;
    keepingFocus(details, () => drawDetails(info, position, players));
  }

  /** @param {GameInfo} info @param {Position} position @param {import("./types.js").PlayersInfo} players */
  function drawDetails(info, position, players) {
    const { values } = splitSpec(position.game);
    put(
      details,
      h("h2", {}, info.title),
      h("p", { class: "lead" }, info.about),
      h(
        "div",
        { class: "setup-columns" },
        h(
          "div",
          {},
          h("h3", {}, "Board"),
          presets(info, position.game),
          h(
            "div",
            { class: "fields" },
            info.options.map((option) =>
              field(
                option,
                values[option.name] ?? defaultText(option),
                (text) =>
                  void set({
                    game: joinSpec(info.name, { ...values, [option.name]: text }, info.options),
                    position: "",
                    moves: "",
                  }),
              ),
            ),
          ),
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
                token(position.look, side),
                position.players[side],
                side === 0 && h("em", {}, "starts"),
              ),
              playerChooser(
                `${position.players[side]}${side === 0 ? ", who starts" : ""}`,
                address[which],
                players,
                info,
                (spec) => void set({ [which]: spec }),
              ),
            ),
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
        button("Start the game", "play", () => start("play"), { class: "primary large" }),
        button("Analyse", null, () => start("analyse"), { class: "large" }),
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

  /** @param {GameInfo[]} games */
  function drawCards(games) {
    put(
      cards,
      games.map((game) =>
        h(
          "button",
          {
            type: "button",
            class: "game-card",
            "data-game": game.name,
            onclick: () => void set({ game: shortSpec(game.presets[0].spec, game.options), moves: "", position: "" }),
          },
          preview(game.picture),
          h("span", { class: "game-title" }, game.title),
        ),
      ),
    );
  }

  /** @param {GameInfo} info @param {string} spec  in full */
  function presets(info, spec) {
    const current = splitSpec(spec).values;
    return h(
      "div",
      { class: "chips", role: "group", "aria-label": "Usual boards" },
      info.presets.map((preset) => {
        const values = {
          ...Object.fromEntries(info.options.map((o) => [o.name, defaultText(o)])),
          ...splitSpec(preset.spec).values,
        };
        const isSet = info.options.every((option) => values[option.name] === current[option.name]);
        return h(
          "button",
          {
            type: "button",
            "aria-pressed": String(isSet),
            onclick: () => void set({ game: shortSpec(preset.spec, info.options), moves: "", position: "" }),
          },
          preset.title,
        );
      }),
    );
  }

  draw().catch(report);
  return {
    /** @param {Address} next */
    update(next) {
      address = next;
      draw().catch(report);
    },
    close() {
      turn++;
    },
  };
}

/** A person against a program of middling strength, to begin with. @param {import("./types.js").PlayersInfo} players */
function usualOpponent(players) {
  const { levels } = players;
  return (levels.find(({ spec }) => /depth=4\b/.test(spec)) ?? levels[Math.floor(levels.length / 2)]).spec;
}

/** @param {Position} position */
function preview(position) {
  const board = /** @type {import("./board.js").KibitzBoard} */ (document.createElement("kibitz-board"));
  board.show({
    board: position.board,
    bare: true,
    look: position.look,
    label: `${position.title}, a picture`,
    last: position.last?.cells ?? [],
    winning: position.winning,
  });
  board.inert = true;
  return board;
}
