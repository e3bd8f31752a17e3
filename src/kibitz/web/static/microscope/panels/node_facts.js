/** The numbers of a node, by name, as they stood at the step of the replay; all for one side, which is named. */

import { h } from "../../shared/dom.js";
import { plural } from "../../shared/words.js";
import { NOT_KNOWN } from "../picture/knowledge.js";
import { negated } from "../replay/step_panel.js";

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
  const ofRoot = known.isDepthFirst || isOver ? (isDone ? card.value : NOT_KNOWN) : known.value(card);
  const isTurned = !known.isDepthFirst && !isOver && card.viewer !== recording.to_move;
  const value = isTurned ? negated(ofRoot) : ofRoot;
  const note = known.note(card);
  /** @type {[string, string | Node][]} */
  const found = [
    ["value", h("strong", { class: "shown-value" }, value)],
    ["for", viewer],
    ["window", h("span", { class: "shown-window" }, card.window)],
    ["bound", isDone ? BOUND_WORDS[boundFor(card)] : ""],
    ["kind", !isDone ? "being searched" : card.cut ? "cut-off: a move met the bound" : KIND_WORDS[card.kind]],
    ["to move", recording.players[card.to_move] ?? ""],
    ["visits", card.visits === null ? "" : (note ?? plural(card.visits, "visit"))],
    ["mean", card.mean === null || !isOver ? "" : `${meanText(card)}, from −1 for all lost to +1 for all won`],
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
    ["cut-offs", isDone && counts.nodes > 1 && recording.has_windows ? counts.cutoffs.toLocaleString("en") : ""],
    ["saved", isDone ? savedText(detail) : ""],
    ["number", `#${card.node}`],
  ];
  const hasNoBound = recording.columns.length > 0 || card.kind === "terminal" || card.kind === "horizon" ||
    card.kind === "stopped";
  return found.filter(
    ([name, text]) => (text instanceof Node ? text.textContent : text) && !(name === "bound" && hasNoBound),
  );
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

/** The recording has the mean for the side that moved there. @param {Card} card */
function meanText({ mean, viewer, to_move }) {
  const number = (viewer === to_move ? -1 : 1) * (mean ?? 0);
  const text = Math.abs(number).toFixed(2);
  return text === "0.00" ? text : `${number > 0 ? "+" : "−"}${text}`;
}
