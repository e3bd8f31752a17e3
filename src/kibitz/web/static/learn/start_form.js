/** The form that begins a training: the game, the method and its settings. */

import { askOnce, tell } from "../shared/api.js";
import { h } from "../shared/dom.js";
import { openGameForm } from "../shared/forms/game_form.js";
import { defaultText, field, joinSpec, splitSpec } from "../shared/forms/option_fields.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/api_types.js").Position} Position */
/** @typedef {import("../shared/forms/game_form.js").Chosen} Chosen */
/** @typedef {import("../shared/forms/game_form.js").Drawn} Drawn */
/** @typedef {import("./learning_types.js").Method} Method */

const FIRST_GAME = "tic-tac-toe";
const FIRST_METHOD = "q-learning";
const MANY_CELLS = 16; // from here on, no table holds all positions

/** @returns {Promise<Method[]>} */
export const listMethods = async () => (await askOnce("learn/methods")).methods;

/** @param {Address} first */
export function openStartForm(first) {
  let areSettingsOpen = false;

  /** @param {Chosen} chosen @param {Method[]} methods @returns {Drawn} */
  function draw({ address, position, set }, methods) {
    const { name, values } = splitSpec(address.method || FIRST_METHOD);
    const method = methods.find((one) => one.name === name) ?? methods[0];
    const total = Number(values[method.unit] ?? defaultText(optionOf(method, method.unit)));
    return {
      columns: [
        ["Method", methodChoice(methods, method, set), notes(position, method)],
        ["Settings", settings(method, values, set)],
      ],
      start: "Start learning",
      isReady: method.is_ready,
      total: h("span", { class: "about learn-total" }, plural(total, method.unit.slice(0, -1))),
      async begin({ game, method: spec }) {
        const { training } = await tell("learn/start", { game, method: spec || method.name });
        return { training, method: "", moves: "", position: "" };
      },
    };
  }

  /** How much it learns from, and behind a click all the rest. @param {Method} method @param {Record<string, string>} values */
  function settings(method, values, /** @type {Chosen["set"]} */ set) {
    /** @param {import("../shared/api_types.js").Option} option */
    const one = (option) =>
      field(option, values[option.name] ?? defaultText(option), (text) => {
        values[option.name] = text; // for the next field too, which may be changed before the form is drawn anew
        set({ method: joinSpec(method.name, values, method.options) });
      });
    const more = h(
      "details",
      { class: "learn-more", open: areSettingsOpen, ontoggle: () => (areSettingsOpen = more.open) },
      h("summary", {}, "All settings"),
      h("div", { class: "fields" }, method.options.filter(({ name }) => name !== method.unit).map(one)),
    );
    return [h("div", { class: "fields learn-how-much" }, one(optionOf(method, method.unit))), more];
  }

  return openGameForm(first, {
    title: "Players that learn",
    lead: [
      "A player begins with the rules alone. Watch it get better, move by move beside perfect play. ",
      h("a", { href: "/manual?document=learn/browser" }, "How it works"),
    ],
    game: FIRST_GAME,
    ask: listMethods,
    draw,
  });
}

/** @param {Method[]} methods @param {Method} current @param {Chosen["set"]} set */
function methodChoice(methods, current, set) {
  return h(
    "div",
    { class: "learn-methods", role: "radiogroup", "aria-label": "Method" },
    methods.map((method) => {
      const input = h("input", {
        type: "radio",
        name: "method",
        value: method.name,
        onchange: () => set({ method: method.name }),
      });
      input.checked = method === current;
      return h(
        "label",
        { class: "learn-method" },
        input,
        h("span", { class: "learn-method-name" }, method.name),
        h("span", { class: "about" }, method.about, method.needs && `. ${method.needs}`),
      );
    }),
  );
}

/** What to expect of the method on this board. @param {Position} position @param {Method} method */
function notes(position, method) {
  const cells = position.board.rows.join("").replaceAll(" ", "").length;
  if (!method.is_table || cells < MANY_CELLS) return null;
  return h(
    "p",
    { class: "about" },
    `A table has a row for every position, and a board of ${cells} cells has more positions than a table can hold. ` +
      "Training stops when the table is full; use a smaller board, or a method without a table.",
  );
}

/** @param {Method} method @param {string} name */
const optionOf = (
  method,
  name,
) => /** @type {import("../shared/api_types.js").Option} */ (method.options.find((option) => option.name === name));
