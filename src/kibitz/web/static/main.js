/**
 * What surrounds every page: the navigation, and opening the page that the address asks for.
 *
 * The server writes the links of the navigation from its list of pages (web/pages.py), so a new page needs no change
 * here. A page's module is `page.js` in the folder that its link names.
 */

import { go, onAddress, readAddress, withoutMoves, writeAddress } from "./shared/address.js";
import { clearNotices, report } from "./shared/announcer.js";
import { h, put } from "./shared/dom.js";
import { track } from "./shared/settled.js";

/** @typedef {import("./shared/address.js").Address} Address */
/** @typedef {import("./shared/page_types.js").OpenPage} OpenPage */
/** @typedef {import("./shared/page_types.js").PageModule} PageModule */

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll("#pages a");
const PAGES = Array.from(links, (link) => ({
  link,
  path: link.pathname.slice(1),
  module: `./${link.dataset.folder}/page.js`,
  needsGame: "needsGame" in link.dataset,
}));

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{module: string, page: OpenPage} | null} */
let current = null;
let turn = 0;

/** @param {Address} address */
function drawNavigation(address) {
  for (const { link, path, needsGame } of PAGES) {
    const leads = needsGame && !address.game ? "" : path; // to where a game is chosen, if there is none
    link.href = writeAddress({ ...(leads ? address : withoutMoves(address)), page: leads }); // the start page starts afresh
    if (path !== address.page) link.removeAttribute("aria-current");
    else {
      link.setAttribute("aria-current", "page");
      link.parentElement?.scrollTo({ left: link.offsetLeft - link.parentElement.offsetLeft - link.offsetWidth });
    }
  }
}

/** @param {Address} address */
async function show(address) {
  drawNavigation(address);
  const known = PAGES.find(({ path }) => path === address.page);
  if (!known) return showNothing(address);
  const { module } = known;
  if (current?.module === module) return current.page.update(address);
  const mine = ++turn;
  const { open } = /** @type {PageModule} */ (await import(module));
  if (mine !== turn) return undefined;
  current?.page.close();
  clearNotices();
  put(root);
  current = { module, page: open(root, address) };
  return undefined;
}

/** @param {Address} address */
function showNothing({ page }) {
  current?.page.close();
  current = null;
  document.title = "Page not found · Kibitz";
  put(
    root,
    h("h1", {}, "Page not found"),
    h("p", {}, `There is no page at /${page}. `, h("a", { href: "/" }, "To the games")),
  );
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  if (!PAGES.some(({ path }) => `/${path}` === target.pathname)) return;
  event.preventDefault();
  scrollTo(0, 0); // first, since a page may have something further down to show
  go(readAddress(target.href));
});

onAddress((address) => void track(show(address)).catch(report));
addEventListener("error", (event) => report(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => report(event.reason));
track(show(readAddress())).catch(report);
