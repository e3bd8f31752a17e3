/** One training: how good its player is, a board on which it plays itself, the players on its way, what it has learned. */

import { go, note } from "../shared/address.js";
import { announce } from "../shared/announcer.js";
import { BackgroundRun } from "../shared/background_run.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { splitSpec } from "../shared/forms/option_fields.js";
import { timeText } from "../shared/words.js";
import { ActionTableView } from "./action_table.js";
import { checkpointTable } from "./checkpoints.js";
import { MistakeList } from "./mistakes.js";
import { SelfPlayBoard } from "./self_play.js";
import { listMethods } from "./start_form.js";
import { percent, pointsText, progressText, settingsOf, stateChip, titleOf } from "./training_list.js";
import { TruthCurve } from "./truth_curve.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./learning_types.js").Overview} Overview */

const VIEWS = { mistakes: "Its mistakes", table: "Its table" };

export class TrainingView {
  training;
  #address;
  #leave;
  #run;
  /** @type {Overview | null} */ #overview = null;
  #head = h("header", { class: "learn-head" });
  #verdict = h("p", { class: "learn-verdict" }, "Loading …");
  #truth = h("p", { class: "about" });
  #curve = new TruthCurve();
  #progress = h("div", { class: "run-progress" });
  #actions = h("div", { class: "row learn-actions" });
  #more = h("div", {});
  #players = h("section", { "aria-label": "Players", class: "learn-part" });
  #part = h("section", { class: "learn-part", "aria-label": "What it has learned" });
  #self;
  /** @type {MistakeList | ActionTableView | null} */ #view = null;
  #viewed = "";

  /** @param {Address} address @param {() => void} leave  called when the training has been removed */
  constructor(address, leave) {
    this.training = address.training;
    this.#address = address;
    this.#leave = leave;
    this.#self = new SelfPlayBoard({ training: this.training, at: address.at });
    this.#run = new BackgroundRun("learn", { training: this.training }, {
      shows: {
        overview: (overview) => this.#showOverview(overview),
        curve: ({ points }) => this.#showCurve(points),
      },
      isRunning: () => this.#overview?.state === "running",
      lost: (why) => {
        if (!this.#overview) put(this.#verdict, why);
        put(
          this.#progress,
          h("p", {}, "This page no longer follows the training. "),
          button("Look again", "fresh", () => void this.#run.follow()),
        );
      },
    });
    this.element = h(
      "article",
      { class: "learn" },
      this.#head,
      h(
        "div",
        { class: "learn-first" },
        h(
          "section",
          { class: "card learn-goodness", "aria-label": "Strength" },
          this.#verdict,
          this.#truth,
          this.#curve.element,
          this.#progress,
          this.#actions,
          this.#more,
        ),
        this.#self.element,
      ),
      this.#part,
      this.#players,
    );
    void this.#run.follow();
  }

  /** @param {Address} address */
  update(address) {
    const before = this.#address;
    this.#address = address;
    if (this.#overview) this.#drawPart(this.#overview);
    if (address.at !== before.at && this.#overview?.is_shown && !this.#overview.obstacle) this.#self.start(address.at);
    if (address.view && (address.view !== before.view || address.at !== before.at)) {
      this.#part.scrollIntoView({ block: "start" });
    }
  }

  close() {
    this.#run.close();
    this.#self.close();
    this.#curve.close();
    this.#view?.close();
  }

  /** @param {Overview} overview */
  #showOverview(overview) {
    const before = this.#overview;
    this.#overview = overview;
    this.#curve.plan = overview;
    this.#self.unit = overview.unit;
    this.#self.isQuick = overview.state === "running";
    if (!before) void this.#drawHead(overview);
    if (before?.state !== overview.state && overview.state !== "running") {
      if (before && overview.is_shown) this.#self.renew();
      announce(`The training is ${overview.state}. ${this.#verdictText(overview)} ${overview.error}`);
    }
    put(this.#verdict, this.#verdictText(overview));
    put(this.#truth, truthText(overview));
    this.#drawProgress(overview);
    const isNew = !before || before.state !== overview.state || before.total !== overview.total;
    if (isNew) this.#drawActions(overview);
    this.#self.element.hidden = Boolean(overview.obstacle);
    if (overview.is_shown && !overview.obstacle && !before?.is_shown) this.#self.start();
    if (isNew || before.checkpoints.length !== overview.checkpoints.length || before.kept !== overview.kept) {
      this.#drawPlayers(overview);
    }
    if (!before) this.#drawPart(overview);
  }

  /** @param {import("./learning_types.js").Point[]} points */
  #showCurve(points) {
    this.#curve.show(points);
    if (this.#overview) this.#drawPlayers(this.#overview);
  }

  /** @param {Overview} overview */
  async #drawHead(overview) {
    document.title = `${titleOf(overview)} · Kibitz`;
    if (this.#address.game !== overview.game && !overview.obstacle) {
      this.#address = { ...this.#address, game: overview.game };
      note(this.#address);
    }
    const { name } = splitSpec(overview.method);
    const method = (await listMethods().catch(() => [])).find((one) => one.name === name);
    put(
      this.#head,
      h("p", { class: "run-back" }, h("a", { href: "/learn" }, "← All trainings")),
      h("h1", {}, titleOf(overview)),
      h("p", { class: "about" }, [overview.about, ...settingsOf(overview.method, method)].join(" · ")),
    );
  }

  /** @param {Overview} overview */
  #verdictText({ kept, state, stage }) {
    if (kept === null) {
      return state === "running" ? `${stage[0].toUpperCase()}${stage.slice(1)} …` : "Nothing is measured yet.";
    }
    return kept === 1
      ? "It keeps the result in every position."
      : `It keeps the result in ${percent(kept)} of the positions.`;
  }

  /** @param {Overview} overview */
  #drawProgress(overview) {
    const { state, stage, done, total, rate, seconds, unit, error, obstacle } = overview;
    const facts = [
      progressText(overview),
      rate >= 1 && `${Math.round(rate).toLocaleString("en")} a second`,
      seconds >= 0.1 && `${timeText(seconds)} of learning`,
    ].filter(Boolean);
    put(
      this.#progress,
      state !== "finished" &&
        h("progress", { max: total, value: Math.min(done, total), "aria-label": `Learned from, in ${unit}` }),
      h(
        "p",
        {},
        stateChip(overview),
        ` ${facts.join(" · ")}`,
        state === "running" && stage !== "learning" && h("span", { class: "about" }, ` · ${stage} …`),
      ),
      error && h("p", { class: "run-error" }, error),
      obstacle && h("p", { class: "run-error" }, obstacle),
    );
  }

  /** @param {Overview} overview */
  #drawActions(overview) {
    const { state, obstacle, unit } = overview;
    const isRunning = state === "running";
    put(this.#more);
    keepingFocus(this.#actions, () =>
      put(
        this.#actions,
        isRunning && button("Stop", "pause", () => void this.#run.stop(), { class: "primary" }),
        state === "stopped" && !obstacle &&
          button("Go on", "play", () => void this.#goOn(), { class: "primary" }),
        !isRunning && !obstacle && button(`More ${unit}`, "fresh", () => this.#askMore(overview)),
        button("Another like this", "edit", () => go(this.#formAddress(overview))),
        !isRunning && button("Remove", "close", () => this.#askRemove(), { class: "quiet" }),
      ));
  }

  /** A field for how much it is to learn from in all. @param {Overview} overview */
  #askMore({ total, unit, done }) {
    const input = h("input", { type: "number", name: "total", min: done + 1, step: 1, inputmode: "numeric" });
    input.value = String(2 * total);
    put(
      this.#more,
      h(
        "form",
        {
          class: "line-form",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.#goOn({ total: input.value });
          },
        },
        h("label", {}, `${unit[0].toUpperCase()}${unit.slice(1)} in all`, input),
        h("button", { type: "submit", class: "primary" }, "Continue training"),
      ),
    );
    input.select();
  }

  /** @param {Overview} overview */
  #drawPlayers(overview) {
    keepingFocus(this.#players, () =>
      put(
        this.#players,
        h("h2", {}, "Players"),
        checkpointTable(overview, (done) => this.#curve.at(done)),
      ));
  }

  /** What the address asks to look into. @param {Overview} overview */
  #drawPart(overview) {
    const { view, at, moves } = this.#address;
    const wanted = view in VIEWS ? `${view} ${at}` : "";
    if (wanted === this.#viewed) {
      if (this.#view instanceof ActionTableView) void this.#view.walk(moves);
      return;
    }
    this.#viewed = wanted;
    this.#view?.close();
    this.#view = null;
    if (!wanted || overview.obstacle) return put(this.#part);
    const query = { training: this.training, at };
    this.#view = view === "table"
      ? new ActionTableView(query, overview.game, moves, (next) => go({ ...this.#address, moves: next }))
      : new MistakeList(query, overview.unit);
    const who = at ? `, after ${at.toLocaleString("en")} ${overview.unit}` : "";
    put(
      this.#part,
      h(
        "div",
        { class: "learn-part-head" },
        h("h2", {}, `${VIEWS[/** @type {keyof typeof VIEWS} */ (view)]}${who}`),
        button("Look again", null, () => this.#lookAgain(), { class: "quiet" }),
        button("Close", "close", () => go({ ...this.#address, view: "", at: null, moves: "" }), { class: "quiet" }),
      ),
      this.#view.element,
    );
  }

  #lookAgain() {
    this.#viewed = "";
    if (this.#overview) this.#drawPart(this.#overview);
  }

  /** @param {Record<string, string>} [more] */
  async #goOn(more) {
    if (await this.#run.goOn("go-on", more)) announce("Training continues.");
  }

  #askRemove() {
    this.#run.askRemove("This removes the training with all its players.", this.#leave);
  }

  /** The address of the form, filled in as for this training. @param {Overview} overview @returns {Address} */
  #formAddress({ game, method }) {
    return { ...this.#address, training: "", at: null, view: "", moves: "", position: "", game, method };
  }
}

/** What it is measured by. @param {Overview} overview */
function truthText({ truth, kept, loss, state, stage }) {
  if (truth && kept !== null) {
    return `Measured on ${truth}. It loses ${pointsText(loss ?? 0)} per move on average.`;
  }
  if (truth) return `It will be measured on ${truth}.`;
  return state === "running" && stage === "learning"
    ? "It is not measured: no position was found in which one move is better than another."
    : "";
}
