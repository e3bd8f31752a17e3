/** Create elements: `h("button", {class: "quiet", onclick: go}, "Go")`, and the same for SVG. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An HTML element. Functions become listeners (`onclick`), booleans set or drop an attribute, the rest are attributes.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 *
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(/** @type {any} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Record<string, any>} attributes
 * @param {(Child | Child[])[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") element.toggleAttribute(name, value);
    else if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Replace the children of an element.
 *
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  element.replaceChildren(...present(children));
}

/**
 * Redraw something without losing the keyboard focus inside it: the element that has the focus is found again
 * by its name.
 *
 * @param {Element} root
 * @param {() => void} draw
 */
export function keepingFocus(root, draw) {
  const before = document.activeElement;
  const name = before && before !== root && root.contains(before) ? calling(before) : null;
  draw();
  if (name === null || before?.isConnected) return;
  const again = [...root.querySelectorAll(before?.tagName ?? "*")].find((element) => calling(element) === name);
  if (!(again instanceof HTMLElement)) return;
  again.focus({ preventScroll: true });
  if (!(again instanceof HTMLInputElement && before instanceof HTMLInputElement)) return;
  if (before.value !== before.defaultValue) again.value = before.value; // somebody is typing
  else if (again.type === "number") again.select(); // as the Tab key does: what is typed replaces it
}

/** @param {Element} element */
const calling = (element) =>
  [
    element.getAttribute("name"),
    element.getAttribute("aria-label") ?? (element instanceof HTMLSelectElement ? "" : element.textContent),
  ].join();

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function present(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

const ICONS = {
  undo: "M9 7 4 12l5 5M4.5 12H14a6 6 0 0 1 6 6",
  redo: "m15 7 5 5-5 5M19.5 12H10a6 6 0 0 0-6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2V16h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3Z",
  swap: "M7 20V5M7 5 3.5 8.5M7 5l3.5 3.5M17 4v15M17 19l3.5-3.5M17 19l-3.5-3.5",
  flip: "M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5",
  flag: "M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  fresh: "M12 5v14M5 12h14",
  share: "M10 14a4 4 0 0 0 5.7.4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-5.7-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  save: "M12 4v11M7.5 10.5 12 15l4.5-4.5M5 19.5h14",
  edit: "m4 20 1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3",
  minus: "M5 12h14",
  play: "M8 5.5v13l10.5-6.5L8 5.5Z",
  pause: "M8.5 5v14M15.5 5v14",
  step: "M6 5.5v13l9-6.5-9-6.5ZM18.5 5.5v13",
  first: "M18 5.5 9 12l9 6.5v-13ZM5.5 5.5v13",
  back: "m15 5-7 7 7 7",
  forward: "m9 5 7 7-7 7",
  last: "m6 5.5 9 6.5-9 6.5v-13ZM18.5 5.5v13",
  close: "m6 6 12 12M18 6 6 18",
  theme: "M12 4v16M12 4a8 8 0 0 1 0 16ZM12 4a8 8 0 0 0 0 16",
  menu: "M4 12 12 4.5 20 12M6.5 10v9.5h11V10",
  keys: "M3.5 7h17v10h-17ZM7 10.5h.01M10.5 10.5h.01M14 10.5h.01M17 10.5h.01M8 14h8",
};

/** A small drawing for a button; decoration only. @param {keyof typeof ICONS} name */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
}

/**
 * A button with an icon and a word.
 *
 * @param {string} text
 * @param {keyof typeof ICONS | null} drawing
 * @param {() => void} onclick
 * @param {Record<string, any>} [attributes]
 */
export function button(text, drawing, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, drawing && icon(drawing), h("span", {}, text));
}
