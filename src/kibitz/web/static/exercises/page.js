/**
 * Exercises: choose one or be given one, solve it on the figure and in its fields, and see why.
 *
 *     /exercises?exercise=alphabeta&level=3&seed=7      the same task for everybody who has the link
 *     /exercises?exercise=daily&day=2026-03-01          the set of a day
 *     /exercises?exercise=sheet&kinds=backup,alphabeta  a sheet for students
 */

import { go, writeAddress } from "../shared/address.js";
import { report } from "../shared/announcer.js";
import { ask, askOnce, listGames } from "../shared/api.js";
import { button, h, put } from "../shared/dom.js";
import { isSolved } from "../shared/puzzle_progress.js";
import { drawChooser, randomSeed } from "./chooser.js";
import { drawDaily } from "./daily.js";
import { drawSheetForm } from "./sheet_form.js";
import { TaskView } from "./task_view.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./exercise_types.js").Kind} Kind */
/** @typedef {import("./exercise_types.js").TaskAnswer} TaskAnswer */

const MAX_LEVEL = 5;

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  const element = h("article", { class: "exercises" });
  put(root, element);
  let work = new AbortController();

  /** @param {Address} next */
  async function show(next) {
    work.abort();
    work = new AbortController();
    const { signal } = work;
    put(element, h("p", { class: "about" }, "Making the task …"));
    try {
      const kinds = /** @type {Kind[]} */ (await askOnce("exercises/kinds"));
      if (signal.aborted) return;
      if (!next.exercise) return drawChooser(element, kinds, next);
      if (next.exercise === "sheet") return drawSheetForm(element, kinds, next);
      if (next.exercise === "daily") return await drawDaily(element, next, signal);
      const kind = kinds.find(({ name }) => name === next.exercise);
      const game = kind?.takes_game ? next.game : "";
      const query = { kind: next.exercise, level: next.level ?? 1, seed: next.seed ?? 1, game };
      const answer = /** @type {TaskAnswer} */ (await ask("exercises/task", query, signal));
      if (signal.aborted) return;
      drawTask(element, answer, next);
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      put(
        element,
        h("p", { class: "run-error" }, error instanceof Error ? error.message : String(error)),
        h("p", {}, h("a", { href: "/exercises" }, "To all exercises")),
      );
    }
  }

  void show(address);
  return { update: (next) => void show(next), close: () => work.abort() };
}

/** @param {HTMLElement} root @param {TaskAnswer} answer @param {Address} address */
function drawTask(root, answer, address) {
  const { task, kind } = answer;
  document.title = `${task.title} · Kibitz`;
  /** @param {Partial<Address>} change */
  const to = (change) => ({ ...address, level: task.level, seed: task.seed, ...change });
  const sheet = new URLSearchParams({
    kind: task.kind,
    level: String(task.level),
    seed: String(task.seed),
    ...(kind.takes_game && address.game ? { game: address.game } : {}),
  });
  put(
    root,
    h(
      "header",
      { class: "task-head" },
      h(
        "p",
        { class: "row task-place" },
        h(
          "a",
          { href: writeAddress(to({ exercise: "", level: null, seed: null, game: "", day: "" })) },
          "← All exercises",
        ),
        address.day &&
          h(
            "a",
            { href: writeAddress(to({ exercise: "daily", level: null, seed: null, game: "" })) },
            "← The set of the day",
          ),
      ),
      h("h1", {}, task.title),
      h(
        "p",
        { class: "about" },
        `${kind.title} · level ${task.level}: ${kind.levels[task.level - 1]} · task ${task.seed}`,
        isSolved(task) && " · solved before",
      ),
      h("p", { class: "task-text" }, task.text),
      task.conventions.length > 0 && h("ul", { class: "conventions" }, task.conventions.map((one) => h("li", {}, one))),
    ),
    new TaskView(answer).element,
    h(
      "nav",
      { class: "row task-next", "aria-label": "Other tasks" },
      button("Next task", "forward", () => go(to({ seed: randomSeed(), day: "" })), { "data-action": "next" }),
      task.level > 1 && button("Easier", null, () => go(to({ level: task.level - 1, seed: randomSeed(), day: "" }))),
      task.level < MAX_LEVEL &&
        button("Harder", null, () => go(to({ level: task.level + 1, seed: randomSeed(), day: "" }))),
      h("a", { href: `/api/exercises/sheet?${sheet}`, target: "_blank", rel: "noopener" }, "Print this task"),
      h(
        "a",
        { href: `/api/exercises/sheet?${sheet}&count=6`, target: "_blank", rel: "noopener" },
        "Print six similar tasks",
      ),
      h(
        "a",
        { href: writeAddress(to({ exercise: "sheet", kinds: task.kind, game: "", day: "" })) },
        "A sheet or question bank",
      ),
    ),
    kind.takes_game && chooseGame(task.game, (game) => go(to({ game, day: "" }))),
  );
}

/** Another game for a kind that is about positions. @param {string} game @param {(spec: string) => void} choose */
function chooseGame(game, choose) {
  const input = h("input", {
    type: "text",
    id: "exercise-game",
    value: game,
    list: "exercise-games",
    maxlength: "300",
  });
  const list = h("datalist", { id: "exercise-games" });
  void listGames()
    .then((games) => put(list, games.flatMap(({ presets }) => presets.map(({ spec }) => h("option", { value: spec })))))
    .catch(report);
  return h(
    "form",
    {
      class: "row exercise-game",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        choose(input.value.trim());
      },
    },
    h("label", { for: "exercise-game" }, "Game"),
    input,
    list,
    h("button", { type: "submit" }, "Use this game"),
  );
}
