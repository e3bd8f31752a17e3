/** Messages: moves and results for screen readers, errors and news in a notice that everybody sees. */

import { button, h } from "./dom.js";

/** Have a screen reader say something. @param {string} text */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (!region) return;
  region.append(h("p", {}, text));
  while (region.childElementCount > 3) region.firstElementChild?.remove();
}

/**
 * Show a notice with a sentence. News disappears by itself, an error when it is closed or something else is done.
 *
 * @param {string} text
 * @param {{error?: boolean, action?: {text: string, run: () => void}}} [how]
 */
export function notice(text, { error = false, action } = {}) {
  const place = document.getElementById("notices");
  if (!place) return;
  for (const old of [...place.children]) if (old.querySelector("p")?.textContent === text) old.remove();
  const element = h(
    "div",
    { class: error ? "notice error" : "notice", role: error ? "alert" : "status" },
    h("p", {}, text),
    action && button(action.text, null, () => (element.remove(), action.run())),
    button("Close", "close", () => element.remove(), { class: "quiet icon-only" }),
  );
  place.append(element);
  while (place.childElementCount > 3) place.firstElementChild?.remove();
  if (!error) setTimeout(() => element.remove(), 6000);
}

/** Show what went wrong, unless it was only a request that is no longer wanted. @param {unknown} error */
export function report(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  notice(error instanceof Error ? error.message : String(error), { error: true });
}

/** What begins something, or corrects a field. */
const STARTS = "button, a[href], select, summary, input, textarea, kibitz-board, [role='tab']";

/** Remove the errors of what was done before, since something else is done now. @param {Event} event */
function dropErrors({ target }) {
  if (!(target instanceof Element) || target.closest("#notices") || !target.closest(STARTS)) return;
  for (const old of document.querySelectorAll("#notices .error")) old.remove();
}

for (const kind of ["click", "input"]) document.addEventListener(kind, dropErrors, { capture: true });

/** Remove all notices, because the page has changed. */
export function clearNotices() {
  document.getElementById("notices")?.replaceChildren();
}
