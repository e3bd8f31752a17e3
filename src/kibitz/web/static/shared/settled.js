/**
 * Tells whether the page has settled: `data-state` of the root element is "settled" when everything that the last input
 * caused is on screen and in the address, else "busy".
 *
 * A page counts what it still waits for: requests, timers, frames. When nothing is left it waits until two frames have
 * passed without anything new, which lays the page out and tells the observers of sizes, and until images are loaded
 * and animations have ended. Not counted: a stream that goes on until the page leaves it, after its first events; clocks;
 * notices, which disappear by themselves; animations without an end.
 */

const root = document.documentElement;
let pending = 0;
let turn = 0; // counts what has begun

/** Something begins that will change the page. Returns a function to call when it is done; further calls do nothing. */
export function begin() {
  let isOver = false;
  pending++;
  turn++;
  root.dataset.state = "busy";
  return () => {
    if (isOver) return;
    isOver = true;
    pending--;
    if (!pending) void settle();
  };
}

/** The page is busy until the promise is settled. @template T @param {Promise<T>} promise @returns {Promise<T>} */
export function track(promise) {
  const end = begin();
  promise.then(end, end);
  return promise;
}

/**
 * `setTimeout`, with the page busy until then. Returns a function that cancels it.
 *
 * @param {number} milliseconds
 * @param {() => void} run
 */
export function later(milliseconds, run) {
  const end = begin();
  const timer = setTimeout(() => attempt(run, end), milliseconds);
  return () => (clearTimeout(timer), end());
}

/** `requestAnimationFrame` likewise. @param {() => void} run */
export function nextFrame(run) {
  const end = begin();
  const frame = requestAnimationFrame(() => attempt(run, end));
  return () => (cancelAnimationFrame(frame), end());
}

/** @param {() => void} run @param {() => void} end */
function attempt(run, end) {
  try {
    run();
  } finally {
    end();
  }
}

async function settle() {
  const mine = turn;
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  if (mine !== turn) return;
  const animations = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  const images = [...document.images].filter(({ complete, loading }) => !complete && loading !== "lazy");
  await Promise.allSettled([...animations.map(({ finished }) => finished), ...images.map(loaded)]);
  if (mine === turn) root.dataset.state = "settled";
}

/** @param {HTMLImageElement} image */
const loaded = (image) =>
  new Promise((resolve) => {
    for (const name of ["load", "error"]) image.addEventListener(name, resolve, { once: true });
  });
