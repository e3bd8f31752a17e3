/** The names of players, and the control that chooses one: a person, a level, or any player with its options. */

import { button, h, put } from "../dom.js";
import { defaultText, field, joinSpec, splitSpec } from "./option_fields.js";
import { plural } from "../words.js";
import { hold, holdWhileFaulty } from "./checked_input.js";

/** @typedef {import("../api_types.js").PlayersInfo} PlayersInfo */
/** @typedef {import("../api_types.js").GameInfo} GameInfo */

export const HUMAN = "human";
const LEVEL = /^level[:/](?:n=)?(\d+)(.*)$/; // level:4 is short for level:n=4

/** @type {Record<string, (text: string) => string>} */
const PHRASES = {
  time: (text) => `${plural(Number(text), "second")} a move`,
  nodes: (text) => `${plural(Number(text), "position")} a move`,
  simulations: (text) => `${plural(Number(text), "random game")} a move`,
  training: (text) => `training ${text}`,
  at: (text) => `as it was after ${Number(text).toLocaleString("en")}`,
};

/**
 * A player in words: "Looks 6 moves ahead", "alphabeta, depth 3, order centre".
 *
 * @param {string} spec
 * @param {PlayersInfo} info
 */
export function playerTitle(spec, info) {
  const level = info.levels.find((entry) => entry.spec === spec);
  if (level) return level.title;
  const number = levelOf(spec);
  if (number !== null) return `Level ${number}${(LEVEL.exec(spec)?.[2] ?? "").replaceAll(",", ", ")}`;
  const { name, values } = splitSpec(spec);
  const words = Object.entries(values).map(([key, text]) =>
    PHRASES[key] && text !== "none" ? PHRASES[key](text) : `${key} ${text}`
  );
  const title = info.levels.find((entry) => entry.spec === name)?.title ?? name; // with options of its own
  return [title, ...words].join(", ");
}

/** The players that are programs. @param {PlayersInfo} players @returns {PlayersInfo} */
export const withoutPeople = (players) => ({
  ...players,
  levels: players.levels.filter(({ spec }) => spec !== HUMAN),
  players: players.players.filter(({ name }) => name !== HUMAN),
});

/** The level that a spec names, null for any other player. @param {string} spec */
export function levelOf(spec) {
  const found = LEVEL.exec(spec);
  return found ? Number(found[1]) : null;
}

/**
 * A list of levels and other players, in groups. Its last item, "Another player", opens a form for any player and its
 * options.
 *
 * @param {string} label
 * @param {string} spec
 * @param {PlayersInfo} info
 * @param {GameInfo | undefined} game
 * @param {(spec: string) => void} change
 */
export function playerChooser(label, spec, info, game, change) {
  const isLevel = info.levels.some((level) => level.spec === spec);
  const select = h(
    "select",
    { "aria-label": label },
    levelOptions(info),
    !isLevel && h("option", { value: spec }, playerTitle(spec, info)),
    h("option", { value: "*" }, "Another player …"),
  );
  select.value = spec;
  const about = h("p", { class: "about" }, info.levels.find((level) => level.spec === spec)?.about ?? "");
  const more = h("div", { class: "any-player" });
  const element = h("div", { class: "chooser" }, select, about, more);
  const openForm = () => put(more, anyPlayer(spec === HUMAN ? info.hint : spec, info, game, change));
  select.addEventListener("change", () => {
    if (select.value !== "*") return change(select.value);
    put(about);
    openForm();
    return undefined;
  });
  if (!isLevel) put(more, button("Its options", "edit", openForm, { class: "quiet" }));
  return element;
}

/** The items of the list, under their headings. @param {PlayersInfo} info */
function levelOptions({ levels }) {
  const groups = [...new Set(levels.map(({ group }) => group ?? ""))];
  return groups.flatMap((group) => {
    const items = levels.filter((level) => (level.group ?? "") === group).map((level) =>
      h("option", { value: level.spec }, level.title + (level.rating ? ` (${level.rating} Elo)` : ""))
    );
    return group ? [h("optgroup", { label: group }, items)] : items;
  });
}

/**
 * @param {string} spec
 * @param {PlayersInfo} info
 * @param {GameInfo | undefined} game
 * @param {(spec: string) => void} change
 */
function anyPlayer(spec, info, game, change) {
  let { name, values } = splitSpec(spec);
  const fields = h("div", { class: "fields" });
  const text = h("code", { class: "spec" });
  const choices = info.players.filter((player) => player.name !== HUMAN);
  const select = h(
    "select",
    { "aria-label": "Player" },
    choices.map((player) => h("option", { value: player.name }, player.name)),
  );
  const about = h("p", { class: "about" });
  const draw = () => {
    const player = choices.find((entry) => entry.name === name) ?? choices[0];
    name = player.name;
    select.value = name;
    put(about, player.about);
    put(
      fields,
      player.options.map((option) =>
        field(
          option,
          values[option.name] ?? defaultText(option),
          (value) => {
            values[option.name] = value;
            put(text, joinSpec(name, values, player.options));
          },
          option.name === "eval" && game ? ["", ...game.evaluators.map((evaluator) => evaluator.name)] : undefined,
        )
      ),
    );
    put(text, joinSpec(name, values, player.options));
    hold(form);
  };
  select.addEventListener("change", () => {
    name = select.value;
    const kept = choices.find((entry) => entry.name === name)?.options ?? [];
    values = Object.fromEntries(Object.entries(values).filter(([key]) => kept.some((option) => option.name === key)));
    draw();
  });
  const form = h(
    "div",
    { class: "card inset" },
    h("div", { class: "field" }, h("label", {}, "player", select), about),
    fields,
    h("p", {}, text),
    button("Use this player", null, () => change(text.textContent ?? name), { class: "primary", "data-sends": true }),
  );
  holdWhileFaulty(form);
  draw();
  return form;
}
