/** The figures of a task: a tree whose nodes can be clicked, a board to move on, a table; each also as text. */

import "../shared/board/board.js";
import { changes } from "../shared/board/skins.js";
import { h, put, s } from "../shared/dom.js";

/** @typedef {import("./exercise_types.js").Figure} Figure */
/** @typedef {import("./exercise_types.js").Shown} Shown */
/** @typedef {import("../shared/api_types.js").Cell} Cell */

const LARGEST = 1.4; // times the size in which it was drawn, where there is space

/**
 * @typedef {object} FigureView
 * @property {HTMLElement} element
 * @property {(can: (node: string) => boolean) => void} [allow]  which nodes can be clicked
 * @property {(chosen: Set<string>, typed: Map<string, string>) => void} [mark]  nodes that are chosen, and what was typed for others
 * @property {(move: string | null) => void} [point]  the move that is chosen
 * @property {(solved: Shown) => void} [solve]  show the solution in the tree
 */

/**
 * @param {Figure} figure
 * @param {Shown} shown
 * @param {(node: string) => void} choose  a node was clicked
 * @param {(move: string) => void} play  a move was clicked
 * @returns {FigureView}
 */
export function drawFigure(figure, shown, choose, play) {
  const caption = h("figcaption", {}, shown.caption);
  const text = h("pre", {}, shown.text);
  const view = shown.form === "tree"
    ? drawTree(shown, choose, (solved) => (put(caption, solved.caption || "The solution"), put(text, solved.text)))
    : shown.form === "board"
    ? drawBoard(figure, shown, play)
    : { element: drawTable(figure) };
  const { element, ...rest } = view;
  return {
    ...rest,
    element: h(
      "figure",
      { class: `task-figure figure-${shown.form}` },
      caption,
      element,
      shown.turn && h("p", { class: "task-turn" }, shown.turn),
      shown.form === "tree" && h("details", { class: "as-text" }, h("summary", {}, "The tree as text"), text),
    ),
  };
}

/** @param {Shown} shown @param {(node: string) => void} choose @param {(solved: Shown) => void} say @returns {FigureView} */
function drawTree({ svg }, choose, say) {
  const element = h("div", { class: "tree-scroll", tabindex: "0", role: "group", "aria-label": "The tree" });
  /** @type {SVGGElement[]} */
  let nodes = [];
  let isSolved = false;
  /** Drawn by the server from names and numbers, which it escapes. @param {string | null} drawn */
  const show = (drawn) => {
    element.innerHTML = drawn ?? "";
    const picture = element.querySelector("svg");
    const width = Number(picture?.getAttribute("width") ?? 0);
    if (picture) picture.style.width = `clamp(${width}px, 100%, ${LARGEST * width}px)`;
    nodes = [...element.querySelectorAll("[data-node]")].map((node) => /** @type {SVGGElement} */ (node));
  };
  show(svg);
  /** @param {Element} node */
  const nameOf = (node) => node.getAttribute("data-node") ?? "";
  element.addEventListener("click", (event) => {
    const node = /** @type {Element} */ (event.target).closest("[data-node].clickable");
    if (node) choose(nameOf(node));
  });
  return {
    element,
    allow: (can) => {
      for (const node of nodes) node.classList.toggle("clickable", can(nameOf(node)));
    },
    mark: (chosen, typed) => {
      for (const node of nodes) {
        node.classList.toggle("chosen", chosen.has(nameOf(node)));
        node.querySelector(".typed")?.remove();
        const text = typed.get(nameOf(node));
        if (text && !isSolved) write(node, text);
      }
    },
    solve: (solved) => {
      isSolved = true;
      show(solved.svg);
      say(solved);
    },
  };
}

/** Put what was typed beside a node. @param {SVGGElement} node @param {string} text */
function write(node, text) {
  const shape = /** @type {SVGGraphicsElement | null} */ (node.querySelector(".shape"));
  if (!shape) return;
  const { x, y, width } = shape.getBBox();
  const right = x + width * (node.getAttribute("data-side") === "max" ? 0.8 : 1) + 3; // a triangle is narrow at its top
  node.append(s("text", { class: "typed", x: right, y: y + 9, "text-anchor": "start" }, text));
}

/** @param {Figure} figure @param {Shown} shown @param {(move: string) => void} play @returns {FigureView} */
function drawBoard(figure, { position }, play) {
  const board = /** @type {import("../shared/board/board.js").KibitzBoard} */ (document.createElement("kibitz-board"));
  if (!position) return { element: board };
  const legal = position.legal.filter(({ move }) => figure.moves?.includes(move));
  /** @param {string | null} chosen */
  const show = (chosen) => {
    const move = legal.find((one) => one.move === chosen);
    /** @type {Cell[]} */
    const taken = move ? changes(position.board.rows, move.after).map(([row, column]) => [row, column]) : [];
    const first = taken.find(([row, column]) => move?.cells.some(([r, c]) => r === row && c === column)) ?? taken[0];
    board.show({
      board: position.board,
      look: position.look,
      label: `${position.title}, the position of the task`,
      sides: position.sides,
      legal,
      last: position.last?.cells ?? [],
      region: first ? [first] : [],
    });
  };
  board.addEventListener("move", (event) => play(/** @type {CustomEvent<string>} */ (event).detail));
  show(null);
  return { element: board, point: show };
}

/** @param {Figure} figure */
function drawTable({ columns = [], rows = [] }) {
  return h(
    "div",
    { class: "table-scroll" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell))))),
    ),
  );
}
