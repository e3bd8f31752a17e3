/** Choosing a game by its picture, by a common board size, or by its parameters. */

import "../board/board.js";
import { h, put } from "../dom.js";
import { defaultText, field, joinSpec, shortSpec, splitSpec } from "./option_fields.js";

/** @typedef {import("../api_types.js").GameInfo} GameInfo */
/** @typedef {import("../api_types.js").Position} Position */
/** @typedef {(spec: string) => void} Choose  called with the short spec of the game */

/**
 * All games as pictures, under the headings of their families, with a field that finds one by its name.
 *
 * @param {GameInfo[]} games  of one family after the other
 * @param {Choose} choose
 */
export function gameCards(games, choose) {
  const headings = [...new Set(games.map(({ heading }) => heading))];
  const none = h("p", { class: "about", role: "status" });
  /** @type {Card[]} */
  const cards = [];
  const families = headings.map((heading) => {
    const family = games.filter((game) => game.heading === heading).flatMap((game) => listCards(game, choose));
    cards.push(...family);
    return h(
      "section",
      { class: "family" },
      h("h2", { class: "family-name" }, heading),
      h("div", { class: "family-games" }, family.map(({ button }) => button)),
    );
  });
  const field = h("input", {
    type: "search",
    placeholder: "Find a game",
    "aria-label": "Find a game",
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => put(none, filterCards(families, cards, field.value)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      cards.find(({ button }) => !button.hidden)?.button.click();
    },
  });
  return [h("div", { class: "find-game" }, field, none), h("div", { class: "families" }, families)];
}

/**
 * A card: of a game, or of a board that people know as a game.
 *
 * @typedef {object} Card
 * @property {HTMLButtonElement} button
 * @property {string} title
 * @property {string[]} names  that it is found by
 * @property {[name: string, spec: string][]} aliases  those of a game that stand for another title and board
 */

/** @param {GameInfo} game @param {Choose} choose @returns {Card[]} */
function listCards(game, choose) {
  const aliases = Object.entries(game.aliases);
  const isBoard = (/** @type {string} */ spec) => game.boards.some((board) => board.spec === spec);
  return [
    {
      button: cardButton(game, { title: game.title, spec: game.presets[0].spec, picture: game.picture }, choose),
      title: game.title,
      names: [game.title, game.name, ...game.other_names],
      aliases: aliases.filter(([, spec]) => !isBoard(spec)),
    },
    ...game.boards.map((board) => ({
      button: cardButton(game, board, choose),
      title: board.title,
      names: [board.title, ...aliases.filter(([, spec]) => spec === board.spec).map(([name]) => name)],
      aliases: [],
    })),
  ];
}

/** @param {GameInfo} game @param {GameInfo["boards"][0]} board @param {Choose} choose */
function cardButton(game, { title, spec, picture }, choose) {
  /** @type {HTMLButtonElement} */
  const card = h(
    "button",
    {
      type: "button",
      class: "game-card",
      "data-game": game.name,
      "data-board": spec,
      onclick: () => choose(shortSpec(card.dataset.spec || spec, game.options)),
    },
    preview(picture),
    h("span", { class: "game-title" }, title),
  );
  return card;
}

/**
 * Show the cards with a text in one of their names; an alias that was meant becomes the title.
 *
 * @param {HTMLElement[]} families
 * @param {Card[]} cards
 * @param {string} text
 * @returns {string} a sentence if there are none
 */
function filterCards(families, cards, text) {
  const wanted = plain(text);
  /** @param {string} name */
  const isMeant = (name) => plain(name).includes(wanted);
  for (const { button, title, names, aliases } of cards) {
    const isNamed = names.some(isMeant);
    const [alias, spec] = (!isNamed && aliases.find(([name]) => isMeant(name))) || ["", ""];
    button.hidden = !isNamed && !alias;
    button.dataset.spec = spec;
    put(/** @type {Element} */ (button.querySelector(".game-title")), alias ? spoken(alias) : title);
  }
  for (const family of families) family.hidden = !family.querySelector(".game-card:not([hidden])");
  return families.every((family) => family.hidden) ? `No game is called “${text.trim()}”.` : "";
}

/** Letters and digits alone, without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "");

/** An alias as a title. @param {string} alias */
const spoken = (alias) => alias[0].toUpperCase() + alias.slice(1).replaceAll("-", " ");

/**
 * Show which card is chosen: that of the board, or else the first of the game.
 *
 * @param {Element} cards
 * @param {string} name  of the game
 * @param {string} spec  in full
 */
export function markCard(cards, name, spec) {
  const ofGame = cards.querySelector(`[data-game="${CSS.escape(name)}"]`);
  const chosen = cards.querySelector(`[data-board="${CSS.escape(spec)}"]`) ?? ofGame;
  for (const card of cards.querySelectorAll(".game-card")) card.setAttribute("aria-pressed", String(card === chosen));
}

/** @param {GameInfo} info @param {string} spec  in full @param {Choose} choose */
export function presetChips(info, spec, choose) {
  const current = splitSpec(spec).values;
  return h(
    "div",
    { class: "chips", role: "group", "aria-label": "Common boards" },
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
          onclick: () => choose(shortSpec(preset.spec, info.options)),
        },
        preset.title,
      );
    }),
  );
}

/** @param {GameInfo} info @param {string} spec  in full @param {Choose} choose */
export function optionFields(info, spec, choose) {
  const { values } = splitSpec(spec);
  return h(
    "div",
    { class: "fields" },
    info.options.map((option) =>
      field(
        option,
        values[option.name] ?? defaultText(option),
        (text) => {
          values[option.name] = text; // for the next field too, which may be changed before the form is drawn anew
          choose(joinSpec(info.name, values, info.options));
        },
      )
    ),
  );
}

/** A position as a picture. @param {Position} position */
export function preview(position) {
  const board = /** @type {import("../board/board.js").KibitzBoard} */ (document.createElement("kibitz-board"));
  board.show({
    board: position.board,
    bare: true,
    look: position.look,
    sides: position.sides,
    label: `${position.title}, a picture`,
    last: position.last?.cells ?? [],
    winning: position.winning,
  });
  board.inert = true;
  return board;
}
