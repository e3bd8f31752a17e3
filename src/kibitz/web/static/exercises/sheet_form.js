/**
 * A sheet or a question bank: which kinds, how many tasks, how hard, with or without solutions, in which form.
 *
 *     /exercises?exercise=sheet&kinds=backup,alphabeta&solutions=on&seed=7&level=2&count=3
 */

import { note, writeAddress } from "../shared/address.js";
import { button, h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./exercise_types.js").Kind} Kind */

const MAX_TASKS = 40;
const LEVELS = [1, 2, 3, 4, 5];
/** An address without what is said about a sheet. */
const NOTHING = { exercise: "", kinds: "", solutions: "", level: null, seed: null, count: null };
const EASY_TO_HARD = ["1 (easy)", "2", "3", "4", "5 (hard)"];

/** @param {HTMLElement} root @param {Kind[]} kinds @param {Address} address */
export function drawSheetForm(root, kinds, address) {
  document.title = "A sheet of exercises · Kibitz";
  const chosen = (address.kinds || "backup,alphabeta").split(",");
  const boxes = kinds.map(({ name }) =>
    h("input", { type: "checkbox", value: name, checked: chosen.includes(name), onchange: changed })
  );
  const level = h(
    "select",
    { id: "sheet-level", onchange: changed },
    LEVELS.map((one) =>
      h("option", { value: String(one), selected: one === (address.level ?? 1) }, EASY_TO_HARD[one - 1])
    ),
  );
  const count = numberField("sheet-count", String(address.count ?? 1), "1", String(MAX_TASKS));
  const seed = numberField("sheet-seed", String(address.seed ?? 1), "0", "999999999");
  const solutions = h("input", {
    type: "checkbox",
    id: "sheet-solutions",
    checked: address.solutions === "on",
    onchange: changed,
  });
  const summary = h("p", { class: "sheet-summary", role: "status" });
  const sheet = h("a", { class: "button primary", target: "_blank" }, "Open the sheet to print or save as PDF");
  const files = [
    { link: h("a", { class: "button" }, "HTML file"), query: { format: "html", download: "true" } },
    { link: h("a", { class: "button" }, "Moodle (.xml)"), query: { format: "xml" } },
    { link: h("a", { class: "button" }, "GIFT (.gift)"), query: { format: "gift" } },
  ];

  /** @param {string} id @param {string} value @param {string} min @param {string} max */
  function numberField(id, value, min, max) {
    return h("input", { id, type: "number", value, min, max, required: true, oninput: changed });
  }

  function changed() {
    const names = boxes.filter(({ checked }) => checked).map(({ value }) => value);
    const total = names.length * Number(count.value);
    const isFit = total >= 1 && total <= MAX_TASKS && count.checkValidity() && seed.checkValidity();
    const query = new URLSearchParams(names.map((name) => ["kind", name]));
    query.set("level", level.value);
    query.set("seed", seed.value);
    query.set("count", count.value);
    query.set("solutions", String(solutions.checked));
    for (const { link, query: more } of [{ link: sheet, query: {} }, ...files]) {
      const text = new URLSearchParams([...query, ...Object.entries(more)]);
      if (isFit) link.setAttribute("href", `/api/exercises/sheet?${text}`);
      else link.removeAttribute("href");
      link.setAttribute("aria-disabled", String(!isFit));
    }
    const copy = solutions.checked ? "with the solutions and how to make each task again" : "for students";
    put(
      summary,
      isFit
        ? `${plural(total, "task")}, ${copy}.`
        : total > MAX_TASKS
        ? `A sheet has at most ${MAX_TASKS} tasks, not ${total}.`
        : total < 1
        ? "Choose a kind."
        : "The seed is a whole number from 0 to 999,999,999.",
    );
    note({
      ...address,
      kinds: names.join(","),
      level: Number(level.value),
      count: count.checkValidity() ? Number(count.value) : address.count,
      solutions: solutions.checked ? "on" : "",
      seed: seed.checkValidity() ? Number(seed.value) : address.seed,
    });
  }

  put(
    root,
    h(
      "header",
      {},
      h(
        "p",
        {},
        h(
          "a",
          { href: writeAddress({ ...address, ...NOTHING }) },
          "← All exercises",
        ),
      ),
      h("h1", {}, "A sheet or a question bank"),
      h("p", { class: "exercises-lede" }, "The same kinds, level and seed always give the same tasks."),
    ),
    h(
      "form",
      { class: "sheet-form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      h(
        "fieldset",
        { class: "sheet-kinds" },
        h("legend", {}, "Kinds"),
        kinds.map(({ title }, number) => h("label", {}, boxes[number], h("span", {}, title))),
      ),
      h(
        "div",
        { class: "sheet-numbers" },
        h("label", { for: "sheet-count" }, "Tasks of each kind", count),
        h("label", { for: "sheet-level" }, "Level", level),
        h("label", { for: "sheet-seed" }, "Seed", seed),
        button("Other tasks", null, () => {
          seed.value = String(1 + Math.floor(Math.random() * 1_000_000));
          changed();
        }),
      ),
      h("label", { class: "sheet-solutions", for: "sheet-solutions" }, solutions, "With the solutions"),
      summary,
      h("p", { class: "row" }, sheet, files.map(({ link }) => link)),
      h(
        "p",
        { class: "about" },
        "In the sheet, choose Print and then “Save as PDF”. Question banks always have the solutions in them. ",
        h("a", { href: "/manual?document=exercises" }, "For lecturers"),
      ),
    ),
  );
  changed();
}
