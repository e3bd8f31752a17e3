/**
 * Fields that say beside them, while one types, why a value cannot be used; what would be refused cannot be sent.
 *
 * The allowed values come from the server: with each option, and for parameters of the API from its description.
 */

import { h } from "../dom.js";

/** @typedef {{low?: number | null, high?: number | null, isWhole?: boolean}} Range */

/** Bubbles from a field whose value was checked. */
const CHECKED = "checked";

/**
 * Check a field whenever it changes. Returns the place for the sentence, and whether the value can be used now.
 *
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {(text: string) => string} findFault  what is wrong with a value, in a sentence; empty if nothing is
 */
export function checkInput(input, findFault) {
  const place = h("p", { class: "fault", role: "alert", hidden: true });
  const check = () => {
    const fault = input.validity.badInput ? "This is not a number." : findFault(input.value.trim());
    place.textContent = fault;
    place.hidden = !fault;
    input.setAttribute("aria-invalid", String(Boolean(fault)));
    input.dispatchEvent(new CustomEvent(CHECKED, { bubbles: true }));
    return !fault;
  };
  input.addEventListener("input", check);
  return { place, check };
}

/** What is wrong with a number; empty if nothing is. @param {string} text @param {Range} range @param {string} expects */
export function findNumberFault(text, { low, high, isWhole }, expects) {
  const value = Number(text);
  const isFine = text !== "" && Number.isFinite(value) && (!isWhole || Number.isInteger(value)) &&
    value >= (low ?? -Infinity) && value <= (high ?? Infinity);
  return isFine ? "" : `${text || "Nothing"} is not allowed; it is ${expects}.`;
}

/** A range in words. @param {Range} range */
export function rangeText({ low, high, isWhole }) {
  const kind = isWhole ? "a whole number" : "a number";
  if (low === null || low === undefined) return kind;
  return high === null || high === undefined ? `${kind}, at least ${low}` : `${kind} from ${low} to ${high}`;
}

/**
 * Let the buttons of a form be pressed only while all its fields can be used. A button that sends is marked with
 * `data-sends`.
 *
 * @param {HTMLElement} form
 */
export function holdWhileFaulty(form) {
  form.addEventListener(CHECKED, (event) => {
    event.stopPropagation(); // a form inside another is its own affair
    hold(form);
  });
}

/** @param {HTMLElement} form */
export function hold(form) {
  const isFaulty = form.querySelector("[aria-invalid='true'], .form-fault:not(:empty)") !== null;
  for (const button of form.querySelectorAll("[data-sends]")) button.toggleAttribute("disabled", isFaulty);
}
