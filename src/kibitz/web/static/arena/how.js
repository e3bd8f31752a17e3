/** How a tournament is played: who meets whom, how often, from which openings, and when it may stop. */

import { h } from "../dom.js";

/** @typedef {import("../address.js").Address} Address */

/** @type {[string, string, string][]} */
const KINDS = [
  ["round-robin", "Everybody meets everybody", "the usual way: a round-robin"],
  ["gauntlet", "The first meets each of the others", "a gauntlet, to see where one player stands"],
  ["swiss", "Those with like scores meet", "a Swiss tournament: fewer games for many players"],
];

/** @type {[string, string][]} */
const TESTS = [
  ["", "When all games are played"],
  ["0,50", "Once it is known whether the first is clearly better (by 50 Elo)"],
  ["0,10", "Once it is known whether the first is a little better (by 10 Elo)"],
  ["-50,0", "Once it is known whether the first is not worse (by 50 Elo)"],
];

/** How many pairs of players meet. @param {string} kind @param {number} players @param {number} rounds */
export function meetings(kind, players, rounds) {
  if (kind === "gauntlet") return players - 1;
  if (kind === "swiss") return (rounds || Math.max(1, Math.ceil(Math.log2(players)))) * Math.floor(players / 2);
  return (players * (players - 1)) / 2;
}

/** @param {Address} address @param {number} players @param {(change: Partial<Address>) => void} set */
export function howFields(address, players, set) {
  const isMatch = players === 2;
  const kind = address.kind || "round-robin";
  return [
    !isMatch &&
      select("kind", "Who meets whom", kind, KINDS.map(([value, title]) => [value, title]), (value) =>
        set({ kind: value === "round-robin" ? "" : value }),
        KINDS.find(([value]) => value === kind)?.[2] ?? "",
      ),
    h(
      "div",
      { class: "fields arena-fields" },
      number("games", isMatch ? "Games" : "Games of a pair", address.games || "20", { min: 1, max: 200 }, (games) => set({ games }), "every opening is played twice, with the sides swapped"),
      !isMatch && kind === "swiss" &&
        number("rounds", "Rounds", address.rounds || "0", { min: 0, max: 20 }, (rounds) => set({ rounds }), "0: as many as find a winner"),
      number("seed", "Seed", String(address.seed ?? 0), { min: 0, max: Number.MAX_SAFE_INTEGER }, (text) => set({ seed: Number(text) || null }), "other seeds, other games"),
    ),
    select(
      "openings",
      "Openings",
      address.openings,
      [["", "Different and even ones, made for the game"], ["0", "None: all games from the start"], ...[1, 2, 3, 4, 6, 8, 10, 12].map((moves) => /** @type {[string, string]} */ ([String(moves), `${moves} random ${moves === 1 ? "move" : "moves"}, as even as can be found`]))],
      (openings) => set({ openings }),
      address.openings === "0" ? "players without chance then play the same game again and again" : "",
    ),
    isMatch &&
      select("sprt", "It ends", address.sprt, withOwn(address.sprt), (sprt) => set({ sprt }), address.sprt ? "a sequential test (SPRT), wrong in 5 of 100 cases either way" : ""),
  ];
}

/** The tests offered, and the one in the address if it is another. @param {string} sprt */
function withOwn(sprt) {
  if (TESTS.some(([value]) => value === sprt)) return TESTS;
  const [low, high] = sprt.split(",");
  return [...TESTS, /** @type {[string, string]} */ ([sprt, `Once it is known whether the first is better by ${high} rather than ${low} Elo`])];
}

let count = 0;

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} choices
 * @param {(value: string) => void} change
 * @param {string} about
 */
function select(name, label, value, choices, change, about) {
  const id = `how-${++count}`;
  const control = h(
    "select",
    { id, name, "aria-describedby": `${id}-about` },
    choices.map(([choice, title]) => h("option", { value: choice, selected: choice === value }, title)),
  );
  control.addEventListener("change", () => change(control.value));
  return h("div", { class: "field" }, h("label", { for: id }, label), control, h("p", { id: `${id}-about`, class: "about" }, about));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {{min: number, max: number}} range
 * @param {(value: string) => void} change
 * @param {string} about
 */
function number(name, label, value, range, change, about) {
  const id = `how-${++count}`;
  const control = h("input", { id, name, type: "number", inputmode: "numeric", autocomplete: "off", ...range, "aria-describedby": `${id}-about` });
  control.value = value;
  control.addEventListener("change", () => change(control.value));
  return h("div", { class: "field" }, h("label", { for: id }, label), control, h("p", { id: `${id}-about`, class: "about" }, about));
}
