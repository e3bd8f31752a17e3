/** The set of a day: the same tasks for everybody. */

import { writeAddress } from "../shared/address.js";
import { ask } from "../shared/api.js";
import { h, put } from "../shared/dom.js";
import { isSolved, readStreak, shiftDay, today } from "../shared/puzzle_progress.js";
import { plural } from "../shared/words.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./exercise_types.js").TaskName & {title: string, kind_title: string, game_title: string}} DailyTask */

/** @param {HTMLElement} root @param {Address} address @param {AbortSignal} signal */
export async function drawDaily(root, address, signal) {
  const now = today();
  const day = address.day || now;
  const { streak } = readStreak();
  const tasks = /** @type {DailyTask[]} */ (await ask("exercises/daily", { day }, signal));
  if (signal.aborted) return;
  document.title = `Exercises of ${day} · Kibitz`;
  /** @param {string} other */
  const addressOf = (other) => writeAddress({ ...address, day: other });
  put(
    root,
    h(
      "header",
      {},
      h("p", {}, h("a", { href: writeAddress({ ...address, exercise: "", day: "" }) }, "← All exercises")),
      h("h1", {}, day === now ? "Today’s exercises" : `Exercises of ${day}`),
      h(
        "p",
        { class: "about" },
        "The same tasks for everyone, on every machine.",
        streak > 1 && ` You have solved one on ${plural(streak, "day")} in a row.`,
      ),
    ),
    h(
      "ol",
      { class: "exercise-daily" },
      tasks.map(({ title, kind_title: kind, game_title: game, ...task }) =>
        h(
          "li",
          {},
          h(
            "a",
            {
              href: writeAddress({
                ...address,
                exercise: task.kind,
                level: task.level,
                seed: task.seed,
                game: task.game,
                day,
              }),
            },
            title,
          ),
          h("span", { class: "about" }, ` ${kind}, level ${task.level}${game ? `, ${game}` : ""}`),
          isSolved(task) && h("b", { class: "good" }, " ✓ solved"),
        )
      ),
    ),
    h(
      "p",
      { class: "row" },
      h("a", { href: addressOf(shiftDay(day, -1)) }, "The day before"),
      day < now && h("a", { href: addressOf(shiftDay(day, 1)) }, "The day after"),
    ),
  );
}
