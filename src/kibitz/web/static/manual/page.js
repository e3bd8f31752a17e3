/** Manual: the documentation inside the app, with a list of contents and a link to the next page. */

import { go, readAddress } from "../shared/address.js";
import { announce, report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { h, put } from "../shared/dom.js";
import { track } from "../shared/settled.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {{page: string, title: string, pages: Contents[]}} Contents */
/** @typedef {{page: string, title: string, heading: string, anchor: string, excerpt: string}} Section */
/** @typedef {{shown: {page: string, title: string, html: string}, contents: Contents}} ManualPage */

/** @param {string} page */
const addressOf = (page) => `/manual?document=${page}`;

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  const contents = h("nav", { "aria-label": "Contents" });
  const article = h("article", { class: "document" }, h("p", { class: "about" }, "Loading …"));
  const search = openSearch();
  const side = h("div", { class: "contents" }, search, contents);
  put(root, h("div", { class: "manual" }, side, article));
  let work = new AbortController();

  /** @param {Address} next */
  async function show(next) {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    try {
      const found = /** @type {ManualPage} */ (await ask("manual", { page: next.document || "index" }, signal));
      if (signal.aborted) return;
      draw(found);
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      put(
        article,
        h("h1", {}, "This page is not here"),
        h("p", {}, h("a", { href: "/manual" }, "To the first page")),
      );
    }
  }

  /** @param {ManualPage} found */
  function draw({ shown, contents: all }) {
    document.title = `${shown.title} · Kibitz`;
    const order = inOrder(all);
    const next = order[order.findIndex(({ page }) => page === shown.page) + 1];
    put(contents, listOf(all.pages, shown.page));
    article.innerHTML = shown.html; // from the documentation that came with the server, never from anybody else
    if (next) article.append(h("p", { class: "next" }, "Next: ", h("a", { href: addressOf(next.page) }, next.title)));
    const anchor = location.hash && document.getElementById(location.hash.slice(1));
    if (anchor) anchor.scrollIntoView();
    announce(shown.title);
  }

  /** Links to places on the page that is shown. @param {MouseEvent} event */
  function follow(event) {
    const link = /** @type {Element} */ (event.target).closest("a");
    const target = link?.getAttribute("href") ?? "";
    if (!target.includes("#")) return;
    event.preventDefault();
    const url = new URL(target, location.href);
    const document_ = readAddress(url.href).document || readAddress().document;
    if (document_ !== readAddress().document) go({ ...readAddress(url.href), document: document_ });
    history.replaceState(null, "", `${location.pathname}${location.search}${url.hash}`);
    document.getElementById(url.hash.slice(1))?.scrollIntoView();
  }

  article.addEventListener("click", follow);
  search.addEventListener("click", follow);
  void show(address);
  return { update: (next) => void show(next), close: () => work.abort() };
}

/** A field that finds sections by their words, as one types. */
function openSearch() {
  const field = h("input", { type: "search", placeholder: "Search the manual", "aria-label": "Search the manual" });
  const found = h("ul", { class: "manual-found", "aria-label": "Found" });
  let work = new AbortController();
  field.addEventListener("input", () => void track(look()));

  async function look() {
    work.abort();
    work = new AbortController();
    const words = field.value.trim();
    if (words.length < 2) return put(found);
    try {
      const { sections } = /** @type {{sections: Section[]}} */ (await ask("manual/search", { words }, work.signal));
      put(found, sections.map(foundSection), !sections.length && h("li", {}, h("p", {}, `Nothing about “${words}”.`)));
      announce(sections.length ? plural(sections.length, "section") : "Nothing found");
    } catch (error) {
      report(error);
    }
    return undefined;
  }

  return h("div", { class: "manual-search", role: "search" }, field, found);
}

/** @param {Section} section */
function foundSection({ page, title, heading, anchor, excerpt }) {
  const name = heading === title ? title : `${title}: ${heading}`;
  return h("li", {}, h("a", { href: `${addressOf(page)}#${anchor}` }, name), h("p", {}, `… ${excerpt} …`));
}

/** @param {Contents[]} pages @param {string} current @returns {HTMLElement} */
function listOf(pages, current) {
  return h(
    "ul",
    {},
    pages.map(({ page, title, pages: below }) =>
      h(
        "li",
        {},
        h("a", { href: addressOf(page), "aria-current": page === current ? "page" : null }, title),
        below.length > 0 &&
          (page === current || inOrder({ page, title, pages: below }).some((one) => one.page === current)) &&
          listOf(below, current),
      )
    ),
  );
}

/** All pages, one after the other. @param {Contents} contents @returns {Contents[]} */
const inOrder = (contents) => [contents, ...contents.pages.flatMap(inOrder)];
