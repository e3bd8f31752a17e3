/** Searches worth a look, one click each, with what to look for. `/tree?example=NAME` leads to one of them. */

import { readAddress, writeAddress } from "../shared/address.js";
import { ask } from "../shared/api.js";
import { h } from "../shared/dom.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./tree_types.js").Example} Example */

/** All of them. @param {AbortSignal} signal @returns {Promise<Example[]>} */
export async function findExamples(signal) {
  const { examples } = await ask("tree/examples", {}, signal);
  return examples;
}

/** The address that shows an example. @param {Example} example @returns {Address} */
export function exampleAddress({ name, game, moves, searcher, other, view }) {
  return { ...readAddress(`${location.origin}/tree`), example: name, game, moves, searcher, other, view };
}

/** Whether an address shows what the text of an example is about. @param {Example} example @param {Address} address */
export const isExample = (example, address) =>
  /** @type {const} */ (["game", "moves", "searcher", "other"]).every((name) => example[name] === address[name]);

/** All of them, as links. @param {Example[]} examples */
export function exampleList(examples) {
  return h(
    "section",
    { class: "examples", "aria-label": "Examples" },
    h("h2", {}, "Examples"),
    h(
      "ul",
      {},
      examples.map((example) =>
        h(
          "li",
          { class: "card" },
          h("h3", {}, h("a", { href: writeAddress(exampleAddress(example)) }, example.title)),
          h("p", {}, example.look),
        )
      ),
    ),
  );
}
