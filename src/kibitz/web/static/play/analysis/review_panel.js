/** How both sides played: accuracy, the moves that lost something, and the turning points as cards. */

import { go } from "../../shared/address.js";
import "../../shared/board/board.js";
import { button, h, put } from "../../shared/dom.js";
import { plural } from "../../shared/words.js";
import { showWhy } from "../coach/why_panel.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../../shared/api_types.js").ReviewPly} ReviewPly */
/** @typedef {import("../../shared/api_types.js").ReviewSummary} ReviewSummary */
/** @typedef {import("../../shared/api_types.js").TurningPoint} TurningPoint */
/** @typedef {Partial<import("../../shared/board/board.js").Picture>} Overlay */

/**
 * The moves that lost something, each a button that goes to the position before it.
 *
 * @param {Game} game
 * @param {ReviewPly[]} plies
 */
export function mistakeList(game, plies) {
  const bad = plies.filter((ply) => ply.mistake);
  return [
    bad.length ? h("h3", {}, "Every mistake") : null,
    h(
      "ul",
      {},
      bad.map((ply) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: `quiet ${ply.lost_exact ? "exact" : "estimated"}`,
              onclick: () => game.jump(ply.ply - 1),
            },
            h(
              "span",
              {},
              h("strong", {}, `Move ${ply.ply}, ${game.whole.sides[ply.side ?? 0]}: ${ply.move}${ply.mark}`),
              ` ${ply.sentence}. Better: ${ply.best}.`,
            ),
          ),
        )
      ),
    ),
  ];
}

/**
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {ReviewSummary} summary
 * @param {(change: Overlay) => void} lay
 * @param {AbortSignal} signal
 */
export function drawSummary(root, game, summary, lay, signal) {
  put(
    root,
    h("h3", {}, "Accuracy"),
    h(
      "div",
      { class: "accuracy" },
      summary.sides.flatMap((side) => [
        h("span", {}, game.whole.sides[side.side]),
        h("strong", {}, side.accuracy === null ? "–" : `${side.accuracy} %`),
        h("span", { class: "about" }, countText(side)),
      ]),
    ),
    h("p", { class: "about" }, summary.definition),
    summary.turning_points.length > 0 && h("h3", {}, "Turning points"),
    h("ol", { class: "turning-points" }, summary.turning_points.map((point) => card(game, point, lay, signal))),
  );
}

/** @param {import("../../shared/api_types.js").SideSummary} side */
function countText({ slips, mistakes, blunders, counted }) {
  const parts = [
    blunders && `${plural(blunders, "blunder")} ??`,
    mistakes && `${plural(mistakes, "mistake")} ?`,
    slips && `${plural(slips, "slip")} ?!`,
  ].filter(Boolean);
  if (!counted) return "no choice that mattered";
  return `${parts.length ? parts.join(", ") : "no mistake"} in ${plural(counted, "choice")} that mattered`;
}

/**
 * @param {Game} game
 * @param {TurningPoint} point
 * @param {(change: Overlay) => void} lay
 * @param {AbortSignal} signal
 */
function card(game, { ply, why }, lay, signal) {
  const { whole } = game;
  const moves = whole.moves.slice(0, ply - 1);
  const board = /** @type {import("../../shared/board/board.js").KibitzBoard} */ (
    document.createElement("kibitz-board")
  );
  board.show({
    board: { ...whole.board, rows: whole.history[ply].rows, texts: whole.history[ply].texts },
    look: whole.look,
    sides: whole.sides,
    label: `After move ${ply}`,
    bare: true,
  });
  const detail = h("div", { class: "why-place" });
  const plain = [...why.line].reverse().find(({ reason }) => reason);
  const show = button("Why", null, () => {
    show.disabled = true;
    showWhy(detail, game, { moves, why }, lay, signal, () => (show.disabled = false));
  });
  return h(
    "li",
    {},
    board,
    h(
      "div",
      { class: "told" },
      h("p", {}, h("strong", {}, `Move ${ply}, ${whole.sides[why.side]}: ${why.move}${why.mark}`)),
      h("p", { class: why.proven ? "exact" : "estimated" }, `${why.sentence}.`),
      h("p", {}, `Better: ${why.best}.`),
      plain && h("p", { class: "about" }, `${whole.sides[plain.side]} ${plain.move} ${plain.reason}.`),
      h(
        "div",
        { class: "row" },
        show,
        button("Try again from here", "play", () => {
          go({ ...game.address, page: "play", ply: ply - 1, played: null });
        }),
      ),
    ),
    detail,
  );
}
