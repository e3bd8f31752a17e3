/** An order of one's own: items that are dragged, or moved by their buttons and the arrow keys. */

import { announce } from "../shared/announcer.js";
import { h, put } from "../shared/dom.js";

/** @typedef {import("./exercise_types.js").AnswerField} AnswerField */

/**
 * @param {string} label
 * @param {string[]} choices
 * @param {Record<string, string>} labels  what choices are called, if not as they are written
 * @param {() => void} changed
 * @returns {AnswerField}
 */
export function orderField(label, choices, labels, changed) {
  /** @param {string} name */
  const called = (name) => labels[name] ?? name;
  let order = [...choices];
  const list = h("ol", { class: "order-list", "aria-label": label });

  /** @param {string} name @param {number} place @param {boolean} [isFocused] */
  function move(name, place, isFocused = false) {
    if (place < 0 || place >= order.length) return;
    if (order[place] !== name) {
      order = order.filter((one) => one !== name);
      order.splice(place, 0, name);
      draw();
      announce(`${called(name)} is now number ${place + 1} of ${order.length}.`);
    }
    if (isFocused) focusItem(name);
    changed();
  }

  /** @param {string} name */
  const focusItem = (name) => /** @type {HTMLElement | null} */ (list.querySelector(`[data-item="${name}"]`))?.focus();

  /** @param {KeyboardEvent} event @param {string} name */
  function key(event, name) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(name, order.indexOf(name) + step, true);
  }

  /** Follow the pointer until it lets go; the item takes the place of the one it is over. @param {PointerEvent} event @param {string} name */
  function drag(event, name) {
    if (event.button || /** @type {Element} */ (event.target).closest("button")) return;
    event.preventDefault();
    focusItem(name);
    list.classList.add("dragging");
    const stop = new AbortController();
    /** @param {PointerEvent} at */
    const follow = (at) => {
      const over = document.elementFromPoint(at.clientX, at.clientY)?.closest("[data-item]");
      const other = over && list.contains(over) ? over.getAttribute("data-item") : null;
      if (other && other !== name) move(name, order.indexOf(other), true);
    };
    const end = () => (list.classList.remove("dragging"), stop.abort());
    addEventListener("pointermove", follow, { signal: stop.signal });
    addEventListener("pointerup", end, { signal: stop.signal });
    addEventListener("pointercancel", end, { signal: stop.signal });
  }

  function draw() {
    put(
      list,
      order.map((name, place) =>
        h(
          "li",
          {
            "data-item": name,
            tabindex: "0",
            "aria-label": `${called(name)}, number ${place + 1} of ${order.length}; arrow keys move it`,
            onkeydown: (/** @type {KeyboardEvent} */ event) => key(event, name),
            onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, name),
          },
          h("button", {
            type: "button",
            class: "quiet",
            tabindex: "-1",
            disabled: place === 0,
            "aria-label": `Move ${called(name)} forward`,
            onclick: () => move(name, order.indexOf(name) - 1),
          }, "‹"),
          h("b", {}, called(name)),
          h("button", {
            type: "button",
            class: "quiet",
            tabindex: "-1",
            disabled: place === order.length - 1,
            "aria-label": `Move ${called(name)} back`,
            onclick: () => move(name, order.indexOf(name) + 1),
          }, "›"),
        )
      ),
    );
  }

  draw();
  return {
    element: list,
    read: () => order.join(" "),
    write: (text) => {
      order = text.split(" ");
      draw();
    },
    focus: () => focusItem(order[0]),
  };
}
