/** Tabs: one panel at a time, arrow keys go from tab to tab. */

import { h } from "../../shared/dom.js";

let tabCount = 0;

/** @param {[string, HTMLElement][]} entries */
export function tabs(entries) {
  const id = `tabs-${++tabCount}`;
  /** @type {Map<string, () => void>} */
  const openers = new Map();
  let current = entries[0][0];
  const buttons = entries.map(([name], i) =>
    h(
      "button",
      { type: "button", role: "tab", id: `${id}-${i}`, "aria-controls": `${id}-${i}-panel`, onclick: () => open(name) },
      name,
    )
  );
  entries.forEach(([, panel], i) => {
    panel.id = `${id}-${i}-panel`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `${id}-${i}`);
  });
  const list = h("div", { role: "tablist", class: "tabs" }, buttons);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const next = (entries.findIndex(([name]) => name === current) + step + entries.length) % entries.length;
    open(entries[next][0]);
    buttons[next].focus();
  });

  /** @param {string} name */
  function open(name) {
    const isNew = name !== current;
    current = name;
    draw();
    if (isNew) openers.get(name)?.();
  }

  function draw() {
    entries.forEach(([name, panel], i) => {
      panel.hidden = name !== current;
      buttons[i].setAttribute("aria-selected", String(name === current));
      buttons[i].tabIndex = name === current ? 0 : -1;
    });
  }

  draw();
  return {
    element: h("div", { class: "tabbed" }, list, ...entries.map(([, panel]) => panel)),
    open,
    reopen: () => openers.get(current)?.(),
    get current() {
      return current;
    },
    /** @param {string} name @param {() => void} told */
    onOpen: (name, told) => void openers.set(name, told),
  };
}
