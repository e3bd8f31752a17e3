/**
 * A task: its figures and its questions, checked one by one or all at once, with a hint, the answer and the reason.
 *
 * A click on a node leads to the empty field of a question about it, or chooses it where nodes are chosen. If the
 * question that was used last is one in which it can be chosen, the click is for that one.
 */

import { go, readAddress } from "../shared/address.js";
import { announce, report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { button, h, put } from "../shared/dom.js";
import { noteSolved } from "../shared/puzzle_progress.js";
import { withMinus } from "../shared/words.js";
import { makeField } from "./answer_fields.js";
import { drawFigure } from "./figure_view.js";

/** @typedef {import("./exercise_types.js").AnswerField} AnswerField */
/** @typedef {import("./exercise_types.js").Mark} Mark */
/** @typedef {import("./exercise_types.js").Question} Question */
/** @typedef {import("./exercise_types.js").Shown} Shown */
/** @typedef {import("./exercise_types.js").Solution} Solution */
/** @typedef {import("./exercise_types.js").TaskAnswer} TaskAnswer */

/**
 * @typedef {object} Asked  a question on the page
 * @property {Question} question
 * @property {AnswerField} field
 * @property {HTMLElement} element
 * @property {HTMLElement} mark
 * @property {HTMLElement} help
 * @property {HTMLButtonElement} hint
 * @property {boolean} isRight
 * @property {boolean} isTold  whether the answer was shown
 */

const MANY = 6; // choices that need the whole width

/** A number or a side of a window as people write it. @param {string} text */
const legible = (text) => withMinus(text.replace(/^-inf$/, "−∞").replace(/^inf$/, "∞"));

const TONES = /** @type {Record<string, string>} */ ({ right: "good", missing: "", unreadable: "bad" });

export class TaskView {
  element;
  /** @type {Asked[]} */
  #asked;
  #task;
  #labels;
  #isStepwise;
  /** @type {import("./figure_view.js").FigureView[]} */
  #figures;
  /** @type {Asked | null} the question that was used last */
  #active = null;
  #footer = h("div", { class: "task-end" });

  /** @param {TaskAnswer} answer */
  constructor({ task, kind, shown, labels }) {
    this.#task = task;
    this.#labels = labels;
    this.#isStepwise = kind.is_stepwise;
    this.#asked = task.questions.map((question, number) => this.#makeAsked(question, number));
    this.#figures = task.figures.map((figure, number) =>
      drawFigure(figure, shown[number], (node) => this.#clickNode(node), (move) => this.#clickMove(move))
    );
    const form = h(
      "form",
      {
        class: "task-form",
        onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
      },
      this.#asked.map(({ element }) => element),
    );
    const isAlone = task.questions.length === 1;
    this.element = h(
      "div",
      { class: `task${task.figures.every(({ form }) => form === "board") ? " with-board" : ""}` },
      h("div", { class: "task-figures" }, this.#figures.map(({ element }) => element)),
      h(
        "div",
        { class: "task-questions" },
        form,
        h(
          "div",
          { class: "row task-actions" },
          !isAlone && !this.#isStepwise &&
            button("Check all", null, () => void this.#checkAll(), { class: "primary", "data-action": "check-all" }),
          button("Show the solution", null, () => void this.#showSolution(), { "data-action": "solution" }),
        ),
        this.#footer,
      ),
    );
    this.#reveal();
    this.#redraw();
  }

  /** @param {Question} question @param {number} number @returns {Asked} */
  #makeAsked(question, number) {
    const id = `answer-${number}`;
    const field = makeField(question, id, question.form === "move" ? {} : this.#labels, () => this.#changed(asked));
    const mark = h("p", { class: "task-mark", id: `${id}-mark` });
    const help = h("div", { class: "task-help" });
    const hint = button("Hint", "hint", () => void this.#help(asked), { class: "quiet", "data-action": "hint" });
    const check = button("Check", null, () => void this.#check(asked), { "data-action": "check" });
    const isGroup = question.form !== "number" && question.form !== "bound" && field.element.tagName !== "SELECT";
    const prompt = question.prompt.replace(/:$/, "");
    const element = h(
      isGroup ? "fieldset" : "div",
      {
        class: `question ${question.form}${question.choices.length > MANY ? " broad" : ""}`,
        "data-question": question.id,
        "aria-describedby": isGroup ? mark.id : null,
        onfocusin: () => this.#use(asked),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, asked),
      },
      isGroup ? h("legend", {}, prompt) : h("label", { for: id }, prompt),
      field.element,
      h("span", { class: "question-actions" }, check, hint),
      mark,
      help,
    );
    field.element.querySelector("input, select")?.setAttribute("aria-describedby", mark.id);
    const asked = { question, field, element, mark, help, hint, isRight: false, isTold: false };
    return asked;
  }

  /** Enter checks the question one is at. @param {KeyboardEvent} event @param {Asked} asked */
  #key(event, asked) {
    const target = /** @type {Element} */ (event.target);
    if (event.key !== "Enter" || target.closest("button")) return;
    event.preventDefault();
    void this.#check(asked);
  }

  /** @param {Asked} asked */
  #use(asked) {
    if (this.#active === asked) return;
    this.#active = asked;
    this.#redraw();
  }

  /** @param {Asked} asked */
  #changed(asked) {
    this.#active = asked;
    if (!asked.isRight) put(asked.mark);
    this.#redraw();
  }

  /** The questions that a click on a node may be meant for. @param {string} node */
  #wanting(node) {
    return this.#asked.filter(
      ({ element, question }) => !element.hidden && (question.node === node || question.choices.includes(node)),
    );
  }

  /** @param {string} node */
  #clickNode(node) {
    const wanting = this.#wanting(node);
    const asked = wanting.find((one) => one === this.#active && one.question.node !== node) ??
      wanting.find(({ question, field }) => question.node === node && !field.read()) ??
      wanting.find(({ question }) => question.form === "nodes") ??
      wanting.find(({ question }) => question.node === node) ?? wanting[0];
    if (!asked) return;
    const { question, field } = asked;
    if (question.form === "nodes") {
      const chosen = new Set((field.read() ?? "").split(" ").filter(Boolean));
      const isChosen = !chosen.delete(node);
      if (isChosen) chosen.add(node);
      field.write([...chosen].join(" "));
      announce(`${this.#labels[node] ?? node} ${isChosen ? "chosen" : "no longer chosen"}.`);
    } else if (question.form === "choice") {
      field.write(node);
    } else {
      field.focus();
      asked.element.scrollIntoView({ block: "nearest" });
    }
    this.#changed(asked);
  }

  /** @param {string} move */
  #clickMove(move) {
    const wanting = this.#asked.filter(
      ({ element, question }) => !element.hidden && question.form === "move" && question.choices.includes(move),
    );
    const asked = wanting.find((one) => one === this.#active) ?? wanting.find(({ isRight }) => !isRight) ?? wanting[0];
    if (!asked) return;
    asked.field.write(move);
    announce(`${move} chosen.`);
    this.#changed(asked);
  }

  /** Show in the figures what is answered. */
  #redraw() {
    const typed = new Map();
    for (const { question: { form, node }, field } of this.#asked) {
      const text = node && (form === "number" || form === "bound") ? field.read() : null;
      if (text) typed.set(node, [typed.get(node), legible(text)].filter(Boolean).join(", "));
    }
    const picking = this.#asked.filter(({ question: { form } }) => form === "nodes" || form === "choice");
    const chosen = (picking.includes(/** @type {Asked} */ (this.#active)) ? [this.#active] : picking)
      .flatMap((asked) => asked?.question.form === "nodes" ? asked.field.read()?.split(" ") : asked?.field.read());
    const playing = this.#asked.filter(({ question }) => question.form === "move");
    const move = (playing.find((one) => one === this.#active) ?? playing[0])?.field.read() ?? null;
    for (const figure of this.#figures) {
      figure.allow?.((node) => this.#wanting(node).length > 0);
      figure.mark?.(new Set(chosen.filter((node) => typeof node === "string")), typed);
      figure.point?.(move);
    }
  }

  /** Where questions come one by one, show those up to the first that is open. */
  #reveal() {
    if (!this.#isStepwise) return;
    let isOpen = true;
    for (const { element, isRight, isTold } of this.#asked) {
      element.hidden = !isOpen;
      isOpen = isOpen && (isRight || isTold);
    }
  }

  #name() {
    const { kind, level, seed, game } = this.#task;
    return { kind, level, seed, game };
  }

  /** @param {Asked[]} asked */
  #answers(asked) {
    return asked
      .flatMap(({ question, field }) => {
        const answer = field.read();
        return answer === null ? [] : [`${question.id}=${answer}`];
      })
      .join("\n");
  }

  /** @param {Asked} asked */
  async #check(asked) {
    try {
      const query = { ...this.#name(), question: asked.question.id, answers: this.#answers([asked]) };
      const [mark] = /** @type {Mark[]} */ (await ask("exercises/mark", query));
      this.#show(asked, mark);
      announce(`${asked.question.prompt} ${mark.sentence}`);
      this.#finish();
      const next = this.#asked.find(({ isRight, isTold, element }) => !isRight && !isTold && !element.hidden);
      if (asked.isRight && this.#isStepwise) next?.field.focus();
    } catch (error) {
      report(error);
    }
  }

  async #checkAll() {
    try {
      const query = { ...this.#name(), answers: this.#answers(this.#asked) };
      const marks = /** @type {Mark[]} */ (await ask("exercises/mark", query));
      this.#asked.forEach((asked, number) => this.#show(asked, marks[number]));
      announce(`${this.#asked.filter(({ isRight }) => isRight).length} of ${this.#asked.length} right.`);
      this.#finish();
    } catch (error) {
      report(error);
    }
  }

  /** @param {Asked} asked @param {Mark} mark */
  #show(asked, { outcome, sentence }) {
    asked.isRight = outcome === "right";
    asked.element.setAttribute("data-outcome", outcome);
    const sign = asked.isRight ? "✓ " : outcome === "missing" ? "" : "✗ ";
    asked.mark.className = `task-mark ${TONES[outcome] ?? "bad"}`;
    put(asked.mark, sign, sentence);
    this.#reveal();
  }

  /** A hint; asked again, the answer. @param {Asked} asked */
  async #help(asked) {
    try {
      const query = { ...this.#name(), question: asked.question.id };
      if (asked.help.childElementCount) {
        const { solutions } = /** @type {{solutions: Solution[]}} */ (await ask("exercises/solution", query));
        this.#tell(asked, solutions[0]);
        announce(asked.help.textContent ?? "");
        this.#finish();
        return;
      }
      const { hint } = /** @type {{hint: string}} */ (await ask("exercises/hint", query));
      put(asked.help, h("p", { class: "task-hint" }, hint));
      const label = asked.hint.querySelector("span");
      if (label) label.textContent = "Show the answer";
      announce(hint);
    } catch (error) {
      report(error);
    }
  }

  /** Show the answer and the reason for it. @param {Asked} asked @param {Solution} solution */
  #tell(asked, { shown, reason }) {
    asked.isTold = true;
    asked.hint.hidden = true;
    put(asked.help, h("p", { class: "task-reason" }, h("b", {}, `${shown}.`), ` ${reason}`));
    this.#reveal();
  }

  async #showSolution() {
    try {
      const found = await ask("exercises/solution", this.#name());
      const { solutions, in_microscope: canReplay, tree } =
        /** @type {{solutions: Solution[], in_microscope: boolean, tree: Shown | null}} */ (found);
      this.#asked.forEach((asked, number) => this.#tell(asked, solutions[number]));
      if (tree) { for (const figure of this.#figures) figure.solve?.(tree); }
      this.#finish();
      if (canReplay) this.#offerReplay();
      announce(`The solution is shown below each question${tree ? " and in the tree" : ""}.`);
    } catch (error) {
      report(error);
    }
  }

  #offerReplay() {
    if (this.#footer.querySelector("[data-action=replay]")) return;
    this.#footer.append(
      button("Replay in the microscope", "play", () => void this.#replay(), { "data-action": "replay" }),
    );
  }

  async #replay() {
    try {
      const { tree } = await ask("exercises/recording", this.#name());
      go({ ...readAddress(`${location.origin}/tree`), tree, view: "drawing" });
    } catch (error) {
      report(error);
    }
  }

  /** Say so if everything is answered. */
  #finish() {
    this.#redraw();
    const isSolved = this.#asked.every(({ isRight }) => isRight);
    if (!isSolved || this.#footer.querySelector(".task-solved")) return;
    const isAlone = this.#asked.every(({ isTold }) => !isTold);
    if (isAlone) noteSolved(this.#name(), readAddress().day);
    const sentence = isAlone ? "All correct." : "All correct, with help.";
    this.#footer.prepend(h("p", { class: "task-solved" }, sentence));
    announce(sentence);
  }
}
