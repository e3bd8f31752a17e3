/** The buttons above the picture: map or drawing, zoom, which pass, find, principal line, saving what is shown. */

import { notice, report } from "../shared/announcer.js";
import { button, h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import { isProjector, projectorButton } from "./presenting.js";
import { saveMenu } from "./saving.js";

/** @param {import("./microscope.js").Microscope} scope */
export function toolbarGroups(scope) {
  const { recording } = scope.source;
  const modes = /** @type {const} */ (["map", "drawing"]);
  const choices = modes.map((mode) =>
    button(mode === "map" ? "Map" : "Drawing", null, () => scope.setMode(mode), {
      title: mode === "map"
        ? "The whole tree; a bar is as wide as its subtree has nodes (m)"
        : "The nodes with their boards (m)",
    })
  );
  const levels = h(
    "select",
    { "aria-label": "Levels of the drawing" },
    [0, 1, 2, 3, 4, 5, 6].map((count) => h("option", { value: count }, count ? plural(count, "level") : "automatic")),
  );
  levels.value = String(scope.view.drawing.levels);
  levels.addEventListener("change", () => {
    const { drawing } = scope.view;
    void drawing.open(drawing.root, Number(levels.value));
  });
  const passes = h(
    "select",
    { "aria-label": "Pass of the search", hidden: recording.passes.length < 2 },
    recording.passes.map(({ label, nodes }, i) =>
      h("option", { value: i }, `${label || `pass ${i + 1}`} · ${plural(nodes, "node")}`)
    ),
  );
  passes.addEventListener("change", () => void scope.select(recording.passes[Number(passes.value)].root));
  const input = h("input", {
    type: "text",
    "aria-label": "Find a node",
    placeholder: "Find …",
    title: "Moves, =value, >=value or #number (/)",
    autocomplete: "off",
    spellcheck: "false",
  });
  const found = h("div", { class: "found", role: "listbox", "aria-label": "Found nodes", hidden: true });
  const form = h("form", { class: "find" }, input, found);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void find(input.value.trim()).catch(report);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    found.hidden = true;
    scope.view.canvas.focus();
  });

  /** @param {string} text */
  async function find(text) {
    found.hidden = true;
    if (!text) return;
    const answer = await scope.source.find(text);
    if (!answer.found.length) return notice(`Nothing in this tree matches ${text}.`);
    const go = (/** @type {number} */ node) => ((found.hidden = true), void scope.select(node, { closely: true }));
    if (answer.found.length === 1) return go(answer.found[0].node);
    put(
      found,
      answer.found.map(({ node, moves, value }) =>
        h(
          "button",
          { type: "button", role: "option", onclick: () => go(node) },
          h("span", {}, moves.join(" ") || "root"),
          h("span", { class: "about" }, `${value} · #${node}`),
        )
      ),
      answer.more && h("p", { class: "about" }, "and more"),
    );
    found.hidden = false;
    /** @type {HTMLElement | null} */ (found.firstElementChild)?.focus();
    return undefined;
  }

  const projector = projectorButton(scope);
  const element = h(
    "div",
    { class: "scope-tools", role: "toolbar", "aria-label": "Picture" },
    h("div", { class: "segments" }, choices),
    levels,
    passes,
    h(
      "div",
      { class: "row" },
      button("Zoom in", "fresh", () => scope.view.zoomBy(1.6), { class: "icon-only", title: "Zoom in (+)" }),
      button("Zoom out", "minus", () => scope.view.zoomBy(1 / 1.6), { class: "icon-only", title: "Zoom out (−)" }),
      button("Fit", null, () => scope.fit(), { title: "Show everything (0)" }),
      button("Principal line", null, () => void scope.showLine(), { title: "To the end of the principal line (p)" }),
    ),
    form,
    saveMenu(scope),
    projector,
  );

  return {
    element,
    find: () => input.focus(),
    update() {
      const { mode, pass } = scope.view;
      choices.forEach((choice, i) => choice.setAttribute("aria-pressed", String(modes[i] === mode)));
      levels.hidden = mode !== "drawing";
      passes.value = String(pass);
      projector.setAttribute("aria-pressed", String(isProjector()));
    },
  };
}
