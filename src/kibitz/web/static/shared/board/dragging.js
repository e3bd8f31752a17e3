/** Dragging a piece to where it goes; a click on both cells does the same. */

/** @typedef {{x: number, y: number, from: string, isMoving: boolean}} Drag */

const SLACK = 6; // pixels that a click may slip

/**
 * @param {SVGSVGElement} svg
 * @param {object} board
 * @param {(event: Event) => string | null} board.cellAt
 * @param {(key: string) => SVGGElement | undefined} board.pieceAt
 * @param {(key: string) => boolean} board.canLeave  whether the piece there can move
 * @param {(key: string) => void} board.lift  called when it is dragged away
 * @param {(from: string, to: string) => void} board.drop
 */
export function letDrag(svg, { cellAt, pieceAt, canLeave, lift, drop }) {
  /** @type {Drag | null} */
  let drag = null;

  /** @param {string} transform */
  const place = (transform) => {
    const piece = drag && pieceAt(drag.from);
    piece?.classList.toggle("lifted", Boolean(transform));
    if (piece) piece.style.transform = transform;
  };

  svg.addEventListener("pointerdown", (event) => {
    const from = cellAt(event);
    if (event.button !== 0 || from === null || !canLeave(from)) return;
    drag = { x: event.clientX, y: event.clientY, from, isMoving: false };
  });

  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && Math.hypot(x, y) < SLACK) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      svg.setPointerCapture(event.pointerId);
      lift(drag.from);
    }
    const scale = svg.getScreenCTM()?.a || 1;
    place(`translate(${x / scale}px, ${y / scale}px)`);
  });

  svg.addEventListener("pointerup", (event) => {
    if (!drag) return;
    place("");
    const { from, isMoving } = drag;
    drag = null;
    if (!isMoving) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const to = under?.closest("[data-cell]")?.getAttribute("data-cell") ?? null;
    if (to !== null && to !== from) drop(from, to);
  });

  // A finger that drags a piece does not scroll the page; nothing else stops it in every browser.
  svg.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false });

  svg.addEventListener("pointercancel", () => {
    place("");
    drag = null;
  });
}
