/** The replay of a search: a slider over its steps, playing at any speed, and running to an event. */

import { notice, report } from "../../shared/announcer.js";
import { pause } from "../../shared/api.js";
import { button, h, icon, put } from "../../shared/dom.js";
import { nextFrame, track } from "../../shared/settled.js";
import { Predictor } from "./predictor.js";
import { runUntilForm } from "./run_until.js";
import { StepReader } from "./step_reader.js";

/** @typedef {import("../tree_types.js").Moment} Moment */

const AHEAD = 200; // moments fetched at once while playing
const EVERY_STEP = 60; // steps a second up to which each is shown
const [SLOWEST, FASTEST] = [0.5, 200000]; // steps a second

export class Replay {
  /** @type {number | null} null: the search is over, all of it is shown */ step = null;
  isPlaying = false;
  /** @type {Moment | null} */ moment = null;
  #speed = 4;
  #work = new AbortController();
  #turn = 0;
  #slider;
  #clock = h("output", { class: "clock" });
  #playButton = button("Play", "play", () => this.toggle(), { class: "primary", title: "Play or pause (space)" });
  #panel;
  #steps;
  panel;
  #condition;

  /**
   * @param {import("../tree_types.js").Source} source
   * @param {(moment: Moment | null, how: {follows: boolean}) => Promise<void>} told  done when the step is shown;
   *   `follows`: others come after it by themselves
   * @param {ReturnType<typeof import("./step_panel.js").stepPanel>} panel
   */
  constructor(source, told, panel) {
    this.source = source;
    this.#panel = panel;
    this.panel = panel.element;
    this.told = told;
    this.#steps = new StepReader(source);
    this.predictor = new Predictor(source.recording);
    this.predictor.onAnswer = () => void this.goTo((this.step ?? -1) + 1);
    this.last = this.#steps.last;
    this.#slider = h("input", { type: "range", min: 0, max: this.last, step: 1, "aria-label": "Step of the search" });
    this.#slider.value = String(this.last);
    this.#slider.addEventListener("input", () => this.#slide(Number(this.#slider.value)));
    this.#condition = runUntilForm(
      source.recording,
      (wanted, what, direction) => void this.seek(wanted, what, direction),
    );
    if (!source.recording.steps) {
      this.bar = h("p", { class: "replay about" }, source.recording.replay_note);
      return;
    }
    this.bar = h(
      "div",
      { class: "replay", role: "group", "aria-label": "Replay" },
      h(
        "div",
        { class: "replay-line" },
        this.#playButton,
        button("One step back", "back", () => this.move(-1), { class: "icon-only", title: "One step back (,)" }),
        button("One step", "forward", () => this.move(1), { class: "icon-only", title: "One step (.)" }),
        source.recording.has_windows &&
          button("Next cut-off", "last", () => void this.seek("cutoff", "", 1), { title: "To the next cut-off (n)" }),
        source.recording.depth_first && this.predictor.switch,
        this.#slider,
        this.#clock,
      ),
      h(
        "div",
        { class: "replay-line" },
        speedControl(this.#speed, (speed) => (this.#speed = speed)),
        this.#condition.element,
        button("Leave", "close", () => this.leave(), { class: "quiet", title: "Leave the replay (Esc)" }),
      ),
    );
    this.#draw();
  }

  /** The slider is dragged: show where it is, no request for every pixel. @param {number} step */
  #slide(step) {
    this.#stop();
    this.step = step;
    this.#draw();
    const mine = ++this.#turn;
    nextFrame(() => mine === this.#turn && void this.goTo(step));
  }

  /** @param {number} step */
  async goTo(step) {
    if (!this.source.recording.steps) return;
    this.#stop();
    const mine = ++this.#turn;
    this.step = Math.min(this.last, Math.max(0, step));
    this.#draw();
    try {
      const { step: wanted } = this;
      const moment = await this.#steps.at(wanted);
      if (mine === this.#turn) await this.#show(moment, wanted, false);
    } catch (error) {
      report(error);
    }
  }

  /** @param {number} by */
  async move(by) {
    if (by > 0 && (await this.#poses())) return;
    await this.goTo(this.step === null ? (by > 0 ? 0 : this.last) : this.step + by);
  }

  /** Whether what comes next is to be predicted first; a second time it is shown without an answer. */
  async #poses() {
    const { predictor, moment, step } = this;
    if (!predictor.isOn || predictor.isOpen || !moment || step === null || step >= this.#steps.last) return false;
    const mine = ++this.#turn;
    const next = await this.#steps.at(step + 1);
    return mine === this.#turn && predictor.poses(moment, next);
  }

  /** Run to what one waits for. @param {string} wanted @param {string} what @param {1 | -1} direction */
  async seek(wanted, what, direction) {
    if (!this.source.recording.steps) return;
    this.#stop();
    const from = Math.min(this.step ?? (direction > 0 ? -1 : this.last + 1), this.#steps.last + 1);
    const mine = ++this.#turn;
    try {
      const found = await this.source.seek({ step: Math.max(0, from), direction, wanted, what });
      if (mine !== this.#turn) return;
      if (found.moment) await this.#show(found.moment, found.moment.step, false);
      else notice(found.sentence);
    } catch (error) {
      report(error);
    }
  }

  toggle() {
    if (!this.source.recording.steps) return;
    if (this.isPlaying) this.#stop();
    else if (this.predictor.isOpen) void this.move(1);
    else void track(this.#play());
  }

  #stop() {
    this.#work.abort();
    const wasPlaying = this.isPlaying;
    this.isPlaying = false;
    this.#draw();
    if (wasPlaying && this.moment) void this.told(this.moment, { follows: false });
  }

  async #play() {
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.isPlaying = true;
    if (this.step === null || this.step >= this.last) this.step = -1;
    this.#draw();
    try {
      const end = await this.#breakpoint();
      let then = performance.now();
      while (!signal.aborted && (this.step ?? 0) < end) {
        const now = performance.now();
        const due = this.#speed <= EVERY_STEP || this.predictor.isOn
          ? 1
          : Math.max(1, Math.round(((now - then) / 1000) * this.#speed));
        then = now;
        const next = Math.min(end, (this.step ?? 0) + due);
        const moment = await this.#steps.at(next, due === 1 ? AHEAD : 1);
        if (signal.aborted) return;
        if (this.moment?.step === next - 1 && this.predictor.poses(this.moment, moment)) return;
        await this.#show(moment, next, true);
        await pause(this.#speed <= EVERY_STEP ? 1000 / this.#speed : 16, signal);
        if (this.#speed <= EVERY_STEP) await new Promise(requestAnimationFrame); // a busy browser paints it first
      }
      if (!signal.aborted) await this.goTo(this.step ?? this.last);
    } catch (error) {
      if (!signal.aborted) report(error);
    } finally {
      if (this.#work.signal === signal) this.#stop();
    }
  }

  /** Where playing stops: at the end, or at the event to stop at. */
  async #breakpoint() {
    const { breaks, wanted, what } = this.#condition.wish();
    if (!breaks) return this.last;
    const from = Math.min(Math.max(0, this.step ?? 0), this.#steps.last);
    const found = await this.source.seek({ step: from, direction: 1, wanted, what });
    return found.moment?.step ?? this.last;
  }

  /**
   * Another search is replayed beside this one, step by step: the longer of the two says how many steps there are.
   *
   * @param {number} last  the last step of the other search
   */
  extend(last) {
    this.last = Math.max(this.last, last);
    this.#slider.max = String(this.last);
    this.#draw();
  }

  /** @param {Moment} moment @param {number} step  the same, or a later one if this search is over @param {boolean} follows */
  async #show(moment, step, follows) {
    this.step = step;
    this.moment = moment;
    this.predictor.reveal();
    this.#panel.show(moment);
    this.#draw();
    await this.told(moment, { follows });
  }

  /** Ask for the step once more, as somebody wants it from another point of view. */
  async again() {
    if (this.step !== null && !this.isPlaying) await this.goTo(this.step);
  }

  /** Leave the replay: show the finished search. */
  leave() {
    this.#stop();
    this.#turn++;
    this.step = null;
    this.moment = null;
    this.predictor.reveal();
    this.#panel.clear();
    this.#draw();
    void this.told(null, { follows: false });
  }

  #draw() {
    const { isPlaying, step } = this;
    if (!this.#slider) return;
    put(this.#playButton, icon(isPlaying ? "pause" : "play"), h("span", {}, isPlaying ? "Pause" : "Play"));
    this.#slider.value = String(step === null ? this.last : step);
    this.#clock.textContent = step === null
      ? "all"
      : `${(step + 1).toLocaleString("en")} / ${(this.last + 1).toLocaleString("en")}`;
    this.bar.classList.toggle("live", step !== null);
  }

  close() {
    this.#work.abort();
    this.#turn++;
  }
}

/** @param {number} speed @param {(speed: number) => void} change */
function speedControl(speed, change) {
  const range = Math.log(FASTEST / SLOWEST);
  const slider = h("input", { type: "range", min: 0, max: 100, step: 1 });
  const told = h("output", {});
  slider.value = String((100 * Math.log(speed / SLOWEST)) / range);
  const read = () => {
    const now = SLOWEST * Math.exp((range * Number(slider.value)) / 100);
    told.textContent = `${now < 10 ? now.toFixed(1) : Math.round(now).toLocaleString("en")} / s`;
    change(now);
  };
  slider.addEventListener("input", read);
  read();
  return h("label", { class: "speed" }, "Speed", slider, told);
}
