/**
 * What the search knew at the step of the replay: which nodes were there, and what it could say about them.
 *
 * A search that goes depth first knows the value of a node when it leaves it. Any other search has numbers that change
 * all the time; they come with the steps, and what is missing is asked for. Until then a value is "…": better nothing
 * than something from the future.
 */

import { report } from "../../shared/announcer.js";
import { later } from "../../shared/settled.js";

/** @typedef {import("../tree_types.js").Moment} Moment */
/** @typedef {{node: number, size: number, ply: number, born?: number}} Place */
/** @typedef {import("../tree_types.js").NumbersAtStep} Numbers */
/**
 * A node of a picture: texts for Max, and under `for_min` those for the other side.
 *
 * @typedef {{isMax?: boolean, to_move?: number, value: string, for_min: {value: string}}} Pictured
 */

export const NOT_KNOWN = "…";
const GATHER = 30; // milliseconds during which questions are gathered into one
const AT_ONCE = 400; // nodes

/** The step at which a depth-first search leaves a node. @param {Place} place */
export const leftAt = ({ node, size, ply }) => 2 * (node + size) - ply - 1;

export class Knowledge {
  /** @type {number | null} null: the search is over and everything is known */ step = null;
  #now = -1; // the last node that was entered
  /** @type {Map<number, Numbers>} at this step */ #numbers = new Map();
  /** @type {Set<number>} */ #missing = new Set();
  #isGathering = false;

  /** @param {import("../tree_types.js").Source} source @param {() => void} arrived */
  constructor(source, arrived) {
    this.source = source;
    this.arrived = arrived;
    this.isDepthFirst = source.recording.depth_first;
  }

  /** @param {Moment | null} moment  null: the end of the search */
  set(moment) {
    const isSame = moment !== null && moment.step === this.step;
    const isNext = moment?.event === "simulate" && this.step !== null && moment.step === this.step + 1;
    if (!isSame && !isNext) this.#numbers.clear();
    this.#missing.clear();
    this.step = moment ? moment.step : null;
    if (!moment) return;
    this.#now = moment.event === "enter" ? moment.node : moment.node + moment.path[moment.path.length - 1].size - 1;
    for (const known of moment.known ?? []) this.#numbers.set(known.node, known);
  }

  /** Whether the search had come to a node. @param {Place} place */
  isThere(place) {
    if (this.step === null) return true;
    return this.isDepthFirst ? place.node <= this.#now : (place.born ?? 0) <= this.step;
  }

  /** Whether it had finished with a node. @param {Place} place */
  isDone(place) {
    if (this.step === null) return true;
    return this.isDepthFirst ? leftAt(place) <= this.step : this.isThere(place);
  }

  /** Whether the texts of a node in a picture are for Max: all are, or those at which Max is to move. @param {Pictured} card */
  #isForMax({ isMax, to_move }) {
    const { pov, recording } = this.source;
    return pov === "root" || (isMax ?? to_move === recording.to_move);
  }

  /** The texts of a node in a picture, for the side that the picture gives its values to. @param {any} card */
  textsOf = (card) => ({ ...card, ...(this.#isForMax(card) ? {} : card.for_min) });

  /** The value in a picture as it was known. @param {Place & Pictured} card */
  value(card) {
    const forMax = this.#isForMax(card);
    if (this.step === null || this.isDepthFirst) {
      return this.isDone(card) ? (forMax ? card.value : card.for_min.value) : NOT_KNOWN;
    }
    return this.valueAtStep(card, forMax);
  }

  /** The note in a picture. @param {Place & Pictured} card */
  note = (card) => this.noteAtStep(card, this.#isForMax(card));

  /** The value of a node in a panel, for the panel's side. @param {import("../tree_types.js").Card} card */
  valueFor(card) {
    if (this.step === null || this.isDepthFirst) return this.isDone(card) ? card.value : NOT_KNOWN;
    return this.valueAtStep(card, card.viewer === this.source.recording.to_move);
  }

  /** The value at a step of a search that does not go depth first. @param {Place} card @param {boolean} forMax */
  valueAtStep(card, forMax) {
    const found = this.#find(card);
    return (forMax ? found?.value : found?.value_for_min) ?? NOT_KNOWN;
  }

  /**
   * Visits, or proof numbers; null for a search that has none, and at its end.
   *
   * @param {Place} card
   * @param {boolean} forMax
   * @returns {string | null}
   */
  noteAtStep(card, forMax) {
    if (this.step === null || this.isDepthFirst) return null;
    const found = this.#find(card);
    return (forMax ? found?.note : found?.note_for_min) ?? NOT_KNOWN;
  }

  /**
   * What the move to a node is sorted by, the largest first; null while it has no value.
   *
   * @param {Place & {merit: number | null}} card
   */
  merit(card) {
    if (this.step === null || this.isDepthFirst) return this.isDone(card) ? card.merit : null;
    return this.#find(card)?.merit ?? null;
  }

  /** @param {Place} card */
  #find(card) {
    if (!this.isThere(card)) return null;
    const known = this.#numbers.get(card.node);
    if (known) return known;
    this.#missing.add(card.node);
    if (!this.#isGathering) later(GATHER, () => void this.#fetch());
    this.#isGathering = true;
    return null;
  }

  async #fetch() {
    const { step } = this;
    const nodes = [...this.#missing].slice(0, AT_ONCE);
    this.#isGathering = false;
    this.#missing.clear();
    if (step === null || !nodes.length) return;
    try {
      const found = await this.source.known(step, nodes);
      if (step !== this.step) return;
      for (const known of found) this.#numbers.set(known.node, known);
      this.arrived();
    } catch (error) {
      report(error);
    }
  }
}
