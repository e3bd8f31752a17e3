/** The set of a day: the same tasks for everybody. */

import { writeAddress } from "../shared/address.js";
import { ask } from "../shared/api.js";
import { h, put } from "../shared/dom.js";
import { isSolved } from "./progress.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./exercise_types.js").TaskName & {title: string, kind_title: string}} DailyTask */

const DAY = 86_400_000; // milliseconds

/** A day as an address writes it. @param {Date} date */
const write = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The day before or after. @param {string} day @param {number} days */
const shift = (day, days) => new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** @param {HTMLElement} root @param {Address} address @param {AbortSignal} signal */
export async function drawDaily(root, address, signal) {
  const today = write(new Date());
  const day = address.day || today;
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
      h("h1", {}, day === today ? "Today’s exercises" : `Exercises of ${day}`),
      h("p", { class: "about" }, "The same for everybody, on every machine."),
    ),
    h(
      "ol",
      { class: "exercise-daily" },
      tasks.map(({ title, kind_title: kind, ...task }) =>
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
          h("span", { class: "about" }, ` ${kind}, level ${task.level}${task.game ? `, ${task.game}` : ""}`),
          isSolved(task) && h("b", { class: "good" }, " ✓ solved"),
        )
      ),
    ),
    h(
      "p",
      { class: "row" },
      h("a", { href: addressOf(shift(day, -1)) }, "The day before"),
      day < today && h("a", { href: addressOf(shift(day, 1)) }, "The day after"),
    ),
  );
}
