/** Choosing an exercise: a kind and a level, one that is given, or those of a day; and what was solved before. */

import { go, writeAddress } from "../shared/address.js";
import { announce } from "../shared/announcer.js";
import { button, h, put } from "../shared/dom.js";
import { countSolved, forget, hasProgress } from "../shared/puzzle_progress.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./exercise_types.js").Kind} Kind */

const LEVELS = [1, 2, 3, 4, 5];
const ENOUGH = 3; // solved tasks of a level, after which the next one is given
const MANY = 1_000_000;

export const randomSeed = () => 1 + Math.floor(Math.random() * MANY);

/** @param {HTMLElement} root @param {Kind[]} kinds @param {Address} address */
export function drawChooser(root, kinds, address) {
  document.title = "Exercises · Kibitz";
  /** @param {Kind} kind @param {number} level */
  const addressOf = ({ name }, level) => ({ ...address, exercise: name, level, seed: randomSeed(), game: "", day: "" });
  const give = () => {
    const kind = kinds[Math.floor(Math.random() * kinds.length)];
    go(addressOf(kind, LEVELS.find((level) => countSolved(kind.name, level) < ENOUGH) ?? 5));
  };
  put(
    root,
    h(
      "header",
      {},
      h("h1", {}, "Exercises"),
      h(
        "p",
        { class: "exercises-lede" },
        "Work through a search by hand; the search itself marks your answers. ",
        h("a", { href: "/manual?document=exercises" }, "How it works"),
      ),
    ),
    h(
      "p",
      { class: "row" },
      button("Give me one", "play", give, { class: "primary" }),
      h(
        "a",
        { class: "button", href: writeAddress({ ...address, exercise: "daily", game: "", seed: null }) },
        "Today’s set",
      ),
      h(
        "a",
        { class: "button", href: writeAddress({ ...address, exercise: "sheet", game: "", day: "", seed: null }) },
        "Make a sheet or a question bank",
      ),
    ),
    h("ul", { class: "exercise-kinds" }, kinds.map((kind) => drawKind(kind, addressOf))),
    hasProgress() &&
      h(
        "p",
        { class: "about" },
        "Your solved tasks are stored only in this browser. ",
        button("Forget it", null, () => {
          forget();
          announce("Forgotten.");
          drawChooser(root, kinds, address);
        }, { class: "quiet" }),
      ),
  );
}

/** @param {Kind} kind @param {(kind: Kind, level: number) => Address} addressOf */
function drawKind(kind, addressOf) {
  return h(
    "li",
    { class: "card", "data-kind": kind.name },
    h("h2", {}, kind.title),
    h("p", {}, kind.about),
    h(
      "ol",
      { class: "exercise-levels", "aria-label": `${kind.title}: levels` },
      h("li", { class: "level-word", "aria-hidden": "true" }, "Level"),
      LEVELS.map((level) => {
        const solved = countSolved(kind.name, level);
        const about = `Level ${level}: ${kind.levels[level - 1]}${solved ? `; ${plural(solved, "task")} solved` : ""}`;
        return h(
          "li",
          {},
          h(
            "a",
            { class: "button", href: writeAddress(addressOf(kind, level)), "aria-label": about, title: about },
            String(level),
            solved > 0 && h("span", { class: "solved-count", "aria-hidden": "true" }, `✓ ${solved}`),
          ),
        );
      }),
    ),
    h("p", { class: "about" }, `1: ${kind.levels[0]} … ${kind.levels.length}: ${kind.levels[kind.levels.length - 1]}`),
  );
}
