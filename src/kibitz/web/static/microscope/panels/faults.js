/** The faults of a published program: where they act in its tree, and what they do at a node. */

import { report } from "../../shared/announcer.js";
import { h } from "../../shared/dom.js";
import { plural } from "../../shared/words.js";

/** @typedef {import("../tree_types.js").Card} Card */

/**
 * The faults of the search that is shown, each with a button that goes from one of its nodes to the next; null if the
 * search has none.
 *
 * @param {import("../microscope.js").Microscope} scope
 */
export function faultBar(scope) {
  const { faults, algorithm } = scope.source.recording;
  if (!faults.length) return null;
  /** @param {string} id */
  const goToNext = async (id) => {
    const { found } = await scope.source.find(id);
    const here = scope.view.marks.selected?.node ?? -1;
    const next = found.find(({ node }) => node > here) ?? found[0];
    if (next) await scope.select(next.node, { closely: true });
  };
  return h(
    "details",
    { class: "faults", open: matchMedia("(min-width: 60rem)").matches },
    h("summary", {}, `Faults of ${algorithm}${faults[0].report && ` (${faults[0].report})`}`),
    h(
      "ul",
      {},
      faults.map(({ id, title, nodes }) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "quiet fault-id",
              disabled: !nodes,
              title: nodes ? "Go to the next node where it acts" : "It has no effect in this tree",
              onclick: () => void goToNext(id).catch(report),
            },
            id,
          ),
          h(
            "span",
            {},
            `${title} `,
            h("span", { class: "about" }, nodes ? `at ${plural(nodes, "node")}` : "nowhere in this tree"),
          ),
        )
      ),
    ),
  );
}

/** What the faults do at a node. @param {Card} card */
export function faultNotes({ faults }) {
  return faults.map(({ id, title, here }) =>
    h("p", { class: "fault-note" }, h("strong", { class: "fault-id" }, id), ` ${title}. `, h("span", {}, here))
  );
}
