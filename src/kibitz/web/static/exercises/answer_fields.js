/** Where answers are given: one kind of field for each form of a question. All are inputs that a keyboard reaches. */

import { h } from "../shared/dom.js";
import { orderField } from "./order_field.js";

/** @typedef {import("./exercise_types.js").AnswerField} AnswerField */
/** @typedef {import("./exercise_types.js").Question} Question */

const MANY = 10; // choices that are better in a list that opens

/** @typedef {Record<string, string>} Labels  what choices are called, if not as they are written */

/**
 * @param {Question} question
 * @param {string} id  of the field
 * @param {Labels} labels
 * @param {() => void} changed
 * @returns {AnswerField}
 */
export function makeField(question, id, labels, changed) {
  if (question.form === "order") return orderField(question.prompt, question.choices, labels, changed);
  if (question.form === "nodes") return tickField(question, id, labels, changed);
  if (question.form === "number" || question.form === "bound") return textField(question, id, changed);
  return question.choices.length > MANY
    ? listField(question, id, labels, changed)
    : radioField(question, id, labels, changed);
}

/** @param {Question} question @param {string} id @param {() => void} changed @returns {AnswerField} */
function textField({ form, unit }, id, changed) {
  const input = h("input", {
    type: "text",
    id,
    autocomplete: "off",
    inputmode: form === "number" ? "text" : null,
    maxlength: "12",
    oninput: changed,
  });
  /** @param {string} text @param {string} shown @param {string} name */
  const infinity = (text, shown, name) =>
    h("button", {
      type: "button",
      "aria-label": name,
      onclick: () => {
        input.value = text;
        changed();
        input.focus();
      },
    }, shown);
  return {
    element: h(
      "span",
      { class: "number-field" },
      input,
      unit && h("span", {}, unit),
      form === "bound" && infinity("-inf", "−∞", "minus infinity"),
      form === "bound" && infinity("inf", "∞", "infinity"),
    ),
    read: () => input.value.trim() || null,
    write: (text) => (input.value = text),
    focus: () => input.select(),
  };
}

/** @param {Question} question @param {string} id @param {Labels} labels @param {() => void} changed @returns {AnswerField} */
function tickField({ choices }, id, labels, changed) {
  const boxes = choices.map((choice) => h("input", { type: "checkbox", name: id, value: choice, onchange: changed }));
  return {
    element: h(
      "span",
      { class: "ticks" },
      boxes.map((box) => h("label", {}, box, h("span", {}, labels[box.value] ?? box.value))),
    ),
    read: () => boxes.filter((box) => box.checked).map((box) => box.value).join(" "),
    write: (text) => {
      const chosen = text.split(" ");
      for (const box of boxes) box.checked = chosen.includes(box.value);
    },
    focus: () => boxes[0]?.focus(),
  };
}

/** @param {Question} question @param {string} id @param {Labels} labels @param {() => void} changed @returns {AnswerField} */
function radioField({ choices }, id, labels, changed) {
  const buttons = choices.map((choice) => h("input", { type: "radio", name: id, value: choice, onchange: changed }));
  const chosen = () => buttons.find((button) => button.checked);
  return {
    element: h(
      "span",
      { class: "ticks" },
      buttons.map((one) => h("label", {}, one, h("span", {}, labels[one.value] ?? one.value))),
    ),
    read: () => chosen()?.value ?? null,
    write: (text) => {
      for (const button of buttons) button.checked = button.value === text;
    },
    focus: () => (chosen() ?? buttons[0])?.focus(),
  };
}

/** @param {Question} question @param {string} id @param {Labels} labels @param {() => void} changed @returns {AnswerField} */
function listField({ choices }, id, labels, changed) {
  const select = h(
    "select",
    { id, onchange: changed },
    h("option", { value: "" }, "choose …"),
    choices.map((choice) => h("option", { value: choice }, labels[choice] ?? choice)),
  );
  return {
    element: select,
    read: () => select.value || null,
    write: (text) => (select.value = text),
    focus: () => select.focus(),
  };
}
