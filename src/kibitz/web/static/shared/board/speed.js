/** How fast boards move: a choice that this browser keeps. Nothing moves if the system asks for that. */

import { readStored, store } from "../storage.js";

const KEY = "kibitz-speed";
const BEAT = 600; // milliseconds between a person's move, when it has landed, and the answer

/** How much longer than usual everything takes. @type {Record<string, number>} */
const SPEEDS = { slow: 2, normal: 1, fast: 0.5, off: 0 };
export const SPEED_NAMES = Object.keys(SPEEDS);

const still = matchMedia("(prefers-reduced-motion: reduce)");

export const speed = () => {
  const kept = readStored(KEY, "normal");
  return kept in SPEEDS ? kept : "normal";
};

/** @param {string} name */
export const setSpeed = (name) => store(KEY, name);

/** What a length of time becomes at the speed that is set. @param {number} milliseconds */
export const paced = (milliseconds) => milliseconds * SPEEDS[speed()];

/** Whether changes are shown without animation. */
export const isStill = () => still.matches || speed() === "off";

/** The time between a move and the answer. */
export const beat = () => paced(BEAT);
