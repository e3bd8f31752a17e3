/** The numbers of a node, by name, as they stood at the step of the replay; all for one side, which is named. */

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/words.js";

/** @typedef {import("../tree_types.js").Detail} Detail */
/** @typedef {import("../tree_types.js").Card} Card */

const KIND_WORDS = {
  inner: "inner node",
  terminal: "the game is over",
  horizon: "estimated at the horizon",
  table: "known from the table",
  stopped: "stopped by a limit",
};
const BOUND_WORDS = /** @type {Record<string, string>} */ ({
  exact: "exact",
  lower: "a lower bound: at least this",
  upper: "an upper bound: at most this",
});

/**
 * @param {Detail} detail
 * @param {import("../tree_types.js").Recording} recording
 * @param {import("../picture/knowledge.js").Knowledge} known
 * @returns {[string, string | Node][]}
 */
export function nodeFacts(detail, recording, known) {
  const { card, counts } = detail;
  const isDone = known.isDone(card);
  const isOver = known.step === null;
  const viewer = recording.players[card.viewer];
  const forMax = card.viewer === recording.to_move;
  const value = known.valueFor(card);
  const note = known.noteAtStep(card, forMax);
  /** @type {[string, string | Node][]} */
  const found = [
    ["value", h("strong", { class: "shown-value" }, value)],
    ["for", viewer],
    ["window", h("span", { class: "shown-window" }, card.window)],
    ["bound", isDone ? BOUND_WORDS[boundFor(card)] : ""],
    ["kind", !isDone ? "being searched" : card.cut ? "cut-off: a move met the bound" : KIND_WORDS[card.kind]],
    ["to move", recording.players[card.to_move] ?? ""],
    ["visits", card.visits === null ? "" : (note ?? plural(card.visits, "visit"))],
    ["mean", card.mean === null || !isOver ? "" : `${card.mean_text}, from −1 for all lost to +1 for all won`],
    ["proof / disproof", card.proof === null ? "" : (note ?? `${card.proof} / ${card.disproof}`)],
    ["depth", card.depth === null ? "to the end" : `${plural(card.depth, "ply", "plies")} left, ply ${card.ply}`],
    [
      "below",
      !isDone
        ? ""
        : counts.nodes > 1
        ? `${plural(counts.nodes, "node")}, ${plural(counts.leaves, "leaf", "leaves")}`
        : "a leaf",
    ],
    ...(isDone && counts.nodes > 1 && recording.has_windows ? [cutoffs(detail)] : []),
    ["saved", isDone ? savedText(detail) : ""],
    ["number", `#${card.node}`],
  ];
  const hasNoBound = recording.columns.length > 0 || card.kind === "terminal" || card.kind === "horizon" ||
    card.kind === "stopped";
  return found.filter(
    ([name, text]) => (text instanceof Node ? text.textContent : text) && !(name === "bound" && hasNoBound),
  );
}

/**
 * At how many nodes moves were left out; in a large tree, how often a move met beta, which the last one may have done.
 *
 * @param {Detail} detail
 * @returns {[string, string]}
 */
function cutoffs({ cut_nodes, counts }) {
  return cut_nodes === null
    ? ["beta cut-offs", counts.cutoffs.toLocaleString("en")]
    : ["cut-offs", cut_nodes.toLocaleString("en")];
}

/** @param {Detail} detail */
function savedText({ card, saved, saved_exactly }) {
  if (!saved) return "";
  const moves = plural(card.ghosts.length, "move");
  return saved_exactly
    ? `${plural(saved, "node")}: what minimax visits below the ${moves} never searched`
    : `about ${plural(saved, "node")}: as much for each of the ${moves} never searched as for those that were`;
}

/** A bound from the view of the panel. @param {Card} card */
function boundFor({ bound, viewer, to_move }) {
  if (bound === "exact" || viewer === to_move) return bound;
  return bound === "lower" ? "upper" : "lower";
}
