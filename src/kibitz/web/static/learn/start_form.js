/** The form that begins a training: the game, the method and its settings. */

import { go, note } from "../shared/address.js";
import { report } from "../shared/announcer.js";
import { ApiError, askOnce, askSetup, listGames, tell } from "../shared/api.js";
import { h, keepingFocus, put } from "../shared/dom.js";
import { hold, holdWhileFaulty } from "../shared/forms/checked_input.js";
import { gameCards, markCard, optionFields, presetChips } from "../shared/forms/game_chooser.js";
import { defaultText, field, joinSpec, shortSpec, splitSpec } from "../shared/forms/option_fields.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("../shared/api_types.js").GameInfo} GameInfo */
/** @typedef {import("../shared/api_types.js").Position} Position */
/** @typedef {import("./learning_types.js").Method} Method */

const FIRST_GAME = "tic-tac-toe";
const FIRST_METHOD = "q-learning";
const MANY_CELLS = 16; // from here on, no table holds all positions

/** @returns {Promise<Method[]>} */
export const listMethods = async () => (await askOnce("learn/methods")).methods;

/** @param {Address} first */
export function openStartForm(first) {
  let address = first;
  let turn = 0;
  let areSettingsOpen = false;
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
      h("h1", {}, "Players that learn"),
      h(
        "p",
        { class: "lead" },
        "A player begins with the rules alone. Watch it get better, move by move beside perfect play. ",
        h("a", { href: "/manual?document=learn/browser" }, "How it works"),
      ),
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
      const [games, methods, setup] = await Promise.all([
        listGames(),
        listMethods(),
        askSetup({ game: address.game || FIRST_GAME, position: "", moves: "" }),
      ]);
      if (mine !== turn) return;
      if (!cards.childElementCount) put(cards, gameCards(games, choose));
      const info = games.find(({ name }) => name === splitSpec(setup.position.game).name) ?? games[0];
      markCard(cards, info.name);
      address = { ...address, game: address.game || shortSpec(setup.position.game, info.options) };
      const { name } = splitSpec(address.method || FIRST_METHOD);
      const method = methods.find((one) => one.name === name) ?? methods[0];
      keepingFocus(form, () => drawForm(info, setup.position, methods, method));
    } catch (error) {
      if (mine !== turn) return;
      if (!fault.isConnected || !(error instanceof ApiError)) return report(error);
      put(fault, error.message); // the server would not start it
      hold(form);
    }
  }

  /** @param {GameInfo} info @param {Position} position @param {Method[]} methods @param {Method} method */
  function drawForm(info, position, methods, method) {
    put(fault);
    const values = splitSpec(address.method || method.name).values;
    const total = Number(values[method.unit] ?? defaultText(optionOf(method, method.unit)));
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
        h("div", {}, h("h2", {}, "Method"), methodChoice(methods, method), notes(position, method)),
        h("div", {}, h("h2", {}, "Settings"), settings(method, values)),
      ),
      h(
        "p",
        { class: "start" },
        h(
          "button",
          {
            type: "button",
            class: "primary large",
            "data-sends": true,
            disabled: !method.is_ready,
            onclick: () => void start(method),
          },
          "Start learning",
        ),
        h("span", { class: "about learn-total" }, plural(total, method.unit.slice(0, -1))),
      ),
    );
  }

  /** @param {Method[]} methods @param {Method} current */
  function methodChoice(methods, current) {
    return h(
      "div",
      { class: "learn-methods", role: "radiogroup", "aria-label": "Method" },
      methods.map((method) => {
        const input = h("input", {
          type: "radio",
          name: "method",
          value: method.name,
          onchange: () => void set({ method: method.name }),
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
      `A table has a row for every position, and a board of ${cells} cells has more positions than a table holds. ` +
        "It stops when it is full; take a smaller board, or a method without a table.",
    );
  }

  /** How much it learns from, and behind a click all the rest. @param {Method} method @param {Record<string, string>} values */
  function settings(method, values) {
    /** @param {import("../shared/api_types.js").Option} option */
    const one = (option) =>
      field(option, values[option.name] ?? defaultText(option), (text) => {
        values[option.name] = text; // for the next field too, which may be changed before the form is drawn anew
        void set({ method: joinSpec(method.name, values, method.options) });
      });
    const more = h(
      "details",
      { class: "learn-more", open: areSettingsOpen, ontoggle: () => (areSettingsOpen = more.open) },
      h("summary", {}, "All settings"),
      h("div", { class: "fields" }, method.options.filter(({ name }) => name !== method.unit).map(one)),
    );
    return [h("div", { class: "fields learn-how-much" }, one(optionOf(method, method.unit))), more];
  }

  /** @param {Method} method */
  async function start(method) {
    try {
      const { training } = await tell("learn/start", { game: address.game, method: address.method || method.name });
      go({ ...address, training, method: "", moves: "", position: "" });
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

/** @param {Method} method @param {string} name */
const optionOf = (
  method,
  name,
) => /** @type {import("../shared/api_types.js").Option} */ (method.options.find((option) => option.name === name));
