/** How a tournament is played: who meets whom, how often, from which openings, and when it may stop. */

import { h } from "../shared/dom.js";
import { checkInput, findNumberFault, rangeText } from "../shared/forms/checked_input.js";

/** @typedef {import("../shared/address.js").Address} Address */

/** @type {[string, string, string][]} */
const KINDS = [
  ["round-robin", "Round-robin: all meet all", "the usual way: a round-robin"],
  ["gauntlet", "Gauntlet: the first meets all others", "a gauntlet, to see where one player stands"],
  ["swiss", "Swiss: players with similar scores meet", "a Swiss tournament: fewer games for many players"],
];

/** @type {[string, string][]} */
const TESTS = [
  ["", "After all games"],
  ["0,50", "As soon as a test shows whether the first is clearly better (by 50 Elo)"],
  ["0,10", "As soon as a test shows whether the first is slightly better (by 10 Elo)"],
  ["-50,0", "As soon as a test shows whether the first is not worse (by 50 Elo)"],
];

/** @type {[string, string][]} */
const OPENINGS = [
  ["", "Varied and balanced openings, generated for the game"],
  ["0", "None: all games from the start"],
  ...[2, 3, 4, 6, 8, 10, 12].map(
    (moves) => /** @type {[string, string]} */ ([String(moves), `${moves} random moves, as balanced as can be found`]),
  ),
];

/** How many pairs of players meet. @param {string} kind @param {number} players @param {number} rounds */
export function countGames(kind, players, rounds) {
  if (kind === "gauntlet") return players - 1;
  if (kind === "swiss") return (rounds || Math.max(1, Math.ceil(Math.log2(players)))) * Math.floor(players / 2);
  return (players * (players - 1)) / 2;
}

/** @typedef {Record<string, import("../shared/forms/checked_input.js").Range>} Ranges  of the server's parameters */

/**
 * @param {Address} address
 * @param {number} players
 * @param {Ranges} ranges
 * @param {(change: Partial<Address>) => void} set
 */
export function scheduleFields(address, players, ranges, set) {
  const isMatch = players === 2;
  const kind = address.kind || "round-robin";
  return [
    !isMatch &&
    select({
      name: "kind",
      label: "Pairing",
      value: kind,
      choices: KINDS.map(([value, title]) => [value, title]),
      about: KINDS.find(([value]) => value === kind)?.[2] ?? "",
      change: (value) => set({ kind: value === "round-robin" ? "" : value }),
    }),
    h(
      "div",
      { class: "fields arena-fields" },
      number({
        name: "games",
        label: isMatch ? "Games" : "Games per pair",
        value: address.games || "20",
        range: ranges.games,
        about: "every opening is played twice, with the sides swapped",
        change: (games) => set({ games }),
      }),
      !isMatch &&
        kind === "swiss" &&
        number({
          name: "rounds",
          label: "Rounds",
          value: address.rounds || "0",
          range: ranges.rounds,
          about: "0: as many as it takes to find a winner",
          change: (rounds) => set({ rounds }),
        }),
      number({
        name: "seed",
        label: "Seed",
        value: String(address.seed ?? 0),
        range: ranges.seed,
        about: "another seed gives other games",
        change: (text) => set({ seed: Number(text) || null }),
      }),
    ),
    select({
      name: "openings",
      label: "Openings",
      value: address.openings,
      choices: OPENINGS,
      about: address.openings === "0" ? "players that use no random numbers then repeat the same game" : "",
      change: (openings) => set({ openings }),
    }),
    isMatch &&
    select({
      name: "sprt",
      label: "Stopping rule",
      value: address.sprt,
      choices: withOwn(address.sprt),
      about: address.sprt ? "a sequential test (SPRT) with error probabilities of 5 %" : "",
      change: (sprt) => set({ sprt }),
    }),
  ];
}

/**
 * The tests offered, and the one in the address if it is a different one.
 *
 * @param {string} sprt
 * @returns {[string, string][]}
 */
function withOwn(sprt) {
  if (TESTS.some(([value]) => value === sprt)) return TESTS;
  const [low, high] = sprt.split(",");
  return [...TESTS, [sprt, `As soon as a test shows whether the first is better by ${high} rather than ${low} Elo`]];
}

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} value
 * @property {string} about
 * @property {(value: string) => void} change
 */

let count = 0;

/** @param {Field & {choices: [string, string][]}} field */
function select({ choices, value, ...field }) {
  const options = choices.map(([choice, title]) => h("option", { value: choice, selected: choice === value }, title));
  return labelled(h("select", {}, options), field);
}

/** @param {Field & {range: import("../shared/forms/checked_input.js").Range}} field */
function number({ range, value, ...field }) {
  const { low, high } = range;
  const control = h("input", { type: "number", inputmode: "numeric", autocomplete: "off", min: low, max: high });
  control.value = control.defaultValue = value;
  return labelled(control, field, (text) => findNumberFault(text, range, rangeText(range)));
}

/**
 * @param {HTMLInputElement | HTMLSelectElement} control
 * @param {Omit<Field, "value">} field
 * @param {(text: string) => string} [findFault]
 */
function labelled(control, { name, label, about, change }, findFault = () => "") {
  const { place, check } = checkInput(control, findFault);
  const id = `how-${++count}`;
  control.id = id;
  control.name = name;
  control.setAttribute("aria-describedby", `${id}-about`);
  control.addEventListener("change", () => {
    if (check()) change(control.value);
  });
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    control,
    h("p", { id: `${id}-about`, class: "about" }, about),
    place,
  );
}
