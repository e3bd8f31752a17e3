/**
 * The coach: after a bad move of a person one quiet sentence, with Why, Take back and Play on. Off by default; this
 * browser remembers the switch. Nothing is said about a good move, and nothing before a move is made.
 */

import { announce, report } from "../../shared/announcer.js";
import { ApiError, stream } from "../../shared/api.js";
import { button, h, put } from "../../shared/dom.js";
import { HUMAN } from "../../shared/forms/player_chooser.js";
import { readSwitch, store } from "../../shared/storage.js";
import { askWhy, showWhy } from "./why_panel.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {Partial<import("../../shared/board/board.js").Picture>} Overlay */
/** @typedef {{move: string, mark: string, sentence: string, proven: boolean, provisional: boolean}} Advice */

const KEY = "kibitz-coach";
const PROVISIONAL = "From a quick search; a deeper one follows when its code is compiled.";

const isCoachOn = () => readSwitch(KEY);

/** @param {() => void} changed */
export function coachSwitch(changed) {
  const input = h("input", { type: "checkbox", role: "switch", checked: isCoachOn() });
  input.addEventListener("change", () => {
    store(KEY, input.checked);
    changed();
  });
  const title = "After a bad move of yours, one sentence about it; nothing before";
  return h("label", { class: "switch", title }, input, h("span", {}, "Coach"));
}

/**
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {(change: Overlay) => void} lay
 */
export function openCoach(root, game, lay) {
  let work = new AbortController();
  let asked = "";

  /** The last move that a person made, by its number; 0 if there is none to talk about. */
  function lastOwnMove() {
    const { history } = game.whole;
    for (let ply = game.ply; ply > Math.max(0, game.ply - 2); ply--) {
      if (game.player(history[ply - 1].to_move) === HUMAN && !history[ply].passed) return ply;
    }
    return 0;
  }

  async function update() {
    const isPlaying = game.address.page === "play" && (!game.isLookingBack || game.playsOn);
    const isOn = isCoachOn() && isPlaying;
    root.classList.toggle("on", isOn); // its room stays free while it is silent
    const ply = isOn ? lastOwnMove() : 0;
    const moves = game.whole.moves.slice(0, Math.max(0, ply - 1));
    const move = game.whole.moves[ply - 1];
    const key = ply ? JSON.stringify([game.query.game, game.query.position, moves, move]) : "";
    if (key === asked) return;
    asked = key;
    work.abort();
    work = new AbortController();
    put(root);
    if (!ply) return;
    const { signal } = work;
    const query = { game: game.query.game, position: game.query.position, moves: moves.join(" ") };
    let said = "";
    for await (const { event, data } of stream("coach", { ...query, move }, signal, { goesOn: true })) {
      if (event === "failed") throw new ApiError(data.error, 0);
      if (event !== "advice" || signal.aborted) continue;
      root.dataset.judged = move; // the move that was looked at last, good or bad
      if (data.sentence === said) root.querySelector(".provisional")?.remove(); // the full search says the same
      else if (data.sentence) say(ply, query, moves, data);
      else put(root);
      said = data.sentence;
    }
  }

  /** @param {number} ply @param {Record<string, string>} query @param {string[]} moves @param {Advice} advice */
  function say(ply, query, moves, advice) {
    const detail = h("div", { class: "why-place" });
    const { signal } = work;
    const why = button("Why", null, async () => {
      why.disabled = true;
      try {
        put(detail, h("p", { class: "about" }, "Analysing …"));
        await askWhy(
          query,
          advice.move,
          signal,
          (text) => detail.querySelector(".why") || put(detail, h("p", { class: "about" }, text)),
          (told) => showWhy(detail, game, { moves, why: told }, lay, signal, () => (why.disabled = false)),
        );
      } catch (error) {
        if (signal.aborted) return;
        why.disabled = false;
        put(detail);
        report(error);
      }
    });
    put(
      root,
      h(
        "section",
        { class: "coach", "aria-label": "Coach" },
        h("p", { class: advice.proven ? "exact" : "estimated" }, `${advice.sentence}.`),
        advice.provisional && h("p", { class: "about provisional" }, PROVISIONAL),
        h(
          "div",
          { class: "row" },
          why,
          button("Take back", "undo", () => game.jump(ply - 1, {})),
          button("Play on", null, () => (put(root), lay({ board: undefined, threats: undefined }))),
        ),
        detail,
      ),
    );
    announce(`${advice.sentence}.`);
  }

  return {
    update: () => void update().catch((error) => work.signal.aborted || report(error)),
    close: () => work.abort(),
  };
}
