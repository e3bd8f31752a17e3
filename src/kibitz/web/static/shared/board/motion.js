/**
 * The animations of one board. Those of one move belong together: whatever shows another position ends them first, so
 * that two moves never overlap. The board has the class `moving` meanwhile and sends `motion` with "begin" and "end".
 */

import { later } from "../settled.js";
import { isStill, paced } from "./speed.js";

export class Motion {
  #host;
  /** Ends each animation that runs, in the order in which they began. @type {Set<() => void>} */
  #running = new Set();
  /** @type {(() => void)[]} */
  #waiting = [];

  /** @param {HTMLElement} host */
  constructor(host) {
    this.#host = host;
  }

  get isRunning() {
    return this.#running.size > 0;
  }

  /**
   * Animate an element; `then` is called at its end, or at once where nothing moves.
   *
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {{duration: number, delay?: number, easing?: string}} timing  in milliseconds at the usual speed
   * @param {() => void} [then]
   */
  animate(element, frames, { duration, delay = 0, easing }, then = () => {}) {
    if (isStill()) return then();
    const times = { duration: paced(duration), delay: paced(delay) };
    const animation = element.animate(frames, { ...times, easing, fill: "both" });
    const end = () => {
      if (!this.#running.delete(end)) return;
      cancel();
      animation.cancel();
      then();
      if (!this.isRunning) this.#tell("end");
    };
    const cancel = later(times.duration + times.delay, end); // a page in the background has no frames, but timers
    if (!this.isRunning) this.#tell("begin");
    this.#running.add(end);
  }

  /** Show how it ends at once. */
  finish() {
    for (const end of this.#running) end();
  }

  /** When nothing moves any more. @returns {Promise<void>} */
  whenStill() {
    return new Promise((resolve) => this.isRunning ? this.#waiting.push(resolve) : resolve());
  }

  /** @param {"begin" | "end"} detail */
  #tell(detail) {
    this.#host.classList.toggle("moving", detail === "begin");
    this.#host.dispatchEvent(new CustomEvent("motion", { detail }));
    if (detail === "begin") return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
