/** The moves of the game as a printed score: numbered, each a button that goes there, bad ones with their mark. */

import { button, h } from "../shared/dom.js";
import { whyLink } from "../shared/why_link.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game @param {Record<number, string>} marks  of the moves, by number */
export function moveList(game, marks) {
  const { history, sides } = game.whole;
  const last = history.length - 1;
  const firstSide = history[0].to_move;
  /** @type {HTMLElement[]} */
  const items = [];
  for (let ply = 1; ply <= last; ply++) {
    const column = (ply - 1 + firstSide) % 2;
    if (ply === 1 && column === 1) items.push(h("span"), h("span", { class: "skipped" }, "…"));
    items.push(h("span", { class: "number", "aria-hidden": "true" }, `${ply}.`));
    const mark = marks[ply] ?? "";
    items.push(
      h(
        "button",
        {
          type: "button",
          class: "move",
          "data-ply": ply,
          "aria-current": ply === game.ply ? "true" : null,
          "aria-label": `Move ${ply}, ${sides[history[ply - 1].to_move]}: ${history[ply].move}${mark}`,
          onclick: () => game.jump(ply),
        },
        history[ply].move ?? "",
        mark && h("span", { class: "mark" }, mark),
      ),
    );
  }
  const list = h(
    "div",
    { class: "moves", role: "group", "aria-label": "Moves" },
    items.length ? items : h("p", { class: "about" }, "No move yet."),
  );
  requestAnimationFrame(() => {
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  });
  return [
    h("h2", { class: "small-title" }, "Moves"),
    list,
    whyLink(game),
    h(
      "div",
      { class: "steps", role: "group", "aria-label": "Go through the moves" },
      button("Start", "first", () => game.jump(0), { class: "icon-only", disabled: game.ply === 0 }),
      button("Back", "back", () => game.jump(game.ply - 1), { class: "icon-only", disabled: game.ply === 0 }),
      button("Forward", "forward", () => game.jump(game.ply + 1), { class: "icon-only", disabled: game.ply === last }),
      button("End", "last", () => game.jump(last), { class: "icon-only", disabled: game.ply === last }),
    ),
  ];
}
