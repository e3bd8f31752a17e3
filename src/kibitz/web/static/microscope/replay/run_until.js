/** The events that a replay can run to: a cut-off, a move, a depth, a value, a window that closes, a fault. */

import { button, h } from "../../shared/dom.js";

/** The event, its name, and an example of the value typed with it. @type {[string, string, string][]} */
const CONDITIONS = [
  ["cutoff", "a cut-off", ""],
  ["closes", "a window closes", ""],
  ["move", "the move", "4"],
  ["depth", "the ply", "3"],
  ["value", "the value", "+1"],
  ["leaf", "a leaf", ""],
  ["research", "a re-search", ""],
  ["table", "a table hit", ""],
  ["proven", "a proven result", ""],
  ["fault", "a fault", ""],
];
const NOT_DEPTH_FIRST = new Set(["move", "depth", "leaf", "proven"]);

/**
 * @param {import("../tree_types.js").Recording} recording
 * @param {(wanted: string, what: string, direction: 1 | -1) => void} run
 */
export function runUntilForm(recording, run) {
  const conditions = CONDITIONS.filter(([name]) =>
    (recording.depth_first || NOT_DEPTH_FIRST.has(name)) && (name !== "fault" || recording.faults.length > 0)
  );
  const select = h(
    "select",
    { "aria-label": "Run to" },
    conditions.map(([name, words]) => h("option", { value: name }, words)),
  );
  const input = h("input", { type: "text", "aria-label": "Which", autocomplete: "off", spellcheck: "false" });
  const box = h("input", { type: "checkbox" });
  const draw = () => {
    const [, , example] = conditions[select.selectedIndex];
    input.hidden = !example;
    input.placeholder = select.value === "move" ? (recording.names[0] ?? example) : example;
  };
  select.addEventListener("change", draw);
  draw();
  /** @param {1 | -1} direction */
  const go = (direction) => {
    if (!input.hidden && !input.value.trim()) return input.focus();
    return run(select.value, input.hidden ? "" : input.value.trim(), direction);
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go(1);
  });
  return {
    element: h(
      "div",
      { class: "condition" },
      h("span", {}, "Run to"),
      select,
      input,
      button("Run back", "back", () => go(-1), { class: "icon-only" }),
      button("Run forward", "forward", () => go(1), { class: "icon-only" }),
      h("label", { class: "tick-line", title: "The replay stops at this event" }, box, "stop there"),
    ),
    /** What playing stops at. */
    wish: () => ({
      breaks: box.checked && (input.hidden || input.value.trim() !== ""),
      wanted: select.value,
      what: input.hidden ? "" : input.value.trim(),
    }),
  };
}
