/**
 * The moves of the game as a printed score: numbered, each a button that goes there, bad ones with their mark.
 * Variations stand indented below the move that they replace, one inside another.
 */

import { button, h } from "../shared/dom.js";
import { nextFrame } from "../shared/settled.js";
import { plural } from "../shared/words.js";
import { whyLink } from "../shared/why_link.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../shared/move_tree.js").MoveNode} MoveNode */

/** @param {Game} game @param {Record<number, string>} marks  of the moves of the line that is shown, by number */
export function moveList(game, marks) {
  const { tree } = game;
  const shown = new Set(tree.line(game.variation));
  const last = shown.size;

  /** A move as a button, its number before it. @param {MoveNode} node */
  function moveButton(node) {
    const isShown = shown.has(node);
    const mark = (isShown && marks[node.ply]) || "";
    const side = game.whole.sides[node.side] ?? "";
    const where = node.variation ? `Variation ${node.variation}, move ${node.ply}` : `Move ${node.ply}`;
    return [
      h("span", { class: "number", "aria-hidden": "true" }, `${node.ply}.`),
      h(
        "button",
        {
          type: "button",
          class: `move${isShown && game.variation ? " on-line" : ""}`,
          "data-ply": isShown ? node.ply : null,
          "aria-current": node === game.node ? "true" : null,
          "aria-label": `${where}, ${side}: ${node.move}${mark}`,
          onclick: () => game.goTo(node),
        },
        node.move,
        mark && h("span", { class: "mark" }, mark),
      ),
    ];
  }

  /** @param {MoveNode} first */
  function variation(first) {
    /** @type {HTMLElement[]} */
    const items = [];
    /** @type {MoveNode | undefined} */
    let node = first;
    for (; node; node = node.children[0]) {
      items.push(h("span", { class: "numbered" }, moveButton(node)));
      if (node !== first) items.push(...otherMoves(node));
    }
    const name = `Variation ${first.variation}, instead of move ${first.ply}`;
    return h("div", { class: "variation", role: "group", "aria-label": name }, items);
  }

  /** The variations that replace a move. @param {MoveNode} node */
  const otherMoves = (node) => /** @type {MoveNode} */ (node.parent).children.slice(1).map(variation);

  const list = h("div", { class: "moves", role: "group", "aria-label": "Moves" }, mainLine());
  nextFrame(() => {
    const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  });

  /** In two columns, one for each side, with gaps where a side moves again; variations follow the row of their move. */
  function mainLine() {
    const moves = tree.line(0);
    if (!moves.length) return [h("p", { class: "about" }, "No move yet.")];
    const items = game.whole.sides.map((name) => h("span", { class: "side-name", "aria-hidden": "true" }, name));
    /** @type {HTMLElement[]} */
    const below = [];
    let column = 0;
    /** @param {...HTMLElement} cells */
    const fill = (...cells) => {
      items.push(...cells);
      column = 1 - column;
      if (column === 0) items.push(...below.splice(0));
    };
    for (const node of moves) {
      if (column !== node.side) fill(h("span"), h("span", { class: "skipped" }, "…"));
      below.push(...otherMoves(node));
      fill(...moveButton(node));
    }
    return [...items, ...below];
  }

  return [
    h(
      "h2",
      { class: "small-title" },
      "Moves",
      game.whole.opening && h("span", { class: "opening-name" }, game.whole.opening),
    ),
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
    tree.hasVariations && variationTools(game),
  ];
}

/** What can be done with the variation that is shown. @param {Game} game */
function variationTools(game) {
  const { variation, tree } = game;
  const count = tree.starts.length - 1;
  if (!variation) return h("p", { class: "about" }, `${plural(count, "variation")}; click any move to go there.`);
  return h(
    "div",
    { class: "row variation-tools", role: "group", "aria-label": "This variation" },
    h("span", { class: "about" }, `Variation ${variation} of ${count}`),
    button("Promote", null, () => game.promote(), { title: "It takes the place of the line it branches off from" }),
    button("Delete", "close", () => game.deleteVariation(), { title: "The browser's back button brings it back" }),
  );
}
