/** The list of earlier trainings, each with how good its player is. */

import { h } from "../shared/dom.js";
import { shortSpec, splitSpec } from "../shared/forms/option_fields.js";
import { dateText } from "../shared/words.js";

/** @typedef {import("./learning_types.js").Overview} Overview */

/** @param {Overview[]} trainings */
export function listing(trainings) {
  return [
    h("h2", {}, "Training runs"),
    trainings.length
      ? h("ul", { class: "run-cards" }, trainings.map(card))
      : h("p", { class: "about" }, "None yet. Training runs are stored here, also across restarts of the server."),
  ];
}

/** @param {Overview} overview */
function card(overview) {
  return h(
    "li",
    { class: "card" },
    h("a", { class: "run-link card-link", href: `/learn?training=${overview.training}` }, titleOf(overview)),
    h("p", {}, verdict(overview)),
    h("p", { class: "about" }, stateChip(overview), ` ${progressText(overview)} · ${dateText(overview.begun)}`),
    overview.obstacle && h("p", { class: "about" }, overview.obstacle),
  );
}

/** "Tic-tac-toe, 3 × 3: q-learning". @param {Overview} overview */
export const titleOf = ({ title, variant, method }) =>
  `${title}${variant ? ` (${variant})` : ""}: ${splitSpec(method).name}`;

/** The settings of a method that are not the usual ones. @param {string} spec @param {import("./learning_types.js").Method | undefined} method */
export const settingsOf = (spec, method) =>
  Object.entries(splitSpec(method ? shortSpec(spec, method.options) : spec).values)
    .map(([name, text]) => `${name.replaceAll("_", " ")} ${text}`);

/** @param {Overview} overview */
export const stateChip = ({ state }) => h("span", { class: `run-state is-${state}` }, state);

/** How good it is, in a sentence. @param {Overview} overview */
export function verdict({ kept }) {
  if (kept === null) return "Nothing is measured yet.";
  return kept === 1
    ? "It keeps the result in every position it is measured on."
    : `It keeps the result in ${percent(kept)} of the positions it is measured on.`;
}

/** @param {Overview} overview */
export function progressText({ done, total, unit, state }) {
  const [now, all] = [done.toLocaleString("en"), total.toLocaleString("en")];
  return state === "finished" ? `${now} ${unit}` : `${now} of ${all} ${unit}`;
}

/** A share that is not quite all never reads as all. @param {number} share */
export function percent(share) {
  const text = (100 * share).toFixed(1);
  return `${share < 1 && text === "100.0" ? "99.9" : share === 1 ? "100" : text} %`;
}

/** What a move gives away on average; a little never reads as nothing. @param {number} loss */
export const pointsText = (loss) =>
  loss === 0 ? "no points" : `${loss < 0.005 ? "less than 0.01" : loss.toFixed(2)} points`;
