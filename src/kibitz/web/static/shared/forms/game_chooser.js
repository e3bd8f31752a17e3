/** Choosing a game by its picture, by a common board size, or by its parameters. */

import "../board/board.js";
import { h } from "../dom.js";
import { defaultText, field, joinSpec, shortSpec, splitSpec } from "./option_fields.js";

/** @typedef {import("../api_types.js").GameInfo} GameInfo */
/** @typedef {import("../api_types.js").Position} Position */
/** @typedef {(spec: string) => void} Choose  called with the short spec of the game */

/** @param {GameInfo[]} games @param {Choose} choose */
export const gameCards = (games, choose) =>
  games.map((game) =>
    h(
      "button",
      {
        type: "button",
        class: "game-card",
        "data-game": game.name,
        onclick: () => choose(shortSpec(game.presets[0].spec, game.options)),
      },
      preview(game.picture),
      h("span", { class: "game-title" }, game.title),
    )
  );

/** Show which card is chosen. @param {Element} cards @param {string} name  of the game */
export function markCard(cards, name) {
  for (const card of cards.children) card.setAttribute("aria-pressed", String(card.getAttribute("data-game") === name));
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
    label: `${position.title}, a picture`,
    last: position.last?.cells ?? [],
    winning: position.winning,
  });
  board.inert = true;
  return board;
}
