/** Keys of the microscope. They work everywhere except in a form field. */

import { h } from "../shared/dom.js";
import { isProjector } from "./presenting.js";

/** @typedef {import("./microscope.js").Microscope} Microscope */

const SLIDERS = "input[type=range]";
const FIELDS = `input:not([type=range], [type=checkbox]), select, textarea, [contenteditable], kibitz-board`;

const SCOPE_KEYS = [
  ["← → ↑ ↓", "move through the tree: siblings, parent, first child"],
  ["+ −  0", "zoom in, zoom out, fit"],
  ["Enter", "zoom to the node"],
  ["f", "projector"],
  ["m", "map or drawing"],
  ["space", "play or pause"],
  [". ,", "one step, one back; so do PageDown and PageUp of a clicker"],
  ["n  N", "next cut-off, the one before"],
  ["w", "why this step"],
  ["q", "predict each decision; 1 to 4 answers"],
  ["p", "principal line"],
  ["/", "find"],
  ["Esc", "leave the replay"],
];

/** The list of keys. */
export function shortcutList() {
  const list = SCOPE_KEYS.flatMap(([key, text]) => [h("dt", {}, key), h("dd", {}, text)]);
  return h("details", { class: "keys" }, h("summary", {}, "Keys"), h("dl", {}, list));
}

/**
 * After a click on a button or a switch the keys are the picture's again: else the space bar would press it once more.
 * Where it was pressed by a key it keeps the focus, which is visible then.
 *
 * @param {HTMLElement} picture
 */
export function giveKeysBack(picture) {
  const pressed = document.activeElement;
  const isPressed = pressed?.matches("button, input[type=checkbox]") && !pressed.matches(":focus-visible");
  if (isPressed) picture.focus({ preventScroll: true });
}

/** @param {Microscope} scope @returns {() => void} stops listening */
export function listenToShortcuts(scope) {
  /** @type {Record<string, () => unknown>} */
  const actions = {
    ArrowUp: () => scope.walk("up"),
    ArrowDown: () => scope.walk("down"),
    ArrowLeft: () => scope.walk("left"),
    ArrowRight: () => scope.walk("right"),
    "+": () => scope.view.zoomBy(1.5),
    "=": () => scope.view.zoomBy(1.5),
    "-": () => scope.view.zoomBy(1 / 1.5),
    0: () => scope.fit(),
    Enter: () => scope.detail && scope.view.show(scope.detail.card, { closely: true }),
    m: () => scope.setMode(scope.view.mode === "map" ? "drawing" : "map"),
    " ": () => scope.replay.toggle(),
    f: () => scope.setProjector(!isProjector()),
    ".": () => scope.replay.move(1),
    ",": () => scope.replay.move(-1),
    PageDown: () => scope.replay.move(1),
    PageUp: () => scope.replay.move(-1),
    n: () => scope.replay.seek("cutoff", "", 1),
    N: () => scope.replay.seek("cutoff", "", -1),
    w: () => scope.askWhy(),
    q: () => scope.replay.predictor.toggle(),
    ...Object.fromEntries([0, 1, 2, 3].map((choice) => [choice + 1, () => scope.replay.predictor.answer(choice)])),
    p: () => scope.showLine(),
    "/": () => scope.tools.find(),
    Escape: () => scope.replay.leave(),
  };

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest?.(FIELDS) || (target.matches?.(SLIDERS) && event.key.startsWith("Arrow"))) return;
    if (target.closest?.("input[type=checkbox]") && event.key === " ") return;
    if (event.key.startsWith("Page") && !isProjector() && scope.replay.step === null) return; // they scroll
    if (target.closest?.("button, a, summary") && (event.key === " " || event.key === "Enter")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
