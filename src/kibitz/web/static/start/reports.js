/**
 * The published reports that Kibitz has programs and tables of: what each was, its programs to play, its tables measured
 * again. The server knows which there are; without any, the section and its door are left out.
 */

import { askOnce } from "../shared/api.js";
import { h } from "../shared/dom.js";

/**
 * @typedef {object} ReportCard
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {{title: string, page: string}[]} programs
 * @property {string} command  plays its program in the terminal
 * @property {string} entry  of the lab, with its main table
 *
 * @typedef {{title: string, about: string, cards: ReportCard[]}} ReportShelf
 */

/** @param {HTMLElement} root @param {ReturnType<typeof import("./doors.js").openDoors>} doors */
export async function openReports(root, doors) {
  const { title, about, cards } = /** @type {ReportShelf} */ (await askOnce("reports"));
  if (!cards.length) return;
  const section = h(
    "section",
    { class: "reports", id: "reports", tabindex: -1, "aria-label": title },
    h("h2", {}, title),
    h(
      "p",
      { class: "lead" },
      `${about} `,
      h("a", { href: "/lab" }, "All tables and claims"),
      " · ",
      h("a", { href: "/manual?document=slips" }, "Slips in print"),
    ),
    h("ul", { class: "report-cards" }, cards.map(card)),
  );
  root.append(section);
  doors.add(title, "their programs and tables", section);
}

/** @param {ReportCard} report */
function card({ id, title, about, programs, command, entry }) {
  return h(
    "li",
    { class: "card report-card" },
    h("h3", { class: "report-title" }, `${id}, ${title}`),
    h("p", {}, about),
    h("ul", { class: "report-links" }, programs.map(({ title, page }) => h("li", {}, h("a", { href: page }, title)))),
    h(
      "p",
      {},
      h("a", { href: `/lab?entry=${encodeURIComponent(entry)}` }, `Its main table, measured again (${entry})`),
    ),
    h("p", { class: "about" }, "In the terminal: ", h("code", {}, command)),
  );
}
