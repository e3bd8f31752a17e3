/** Seeds that are sown one by one, and then those that are captured or swept into a store. */

import { s } from "../dom.js";
import { sound } from "./sounds.js";

/** @typedef {import("../api_types.js").Cell} Cell */

const SEED = 170; // milliseconds between two seeds,
const LONGEST = 2000; // but no more for all of them
const FLIGHT = 260;
const CAPTURE = 420;

/** @typedef {Map<string, number>} Counts  seeds by cell */

/**
 * Whether sowing along the path leads from some counts to others, apart from what is captured.
 *
 * @param {Cell[]} path
 * @param {Counts} before
 * @param {Counts} after
 */
export function canSow(path, before, after) {
  const [origin, ...sown] = path.map(String);
  const counts = sow(before, origin, sown);
  return sown.length > 0 && before.get(origin) === sown.length && total(counts) === total(after) &&
    [...counts].some(([key, count]) => count !== before.get(key));
}

/** @param {Counts} counts */
const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** @param {Counts} before @param {string} origin @param {string[]} sown */
function sow(before, origin, sown) {
  const counts = new Map(before);
  counts.set(origin, 0);
  for (const key of sown) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * @param {import("./motion.js").Motion} motion
 * @param {SVGGElement} layer  where seeds fly
 * @param {import("./geometry.js").Geometry} geometry
 * @param {{path: Cell[], before: Counts, after: Counts}} move
 * @param {(key: string, count: number) => void} draw  a pit with so many seeds
 */
export function showSowing(motion, layer, geometry, { path, before, after }, draw) {
  const [origin, ...sown] = path.map(String);
  const counts = new Map(before);
  const step = Math.min(SEED, LONGEST / sown.length);
  /** @param {string} from @param {string} to @param {number} seeds @param {number} delay @param {number} duration */
  const fly = (from, to, seeds, delay, duration) => {
    const [[x, y], [toX, toY]] = [placeOf(from), placeOf(to)].map((cell) => geometry.at(...cell));
    const seed = s("circle", { class: "seed seed-1", r: seeds > 1 ? 17 : 10 });
    const flying = s("g", { transform: `translate(${toX} ${toY})` }, seed);
    layer.append(flying);
    const frames = [
      { transform: `translate(${x - toX}px, ${y - toY}px)`, opacity: 0 },
      { transform: `translate(${x - toX}px, ${y - toY}px)`, opacity: 1, offset: 0.01 },
      { transform: "none", opacity: 1 },
    ];
    motion.animate(seed, frames, { delay, duration, easing: "ease-in-out" }, () => {
      flying.remove();
      for (const [key, change] of /** @type {[string, number][]} */ ([[from, -seeds], [to, seeds]])) {
        counts.set(key, (counts.get(key) ?? 0) + change);
        draw(key, counts.get(key) ?? 0);
      }
      sound(seeds > 1 ? "leave" : "sow");
    });
  };
  sown.forEach((key, i) => fly(origin, key, 1, i * step, FLIGHT));
  const differences = [...sow(before, origin, sown)].map(([key, count]) => /** @type {[string, number]} */ ([
    key,
    (after.get(key) ?? 0) - count,
  ]));
  const stores = differences.filter(([, gain]) => gain > 0);
  let delay = (sown.length - 1) * step + FLIGHT + SEED;
  for (const [key, gain] of differences.filter(([, gain]) => gain < 0)) {
    let left = -gain;
    const own = (/** @type {[string, number]} */ [store]) => Number(placeOf(store)[0] !== placeOf(key)[0]);
    for (const store of stores.sort((one, other) => own(one) - own(other))) { // those of its own row first
      const seeds = Math.min(left, store[1]);
      if (!seeds) continue;
      fly(key, store[0], seeds, delay, CAPTURE);
      left -= seeds;
      store[1] -= seeds;
    }
    delay += SEED;
  }
}

/** @param {string} key @returns {Cell} */
const placeOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));
