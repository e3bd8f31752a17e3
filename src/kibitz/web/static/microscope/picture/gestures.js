/** Pointer, wheel and fingers on a picture: drag to move it, pinch or wheel to zoom, tap to choose. */

const TAP_SLACK = 6; // pixels that a finger may move during a tap
const TWICE = 350; // milliseconds between two taps

/**
 * @typedef {object} GestureHandlers
 * @property {(dx: number, dy: number) => void} pan
 * @property {(x: number, y: number, factor: number) => void} zoom
 * @property {(x: number, y: number, twice: boolean) => void} tap
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave  the pointer is elsewhere
 */

/** @param {HTMLElement} element @param {GestureHandlers} told */
export function followGestures(element, told) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let travelled = 0;
  let lastTap = -Infinity;

  /** @param {PointerEvent | WheelEvent} event */
  const place = (event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    element.setPointerCapture(event.pointerId);
    if (!fingers.size) travelled = 0;
    fingers.set(event.pointerId, place(event));
  });

  element.addEventListener("pointermove", (event) => {
    const at = place(event);
    const before = fingers.get(event.pointerId);
    if (!before) return event.pointerType === "mouse" ? told.hover(at.x, at.y) : undefined;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    travelled += Math.hypot(at.x - before.x, at.y - before.y);
    fingers.set(event.pointerId, at);
    if (other) {
      const apart = (/** @type {{x: number, y: number}} */ one) =>
        Math.max(20, Math.hypot(one.x - other.x, one.y - other.y));
      told.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
      told.zoom((at.x + other.x) / 2, (at.y + other.y) / 2, apart(at) / apart(before));
    } else if (travelled > TAP_SLACK) told.pan(at.x - before.x, at.y - before.y);
    return undefined;
  });

  /** @param {PointerEvent} event */
  const lift = (event) => {
    const at = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (!at || fingers.size || travelled > TAP_SLACK || event.type === "pointercancel") return;
    const twice = event.timeStamp - lastTap < TWICE;
    lastTap = twice ? -Infinity : event.timeStamp;
    told.tap(at.x, at.y, twice);
  };
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);
  element.addEventListener("pointerleave", told.leave);

  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = place(event);
      const unit = event.deltaMode === 1 ? 16 : 1;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        told.pan(-unit * (event.deltaX || event.deltaY), 0);
      } else told.zoom(x, y, Math.exp(-unit * event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)));
    },
    { passive: false },
  );
}
