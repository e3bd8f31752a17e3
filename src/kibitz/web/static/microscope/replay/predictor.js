/**
 * Predict, then reveal: the replay stops before each decision, asks what the search will do, and then shows it. The right
 * answer is what the recorded search did at its next step.
 */

import { button, h, put } from "../../shared/dom.js";
import { signed, withMinus } from "../../shared/words.js";

/** @typedef {import("../tree_types.js").Moment} Moment */
/** @typedef {import("../tree_types.js").Step} Step */
/** @typedef {{step: number, node: number, text: string, options: string[], right: number}} Question */

const MOST_OPTIONS = 4;
const NUMBER = /[+−]?\d+/;
const LEAVES = ["leave", "cut"];

export class Predictor {
  isOn = false;
  /** Called with an answer: show what the search did. */
  onAnswer = () => {};
  /** Called with the node that is asked about, null when its numbers may be seen again. @type {(node: number | null) => void} */
  onAsk = () => {};
  element = h("div", { class: "prediction", "aria-live": "polite" });
  #box = h("input", { type: "checkbox" });
  switch = h(
    "label",
    { class: "tick-line predicts", title: "The replay stops before each decision and asks what comes next (q)" },
    this.#box,
    "Predict",
  );
  /** @type {Question | null} */ #question = null;
  #verdict = "";
  #asked = 0;
  #right = 0;

  /** @param {import("../tree_types.js").Recording} recording */
  constructor(recording) {
    this.recording = recording;
    this.#box.addEventListener("change", () => this.#turn(this.#box.checked));
  }

  toggle() {
    this.#box.checked = !this.#box.checked;
    this.#turn(this.#box.checked);
  }

  /** @param {boolean} isOn */
  #turn(isOn) {
    this.isOn = isOn;
    this.#asked = this.#right = 0;
    this.#verdict = "";
    this.#put(null);
  }

  /** Whether an answer is awaited. */
  get isOpen() {
    return this.#question !== null;
  }

  /** Ask about the step after this one, if it is a decision. @param {Moment} now @param {Moment} next */
  poses(now, next) {
    if (!this.isOn) return false;
    const question = questionAbout(this.recording, now, next);
    this.#verdict = "";
    this.#put(question);
    return question !== null;
  }

  /** @param {number} choice  the number of the answer */
  answer(choice) {
    const question = this.#question;
    if (!question || choice >= question.options.length) return;
    const isRight = choice === question.right;
    this.#asked++;
    if (isRight) this.#right++;
    this.#verdict = isRight ? "Right." : `No: ${question.options[question.right]}.`;
    this.onAnswer();
  }

  /** A step is shown: an answer to its question is judged, any other question is dropped. */
  reveal() {
    this.#put(null);
    this.#verdict = "";
  }

  /** @param {Question | null} question */
  #put(question) {
    this.#question = question;
    this.onAsk(question?.node ?? null);
    this.element.classList.toggle("open", question !== null);
    const score = this.#asked > 0 && h("span", { class: "about" }, `${this.#right} of ${this.#asked} right`);
    if (!question) {
      const kind = this.#verdict.startsWith("Right") ? "right" : "wrong";
      return put(this.element, this.#verdict && h("strong", { class: kind }, this.#verdict), this.isOn && score);
    }
    return put(
      this.element,
      h("p", {}, question.text),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Your prediction" },
        question.options.map((option, i) => button(option, null, () => this.answer(i), { title: `Key ${i + 1}` })),
        score,
      ),
    );
  }
}

/**
 * What can be asked before the next step: whether the search cuts off, as long as there are moves to leave out; else,
 * what a node returns.
 *
 * @param {import("../tree_types.js").Recording} recording
 * @param {Moment} now
 * @param {Moment} next
 * @returns {Question | null}
 */
export function questionAbout(recording, now, next) {
  const above = now.path[now.path.length - 2];
  if (!above || !LEAVES.includes(now.event) || !recording.depth_first) return null;
  const name = above.move || "the root";
  const said = withMinus(now.sentence);
  const left = above.moves - above.tried;
  const question = { step: next.step, node: above.node };
  if (left > 0 && recording.has_windows && canClose(above)) {
    const rest = `${left} ${left === 1 ? "move is" : "moves are"} left at ${name}.`;
    const isCut = next.event === "cut" && next.node === above.node;
    return {
      ...question,
      text: `${said} ${rest} Does the search cut off here?`,
      options: ["Yes", "No"],
      right: isCut ? 0 : 1,
    };
  }
  if (next.node !== above.node || !LEAVES.includes(next.event) || left > 0) return null;
  const [right] = next.card.value.match(NUMBER) ?? [];
  if (right === undefined) return null;
  const options = optionsAround(right, [now.card.value, above.alpha_text, above.beta_text]);
  return { ...question, text: `${said} What does ${name} return?`, options, right: options.indexOf(right) };
}

/** Whether a bound is there that can end the search of a node's moves. @param {Step} at */
const canClose = ({ to_move, viewer, alpha_text, beta_text }) =>
  !(to_move === viewer ? beta_text : alpha_text).includes("∞");

/** Numbers to choose from: the right one, those that stand beside it, and its opposite. @param {string} right @param {string[]} beside */
function optionsAround(right, beside) {
  const value = toNumber(right);
  const near = beside.flatMap((text) => text.match(NUMBER) ?? []).map(toNumber);
  const all = [...new Set([value, ...near, -value, value + 1, value - 1])].slice(0, MOST_OPTIONS);
  return all.sort((a, b) => a - b).map(signed);
}

/** @param {string} text */
const toNumber = (text) => Number(text.replace("−", "-"));
