/** The table of an entry: what was published beside what was measured, with links to look at a row. */

import { h } from "../shared/dom.js";

/** @typedef {import("./lab_types.js").EntryTable} EntryTable */
/** @typedef {import("./lab_types.js").RunStatus} RunStatus */
/** @typedef {import("./lab_types.js").Row} Row */

const PLACES = { board: "On the board", microscope: "In the microscope" };

/** @param {EntryTable} sheet @param {RunStatus | null} run */
export function drawTable({ headings, kinds, rows }, run) {
  const hasLinks = rows.some(({ links }) => links.length);
  const text = kinds.map((_, column) => rows.some(({ cells }) => /[a-z]{2}|[/]/i.test(cells[column])));
  return h(
    "div",
    { class: "run-wide", tabindex: 0, role: "region", "aria-label": "Table, can be scrolled sideways" },
    h(
      "table",
      { class: "lab-table" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", { rowspan: 2 }),
          headings.map(({ text: heading, span }) => h("th", { colspan: span, scope: "colgroup" }, heading)),
          hasLinks && h("th", { rowspan: 2, scope: "col", class: "lab-links" }, "Links"),
        ),
        h(
          "tr",
          {},
          kinds.map((kind) => h("th", { class: kind, scope: "col" }, kind)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) => {
          const isNow = Boolean(run?.is_running) && run?.row === row.name;
          return h(
            "tr",
            { class: isNow ? "now" : null },
            h(
              "th",
              { scope: "row" },
              row.name,
              quick(row),
              note(row, isNow),
              h("span", { class: "lab-near" }, links(row)),
            ),
            row.cells.map((cell, column) =>
              h("td", { class: text[column] ? `${kinds[column]} words` : kinds[column] }, broken(cell))
            ),
            hasLinks && h("td", { class: "lab-links" }, links(row)),
          );
        }),
      ),
    ),
  );
}

/** What a quick row does less, so that nobody takes it for the full one. @param {Row} row */
const quick = (row) => row.quick && h("span", { class: "lab-quick" }, `${row.quick}, quick`);

/** @param {Row} row @param {boolean} isNow */
function note(row, isNow) {
  if (isNow) return h("span", { class: "lab-running" }, " being measured");
  return row.failed ? h("span", { class: "run-error" }, `could not be measured: ${row.failed}`) : null;
}

/** Allow a line break between the rows of a board written as text. @param {string} cell */
const broken = (cell) => cell.split("/").flatMap((part, index) => (index ? ["/", h("wbr", {}), part] : [part]));

/** On a phone they stand below the name of the row, elsewhere in the last column. @param {Row} row */
function links(row) {
  return row.links.map(({ kind, title, who, href }) =>
    h(
      "a",
      { href, title: `${PLACES[kind]}: ${who}`, "aria-label": `${row.name}: ${title}, ${PLACES[kind].toLowerCase()}` },
      h("span", { "aria-hidden": "true" }, kind === "board" ? "▦ " : "⌕ "),
      title,
    )
  );
}
