/** The frame: navigation, and the page the address asks for. A new page is one entry in PAGES. */

import { go, onAddress, readAddress, writeAddress } from "./address.js";
import { clearNotices, report } from "./announcer.js";
import { h, put } from "./dom.js";

/** @typedef {import("./address.js").Address} Address */

/**
 * What a page module exports: `open` fills the element and returns how to follow the address and how to leave.
 *
 * @typedef {{update: (address: Address) => void, close: () => void}} OpenPage
 * @typedef {{open: (root: HTMLElement, address: Address) => OpenPage}} PageModule
 */

/** Pages in the order of the navigation. Play and Analyse are one module: going between them keeps the game. */
const PAGES = [
  { path: "", title: "Games", load: () => import("./setup.js") },
  { path: "play", title: "Play", load: table },
  { path: "analyse", title: "Analyse", load: table },
  { path: "tree", title: "Microscope", load: () => import("./tree/page.js") },
  { path: "arena", title: "Arena", load: () => import("./arena/page.js") },
  { path: "lab", title: "Lab", load: () => import("./lab/page.js") },
];

function table() {
  return import("./play.js");
}

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
/** @type {{load: () => Promise<PageModule>, page: OpenPage} | null} */
let current = null;
let turn = 0;

/** @param {Address} address */
function drawNavigation(address) {
  const links = PAGES.filter((page) => page.load !== table || address.game).map((page) => {
    const target = { ...address, page: page.path };
    return h(
      "a",
      { href: writeAddress(target), "aria-current": page.path === address.page ? "page" : null },
      page.title,
    );
  });
  put(/** @type {Element} */ (document.getElementById("pages")), links);
}

/** @param {Address} address */
async function show(address) {
  drawNavigation(address);
  const entry = PAGES.find((page) => page.path === address.page) ?? PAGES[0];
  const { load } = entry;
  if (current?.load === load) return current.page.update(address);
  const mine = ++turn;
  const module = await load();
  if (mine !== turn) return undefined;
  current?.page.close();
  clearNotices();
  put(root);
  current = { load, page: module.open(root, address) };
  return undefined;
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = new URL(/** @type {HTMLAnchorElement} */ (link).href);
  if (!PAGES.some((page) => `/${page.path}` === target.pathname)) return;
  event.preventDefault();
  go(readAddress(target.href));
  scrollTo(0, 0);
});

onAddress((address) => void show(address).catch(report));
addEventListener("error", (event) => report(event.error ?? event.message));
addEventListener("unhandledrejection", (event) => report(event.reason));
show(readAddress()).catch(report);
