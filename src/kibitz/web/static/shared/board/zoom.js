/** Boards of many cells on a small screen: the first touch enlarges a part, the second plays in it. */

import { button } from "../dom.js";
import { UNIT } from "./geometry.js";

const FINGER = 32; // pixels; cells smaller than this are enlarged
const SHOWN = 9; // cells across, in the enlarged part

export class Zoom {
  #host;
  #svg;
  #frame = [0, 0, UNIT, UNIT];
  #isClose = false;
  #back = button("Whole board", null, () => this.leave(), { class: "quiet whole-board" });

  /** @param {HTMLElement} host @param {SVGSVGElement} svg */
  constructor(host, svg) {
    this.#host = host;
    this.#svg = svg;
  }

  /** The whole board with its edges: left, top, width and height in units. @param {number[]} frame */
  set frame(frame) {
    this.#frame = frame;
    this.#isClose = true;
    this.leave();
  }

  /** Show all of the board. */
  leave() {
    if (!this.#isClose) return;
    this.#isClose = false;
    this.#back.remove();
    this.#host.classList.remove("close");
    this.#svg.setAttribute("viewBox", this.#frame.join(" "));
  }

  /**
   * Whether a touch is used up by enlarging the part around it.
   *
   * @param {MouseEvent} event
   * @param {number} moves  that can be played
   */
  takes(event, moves) {
    const { left, top, width, height } = this.#svg.getBoundingClientRect();
    const [x, y, wide, high] = this.#frame;
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (this.#isClose || !isTouch || !moves || width * UNIT / wide >= FINGER) return false;
    const part = Math.min(1, SHOWN * UNIT / wide);
    /** @param {number} at @param {number} size */
    const begin = (at, size) => Math.max(0, Math.min(size * (1 - part), at * size - size * part / 2));
    this.#svg.setAttribute(
      "viewBox",
      [
        x + begin((event.clientX - left) / width, wide),
        y + begin((event.clientY - top) / height, high),
        wide * part,
        high * part,
      ].join(" "),
    );
    this.#isClose = true;
    this.#host.classList.add("close");
    this.#host.append(this.#back);
    return true;
  }
}
