/** The moves of the game as a printed score: numbered pairs, each a button that goes there. */

import { button, h } from "../shared/dom.js";

/** @typedef {import("./game.js").Game} Game */

/** @param {Game} game */
export function moveList(game) {
  const { history, sides } = game.whole;
  const last = history.length - 1;
  const firstSide = history[0].to_move;
  /** @type {HTMLElement[]} */
  const items = [];
  for (let ply = 1; ply <= last; ply++) {
    const column = (ply - 1 + firstSide) % 2;
    if (column === 0 || ply === 1) {
      items.push(
        h("span", { class: "number", "aria-hidden": "true" }, `${Math.floor((ply - 1 + firstSide) / 2) + 1}.`),
      );
    }
    if (ply === 1 && column === 1) items.push(h("span", { class: "skipped" }, "…"));
    items.push(
      h(
        "button",
        {
          type: "button",
          class: "move",
          "data-ply": ply,
          "aria-current": ply === game.ply ? "true" : null,
          "aria-label": `Move ${ply}, ${sides[history[ply - 1].to_move]}: ${history[ply].move}`,
          onclick: () => game.jump(ply),
        },
        history[ply].move ?? "",
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
