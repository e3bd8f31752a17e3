/** The steps of a search, each asked for once, and many at a time while they are played one after another. */

/** @typedef {import("../tree_types.js").Moment} Moment */

export class StepReader {
  /** @type {Moment[]} */ #ahead = [];
  /** @type {Moment | null} */ #latest = null;
  #pov = "";

  /** @param {import("../tree_types.js").Source} source */
  constructor(source) {
    this.source = source;
    this.last = Math.max(0, source.recording.steps - 1);
  }

  /**
   * What happens at a step; after the end of the search, at its last one.
   *
   * @param {number} step
   * @param {number} [ahead]  so many from here on will be wanted
   * @returns {Promise<Moment>}
   */
  async at(step, ahead = 1) {
    const { source, last } = this;
    const wanted = Math.min(last, step);
    if (this.#pov !== source.pov) this.#ahead = [];
    else if (this.#latest?.step === wanted) return this.#latest;
    this.#pov = source.pov;
    while (this.#ahead.length && this.#ahead[0].step < wanted) this.#ahead.shift();
    if (this.#ahead[0]?.step !== wanted) {
      this.#ahead = ahead > 1 ? await source.steps(wanted, ahead) : [await source.step(wanted)];
    }
    const found = /** @type {Moment} */ (this.#ahead.shift());
    return (this.#latest = found);
  }
}
