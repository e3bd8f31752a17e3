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
  const families = headings.map((heading) => {
    const family = games.filter((game) => game.heading === heading);
    return h(
      "section",
      { class: "family" },
      h("h2", { class: "family-name" }, heading),
      h("div", { class: "family-games" }, family.map((game) => gameCard(game, choose))),
    );
  });
  const field = h("input", {
    type: "search",
    placeholder: "Find a game",
    "aria-label": "Find a game",
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => put(none, filterCards(families, games, field.value)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const first = families.flatMap((family) => [...family.querySelectorAll("button")]).find((card) => !card.hidden);
      if (event.key !== "Enter") return;
      event.preventDefault();
      first?.click();
    },
  });
  return [h("div", { class: "find-game" }, field, none), h("div", { class: "families" }, families)];
}

/** @param {GameInfo} game @param {Choose} choose */
function gameCard(game, choose) {
  /** @type {HTMLButtonElement} */
  const card = h(
    "button",
    {
      type: "button",
      class: "game-card",
      "data-game": game.name,
      onclick: () => choose(shortSpec(card.dataset.spec || game.presets[0].spec, game.options)),
    },
    preview(game.picture),
    h("span", { class: "game-title" }, game.title),
  );
  return card;
}

/**
 * Show the games with a text in their title or in one of their names; a name that was meant becomes the title.
 *
 * @param {HTMLElement[]} families
 * @param {GameInfo[]} games
 * @param {string} text
 * @returns {string} a sentence if there are none
 */
function filterCards(families, games, text) {
  const wanted = plain(text);
  for (const family of families) {
    for (const card of /** @type {NodeListOf<HTMLButtonElement>} */ (family.querySelectorAll(".game-card"))) {
      const game = /** @type {GameInfo} */ (games.find(({ name }) => name === card.dataset.game));
      const isNamed = [game.title, game.name, ...game.other_names].some((name) => plain(name).includes(wanted));
      const alias = isNamed ? undefined : Object.keys(game.aliases).find((name) => plain(name).includes(wanted));
      card.hidden = !isNamed && alias === undefined;
      card.dataset.spec = alias === undefined ? "" : game.aliases[alias];
      put(/** @type {Element} */ (card.querySelector(".game-title")), alias === undefined ? game.title : spoken(alias));
    }
    family.hidden = !family.querySelector(".game-card:not([hidden])");
  }
  return families.every((family) => family.hidden) ? `No game is called “${text.trim()}”.` : "";
}

/** Letters and digits alone, without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").toLowerCase().replace(/[^a-z0-9]/g, "");

/** An alias as a title. @param {string} alias */
const spoken = (alias) => alias[0].toUpperCase() + alias.slice(1).replaceAll("-", " ");

/** Show which card is chosen. @param {Element} cards @param {string} name  of the game */
export function markCard(cards, name) {
  for (const card of cards.querySelectorAll(".game-card")) {
    card.setAttribute("aria-pressed", String(card.getAttribute("data-game") === name));
  }
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
