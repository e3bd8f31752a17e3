/** Which tasks were solved: kept in this browser alone, and forgotten on request. */

/** @typedef {import("./exercise_types.js").TaskName} TaskName */

const KEY = "kibitz-exercises";
const MAX_KEPT = 5000;

/** @param {TaskName} task */
const nameOf = ({ kind, level, seed, game }) => `${kind}/${level}/${seed}/${game}`;

/** @returns {string[]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // the browser stores nothing, or something else
  }
}

/** @param {TaskName} task */
export const isSolved = (task) => read().includes(nameOf(task));

/** @param {TaskName} task */
export function noteSolved(task) {
  const solved = read().filter((name) => name !== nameOf(task));
  try {
    localStorage.setItem(KEY, JSON.stringify([...solved, nameOf(task)].slice(-MAX_KEPT)));
  } catch {
    // the browser stores nothing, so this is not remembered
  }
}

/** How many tasks of a kind and level were solved. @param {string} kind @param {number} level */
export const countSolved = (kind, level) => read().filter((name) => name.startsWith(`${kind}/${level}/`)).length;

export const hasProgress = () => read().length > 0;

export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // there was nothing
  }
}
