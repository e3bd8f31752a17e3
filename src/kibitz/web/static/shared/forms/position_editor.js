/** Setting up a position: type moves, type the position as text, or click on the cells of the board. */

import { button, h } from "../dom.js";
import { EMPTY, NOWHERE } from "../board/geometry.js";

/** @typedef {import("../api_types.js").Position} Position */

/**
 * @param {Position} position
 * @param {(start: {moves: string, position: string}) => void} use  called with the position that was set up
 */
export function positionEditor(position, use) {
  const moves = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: example(position) });
  moves.value = position.moves_text;
  /** @type {HTMLElement[]} */
  const parts = [
    h(
      "form",
      {
        class: "line-form",
        onsubmit: submit(() => use({ moves: moves.value.trim(), position: position.start ?? "" })),
      },
      h("label", {}, "Moves from the start", moves),
      h("button", { type: "submit" }, "Set up"),
    ),
  ];
  if (position.position !== null) {
    const text = h("input", { type: "text", autocomplete: "off", spellcheck: "false", "data-editor": "text" });
    text.value = position.position;
    parts.push(
      h(
        "form",
        { class: "line-form", onsubmit: submit(() => use({ moves: "", position: text.value.trim() })) },
        h("label", {}, "Position as text", text),
        h("button", { type: "submit" }, "Set up"),
      ),
    );
    if (position.board.marks) {
      parts.push(boardEditor(position, text, () => use({ moves: "", position: text.value.trim() })));
    }
  }
  parts.push(button("Standard start", "fresh", () => use({ moves: "", position: "" }), { class: "quiet" }));
  return h("div", { class: "editor" }, parts);
}

/** @param {() => void} run */
const submit = (run) => (/** @type {Event} */ event) => {
  event.preventDefault();
  run();
};

/** @param {Position} position */
const example = (position) =>
  position.legal
    .slice(0, 2)
    .map((move) => move.move)
    .join(" ");

/**
 * A board whose cells change with every click; its text goes into the field.
 *
 * @param {Position} position
 * @param {HTMLInputElement} text
 * @param {() => void} use
 */
function boardEditor(position, text, use) {
  const marks = [EMPTY, ...(position.board.marks ?? "")];
  const rows = position.board.rows.map((row) => [...row]);
  let side = position.to_move;
  const board = /** @type {import("../board/board.js").KibitzBoard} */ (document.createElement("kibitz-board"));
  const draw = () => {
    board.show({
      board: { ...position.board, rows: rows.map((row) => row.join("")) },
      look: position.look,
      sides: position.sides,
      label: "Board to edit: Enter changes a cell",
    });
    text.value = `${rows.flat().join("").replaceAll(NOWHERE, "").replaceAll(EMPTY, "-")} ${position.players[side]}`;
  };
  board.addEventListener("cell", (event) => {
    const [row, column] = /** @type {CustomEvent} */ (event).detail;
    const next = (marks.indexOf(rows[row][column]) + 1) % marks.length;
    rows[row][column] = marks[next];
    draw();
  });
  const turn = h(
    "select",
    { "aria-label": "Side to move", onchange: () => ((side = turn.selectedIndex), draw()) },
    position.sides.map((name) => h("option", {}, `${name} to move`)),
  );
  turn.selectedIndex = side;
  const clear = button(
    "Clear the board",
    null,
    () => (rows.forEach((row) => row.forEach((mark, i) => (row[i] = mark === NOWHERE ? mark : EMPTY))), draw()),
    { class: "quiet" },
  );
  draw();
  return h(
    "div",
    { class: "board-editor" },
    h("p", { class: "about" }, "Click a cell to change its piece; click again for the next one."),
    board,
    h("div", { class: "row" }, turn, clear, button("Use this board", null, use, { class: "primary" })),
  );
}
