/** What the signs mean. */

import { h } from "../../shared/dom.js";
import { nextFrame } from "../../shared/settled.js";
import { paintSign, readColours } from "./node_signs.js";

const LARGE = 300; // nodes: the map of a larger tree has subtrees that are too narrow to be seen

/** @param {import("../tree_types.js").Source} source */
export function legend({ recording, other = "" }) {
  const entries = recording.legend.map(({ sign, words }) => [sign, words]);
  if (other) entries.push(["only", "only this search visited it; shaded on the map"]);
  if (recording.nodes > LARGE) entries.push(["block", "on the map, several nodes too narrow to tell apart"]);
  const items = entries.map(([name, words]) => {
    const canvas = h("canvas", { width: 44, height: 36, "aria-hidden": "true" });
    return { name, canvas, item: h("li", {}, canvas, words) };
  });
  const list = h(
    "ul",
    {},
    items.map(({ item }) => item),
  );
  const paint = () => {
    const colours = readColours(list);
    for (const { name, canvas } of items) {
      const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      pen.setTransform(2, 0, 0, 2, 0, 0);
      pen.clearRect(0, 0, 22, 18);
      paintSign(pen, name, 11, 9, 5.5, colours);
    }
  };
  const element = h("details", { class: "legend" }, h("summary", {}, "Legend"), list);
  element.open = matchMedia("(min-width: 60rem)").matches;
  element.addEventListener("toggle", paint);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  new MutationObserver(paint).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  nextFrame(paint);
  return element;
}
