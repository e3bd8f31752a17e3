/** The subtree in numbers: which move made the cut-offs, and ply by ply the distance from the minimal tree. */

import { report } from "../../shared/announcer.js";
import { h, put } from "../../shared/dom.js";
import { brief, plural } from "../../shared/words.js";

/** @typedef {import("../tree_types.js").Statistics} Statistics */

/**
 * @param {HTMLElement} root
 * @param {import("../tree_types.js").Source} source
 * @param {number} node
 */
export async function openStatistics(root, source, node) {
  try {
    const found = await source.statistics(node);
    draw(root, found, found.node ?? node, source.recording);
  } catch (error) {
    report(error);
  }
}

/**
 * @param {HTMLElement} root
 * @param {Statistics} found
 * @param {number} node
 * @param {import("../tree_types.js").Recording} recording
 */
function draw(root, found, node, recording) {
  const cuts = found.cutoffs_by_index;
  const most = Math.max(1, ...cuts);
  const figures = /** @type {[string, string][]} */ ([
    ["nodes", found.nodes.toLocaleString("en")],
    ["leaves", found.leaves.toLocaleString("en")],
    ["beta cut-offs", found.cutoffs ? found.cutoffs.toLocaleString("en") : ""],
    ["searched again", found.research ? found.research.toLocaleString("en") : ""],
    ["table hits", found.table_hits ? found.table_hits.toLocaleString("en") : ""],
    ["minimax to this depth", found.minimax ? found.minimax.toLocaleString("en") : ""],
    [
      found.minimax ? "saved" : "saved, about",
      found.saved ? (found.minimax ? found.saved.toLocaleString("en") : `${brief(found.saved)} nodes`) : "",
    ],
  ]);
  put(
    root,
    h("p", { class: "about" }, node === recording.root ? "The whole tree" : `The subtree of node #${node}`),
    h(
      "dl",
      { class: "figures" },
      figures.filter(([, text]) => text).map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))),
    ),
    found.saved > 0 && h("p", { class: "about" }, `Saved means: ${found.saved_means}.`),
    cuts.length > 0 &&
      found.cutoffs > 0 &&
      h(
        "section",
        {},
        h("h3", {}, "Which move made the cut-off"),
        h(
          "p",
          {},
          h("strong", {}, `${Math.round(100 * (found.first_move_cuts ?? 0))} %`),
          " of the beta cut-offs by the first move; perfect ordering would make it 100 %. The count includes every node whose " +
            "value reached beta, even if the last move reached it and nothing was left to cut.",
        ),
        h(
          "table",
          { class: "bars" },
          h(
            "tbody",
            {},
            cuts.map((count, i) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, `move ${i + 1}`),
                bar(count / most),
                h("td", { class: "number" }, count.toLocaleString("en")),
              )
            ),
          ),
        ),
      ),
    h("section", {}, h("h3", {}, "Ply by ply"), plies(found)),
  );
}

/** @param {number} share */
function bar(share) {
  const inner = h("span", {});
  inner.style.width = `${100 * share}%`;
  return h("td", { class: "bar-cell" }, inner);
}

/** @param {Statistics} found */
function plies({ plies: rows, minimal }) {
  const hasMinimal = minimal !== null && minimal !== undefined;
  const top = Math.log(Math.max(2, ...rows.map(({ nodes }) => nodes)));
  return [
    hasMinimal &&
    h(
      "p",
      { class: "about" },
      `With perfect ordering a search of this tree, in the same window, needs ${plural(Math.round(minimal), "node")}. `,
      "The bars are on a logarithmic scale; the red part is that minimal tree.",
    ),
    h(
      "table",
      { class: "bars" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Ply", "", "Nodes", ...(hasMinimal ? ["× minimal"] : []), "Beta cut-offs"].map((name) =>
            h("th", { scope: "col" }, name)
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) => {
          const cell = bar(Math.log(Math.max(1.05, row.nodes)) / top);
          if (hasMinimal && row.minimal) {
            const inner = h("span", { class: "minimal" });
            inner.style.width = `${(100 * Math.log(Math.max(1.05, row.minimal))) / top}%`;
            cell.append(inner);
          }
          return h(
            "tr",
            {},
            h("th", { scope: "row" }, row.ply),
            cell,
            h("td", { class: "number" }, row.nodes.toLocaleString("en")),
            hasMinimal && h("td", { class: "number" }, row.ratio ? row.ratio.toFixed(row.ratio < 10 ? 1 : 0) : ""),
            h("td", { class: "number" }, row.cutoffs ? row.cutoffs.toLocaleString("en") : ""),
          );
        }),
      ),
    ),
  ];
}
