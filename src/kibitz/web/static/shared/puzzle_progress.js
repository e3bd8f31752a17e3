/** Which tasks were solved, and on which days one of the set of the day: kept in this browser, and forgotten on request. */

import { readStored, store } from "./storage.js";

/** @typedef {{kind: string, level: number, seed: number, game: string}} TaskName  what a task is made from */

const KEY = "kibitz-exercises";
const DAYS_KEY = "kibitz-days";
const MAX_KEPT = 5000;
const MAX_DAYS = 1000;
const DAY = 86_400_000; // milliseconds

/** How many puzzles the set of a day has. */
export const DAILY = 5;

/** @param {TaskName} task */
const nameOf = ({ kind, level, seed, game }) => `${kind}/${level}/${seed}/${game}`;

/** @returns {string[]} */
const read = () => readStored(KEY, []);

/** How many puzzles of their day were solved on each day, by its date. @returns {Record<string, number>} */
const readDays = () => readStored(DAYS_KEY, {});

/** A day as an address writes it. */
export const today = (date = new Date()) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

/** The day some days after another, or before. @param {string} day @param {number} days */
export const shiftDay = (day, days) => new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** @param {TaskName} task */
export const isSolved = (task) => read().includes(nameOf(task));

/** @param {TaskName} task @param {string} day  whose set the task is from, if any */
export function noteSolved(task, day) {
  const name = nameOf(task);
  const solved = read();
  if (day === today() && !solved.includes(name)) {
    const days = Object.entries({ ...readDays(), [day]: (readDays()[day] ?? 0) + 1 });
    store(DAYS_KEY, Object.fromEntries(days.slice(-MAX_DAYS)));
  }
  store(KEY, [...solved.filter((other) => other !== name), name].slice(-MAX_KEPT));
}

/** How many of today's puzzles were solved, and on how many days in a row at least one was. */
export function readStreak() {
  const days = readDays();
  const now = today();
  let streak = 0;
  for (let day = days[now] ? now : shiftDay(now, -1); days[day]; day = shiftDay(day, -1)) streak++;
  return { solved: days[now] ?? 0, streak };
}

/** How many tasks of a kind and level were solved. @param {string} kind @param {number} level */
export const countSolved = (kind, level) => read().filter((name) => name.startsWith(`${kind}/${level}/`)).length;

export const hasProgress = () => read().length > 0;

export function forget() {
  store(KEY, null);
  store(DAYS_KEY, null);
}
