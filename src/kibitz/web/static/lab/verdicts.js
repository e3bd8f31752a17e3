/** What the views of the lab share: verdicts, links back to the catalogue, and choices held by the address. */

import { go, writeAddress } from "../shared/address.js";
import { h } from "../shared/dom.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./lab_types.js").Answer} Answer */
/** @typedef {import("./lab_types.js").Verdict} Verdict */

/**
 * The verdicts, each with its class and a sign, so that colour is not the only difference.
 *
 * @type {[Verdict, string, string][]}
 */
export const VERDICTS = [
  ["holds", "holds", "✓"],
  ["holds with a condition", "condition", "≈"],
  ["wrong", "wrong", "✗"],
  ["cannot tell", "unknown", "?"],
  ["not measured yet", "open", "…"],
];

/** @param {Verdict} verdict */
export function verdictChip(verdict) {
  const [, name, sign] = VERDICTS.find(([known]) => known === verdict) ?? VERDICTS[4];
  return h("span", { class: `lab-verdict is-${name}` }, h("span", { "aria-hidden": "true" }, sign), ` ${verdict}`);
}

/** What two answers are about, in their order. */
const ABOUT = ["The report's own program", "With its faults corrected"];

/**
 * The verdicts of an entry with their sentences; a brief list has no figures.
 *
 * @param {Answer[]} answers
 * @param {{isBrief: boolean}} how
 */
export function answerList(answers, { isBrief }) {
  return answers.map(({ verdict, sentence, figures, condition, missing }, index) =>
    h(
      "div",
      { class: "lab-answer" },
      h(
        "p",
        {},
        answers.length > 1 && h("span", { class: "lab-about" }, `${ABOUT[index]}: `),
        verdictChip(verdict),
      ),
      sentence && h("p", { class: isBrief ? "lab-sentence" : "lab-says" }, capital(sentence)),
      condition && h("p", { class: "lab-note" }, h("b", {}, "Condition: "), condition),
      missing && h("p", { class: "lab-note" }, h("b", {}, "Missing: "), missing),
      !isBrief && figures && h("p", { class: "lab-note" }, h("b", {}, "Measured: "), figures),
    )
  );
}

/** A sentence with a capital letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The address of the catalogue as it was filtered. @param {Address} address */
export const catalogueOf = (address) => writeAddress({ ...address, entry: "", fault: "" });

/** @param {Address} address */
export const backLink = (address) =>
  h("p", { class: "run-back" }, h("a", { href: catalogueOf(address) }, "← The whole catalogue"));

/** @param {string} text @param {HTMLSelectElement} select */
export function labelled(text, select) {
  return h("label", { class: "lab-choice" }, h("span", {}, text), select);
}

/**
 * A choice that the address holds.
 *
 * @param {Address} address
 * @param {"rows" | "verdict" | "printed"} name
 * @param {[string, string][]} options  value and text
 */
export function choice(address, name, options) {
  const select = h(
    "select",
    { name, onchange: () => go({ ...address, [name]: select.value }) },
    options.map(([value, text]) => h("option", { value, selected: value === address[name] }, text)),
  );
  return select;
}

/** The choice between the rows that take seconds, all rows, and those that come with Kibitz. @param {Address} address */
export const rowsChoice = (address) =>
  labelled(
    "Rows",
    choice(address, "rows", [
      ["", "quick ones (seconds)"],
      ["all", "all (minutes to hours)"],
      ["ours", "all, measured by us"],
    ]),
  );

/** The parameters of requests to the server. @param {Address} address */
export const requestParameters = ({ entry, rows }) => ({
  entry,
  quick: rows === "all" || rows === "ours" ? "false" : "true",
  ours: rows === "ours" ? "true" : "false",
});

/** How many rows of an entry are measured, and by whom. @param {import("./lab_types.js").Entry} entry */
export function measuredText({ measured, measured_by, cells }) {
  if (measured_by === "us") return `measured by us, ${plural(measured, "row")}`;
  return measured_by ? `measured here, ${measured} of ${plural(cells, "row")}` : plural(cells, "row");
}
