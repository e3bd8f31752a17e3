/** Searches worth a look, one click each, with what to look for. `/tree?example=NAME` leads to one of them. */

import { readAddress, writeAddress } from "../shared/address.js";
import { h } from "../shared/dom.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {{name: string, title: string, look: string, at: Partial<Address>}} Example */

/** @type {Example[]} */
const EXAMPLES = [
  {
    name: "alphabeta",
    title: "Alpha-beta on tic-tac-toe",
    look: "Twelve nodes that fit on a blackboard: press Play and watch the window at the root narrow after the first " +
      "move. Stop at a cut-off and press Why? to see which move set the bound.",
    at: { game: "tic-tac-toe", moves: "a1b2c1c2a3", searcher: "alphabeta", view: "drawing" },
  },
  {
    name: "pruning",
    title: "Minimax beside alpha-beta",
    look:
      "Both look 4 plies ahead in Connect Four and find the same value; minimax visits 2,801 nodes, alpha-beta far " +
      "fewer. Go there leads to the first move that alpha-beta leaves out.",
    at: { game: "connect-four", searcher: "minimax:depth=4", other: "alphabeta:depth=4" },
  },
  {
    name: "order",
    title: "The effect of the move order",
    look: "The same search twice, from left to right and from the centre. Compare the red cut-off bars, and in the " +
      "statistics how many of the cut-offs the first move makes.",
    at: { game: "connect-four", searcher: "alphabeta:depth=5", other: "alphabeta:depth=5,order=centre" },
  },
  {
    name: "mtd",
    title: "The passes of MTD(f)",
    look:
      "MTD(f) asks again and again whether the value is at least some number, and every pass answers with a bound. " +
      "Play goes through the passes one after another until the bounds meet.",
    at: { game: "tic-tac-toe", searcher: "mtd:depth=3" },
  },
  {
    name: "trap",
    title: "Monte Carlo finds a trap",
    look: "O does best at random in the corners beside its own stone, c1 and c3, and both lose. Play the simulations " +
      "one by one: the visits go there first, and to a1 and a3, which hold the draw, once X's answers are found.",
    at: { game: "tic-tac-toe", moves: "b3c2a2", searcher: "mcts:simulations=400", view: "drawing" },
  },
  {
    name: "proof",
    title: "Proof numbers",
    look:
      "X wins here, and the search proves it by working where the least is missing. Follow the two numbers under a " +
      "node: it is settled when one of them becomes 0.",
    at: { game: "tic-tac-toe", moves: "a1b1", searcher: "proof", view: "drawing" },
  },
  {
    name: "twice",
    title: "A program that moves twice",
    look: "Two in a row win here. On the left a program of 2021 as it was printed: after every move it lets the same " +
      "player move again, so that all three moves look like a win and it plays 1. On the right, with that fault " +
      "mended, only 2 wins. The passes are flagged with the fault's number.",
    at: {
      game: "connect-four:width=3,height=1,k=2",
      searcher: "replica-s0-minimax:depth=2,root_max=false,leaf_side=false,first_column=false,draw_lost=false",
      other:
        "replica-s0-minimax:depth=2,same_player=false,root_max=false,leaf_side=false,first_column=false,draw_lost=false",
      view: "drawing",
    },
  },
  {
    name: "fault",
    title: "A published fault",
    look: "On the left a program as it was printed, on the right the same program corrected: its evaluation aims for " +
      "the wrong heaps. Both trees have the same nodes; look where the values differ.",
    at: {
      game: "take-away:chips=5,take=2",
      searcher: "replica-s3-take-away:depth=2",
      other: "replica-s3-take-away:depth=2,modulus=false",
      view: "drawing",
    },
  },
];

/** The address of an example, null if there is none of that name. @param {string} name @returns {Address | null} */
export function findExample(name) {
  const found = EXAMPLES.find((example) => example.name === name);
  return found ? { ...readAddress(`${location.origin}/tree`), ...found.at } : null;
}

/** All of them, as links. */
export function exampleList() {
  return h(
    "section",
    { class: "examples", "aria-label": "Examples" },
    h("h2", {}, "Examples"),
    h(
      "ul",
      {},
      EXAMPLES.map(({ name, title, look }) =>
        h(
          "li",
          { class: "card" },
          h("h3", {}, h("a", { href: writeAddress(/** @type {Address} */ (findExample(name))) }, title)),
          h("p", {}, look),
        )
      ),
    ),
  );
}
