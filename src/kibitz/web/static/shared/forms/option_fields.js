/** Form fields for the options of a game, a player or an evaluator, each with its description and its range. */

import { h } from "../dom.js";
import { checkInput, findNumberFault } from "./checked_input.js";

/** @typedef {import("../api_types.js").Option} Option */

let count = 0;

/**
 * A form field for an option. `change` is called with the new text, unless that cannot be used.
 *
 * @param {Option} option
 * @param {string} text  the current value, as a spec writes it
 * @param {(text: string) => void} change
 * @param {string[]} [choices]  the allowed values, if they are not those of the option
 */
export function field(option, text, change, choices = option.choices) {
  const id = `field-${++count}`;
  const about = `${id}-about`;
  const input = control(option, text, choices);
  input.id = id;
  input.setAttribute("aria-describedby", about);
  input.setAttribute("name", option.name);
  const { place, check } = checkInput(input, (value) => findFault(option, value));
  input.addEventListener("change", () => {
    if (check()) change(readControl(input, option));
  });
  return h(
    "div",
    { class: option.kind === "bool" ? "field tick" : "field" },
    h("label", { for: id }, option.name.replace(/_/g, " ")),
    input,
    h("p", { id: about, class: "about" }, range(option)),
    place,
  );
}

/** Why a value cannot be used, in a sentence; empty for none, which means the default. @param {Option} option */
function findFault(option, /** @type {string} */ text) {
  const isNumber = option.kind === "int" || option.kind === "float";
  if (!isNumber || option.choices.length || text === "") return "";
  return findNumberFault(text, { ...option, isWhole: option.kind === "int" }, option.expects);
}

/** @param {Option} option @param {string} text @param {string[]} choices */
function control(option, text, choices) {
  if (option.kind === "bool") {
    const box = h("input", { type: "checkbox" });
    box.checked = text === "true";
    return box;
  }
  if (choices.length) {
    const options = choices.includes(text) ? choices : [text, ...choices];
    const select = h(
      "select",
      {},
      options.map((choice) => h("option", { value: choice }, choice || "default")),
    );
    select.value = text;
    return select;
  }
  const isNumber = option.kind === "int" || option.kind === "float";
  const input = h("input", {
    type: isNumber ? "number" : "text",
    min: isNumber ? option.low : null,
    max: isNumber ? option.high : null,
    step: option.kind === "float" ? "any" : null,
    inputmode: isNumber ? "decimal" : null,
    placeholder: option.default === null ? "no limit" : null,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = input.defaultValue = text === "none" ? "" : text;
  return input;
}

/** @param {HTMLInputElement | HTMLSelectElement} input @param {Option} option */
function readControl(input, option) {
  if (input instanceof HTMLInputElement && input.type === "checkbox") return String(input.checked);
  if (input.value.trim() === "" && option.kind !== "str") return defaultText(option);
  return input.value.trim();
}

/** @param {Option} option */
function range({ about, low, high, kind }) {
  if (kind === "bool" || low === null || low === undefined) return about;
  return high !== null && high !== undefined && high < 1e6 ? `${about}; ${low} to ${high}` : `${about}; ${low} or more`;
}

/** An option's default as a spec writes it. @param {Option} option */
export const defaultText = (option) => (option.default === null ? "none" : String(option.default));

/**
 * Split `name:key=value,key=value`; the name of a game of another library, such as `openspiel:hex`, has a colon itself.
 *
 * @param {string} spec
 * @returns {{name: string, values: Record<string, string>}}
 */
export function splitSpec(spec) {
  const name = /^(?:openspiel:)?[^:]*/.exec(spec)?.[0] ?? "";
  const rest = spec.slice(name.length + 1);
  /** @type {Record<string, string>} */
  const values = {};
  for (const item of rest.split(",").filter(Boolean)) {
    const at = item.indexOf("=");
    values[item.slice(0, at)] = item.slice(at + 1);
  }
  return { name, values };
}

/**
 * The spec of a name and its options, without those that have their default.
 *
 * @param {string} name
 * @param {Record<string, string>} values
 * @param {Option[]} options
 */
export function joinSpec(name, values, options) {
  const parts = options
    .filter(
      (option) => option.name in values && values[option.name] !== defaultText(option) && values[option.name] !== "",
    )
    .map((option) => `${option.name}=${values[option.name]}`);
  return parts.length ? `${name}:${parts.join(",")}` : name;
}

/** A spec without the options that have their default. @param {string} spec @param {Option[]} options */
export function shortSpec(spec, options) {
  const { name, values } = splitSpec(spec);
  return joinSpec(name, values, options);
}
