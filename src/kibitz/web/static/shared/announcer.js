/** Saying things: moves and results to the live region, errors and news on a slip that everybody sees. */

import { button, h } from "./dom.js";

/** Say something to those who listen to the page. @param {string} text */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (!region) return;
  region.append(h("p", {}, text));
  while (region.childElementCount > 3) region.firstElementChild?.remove();
}

/**
 * Show a slip with a sentence; errors stay until they are put away, news goes by itself.
 *
 * @param {string} text
 * @param {{error?: boolean, action?: {text: string, run: () => void}}} [how]
 */
export function notice(text, { error = false, action } = {}) {
  const place = document.getElementById("notices");
  if (!place) return;
  for (const old of [...place.children]) if (old.querySelector("p")?.textContent === text) old.remove();
  const slip = h(
    "div",
    { class: error ? "slip error" : "slip", role: error ? "alert" : "status" },
    h("p", {}, text),
    action && button(action.text, null, () => (slip.remove(), action.run())),
    button("Close", "close", () => slip.remove(), { class: "quiet icon-only" }),
  );
  place.append(slip);
  while (place.childElementCount > 3) place.firstElementChild?.remove();
  if (!error) setTimeout(() => slip.remove(), 6000);
}

/** Show what went wrong, unless it was only a request that is no longer wanted. @param {unknown} error */
export function report(error) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  notice(error instanceof Error ? error.message : String(error), { error: true });
}

/** Put all slips away; the page has changed. */
export function clearNotices() {
  document.getElementById("notices")?.replaceChildren();
}
