/**
 * The replay of a tree inside the page: what the search knew at a step, and when the next event comes.
 *
 * There is a step on entering and one on leaving every node: 2 * id - ply and 2 * (id + size) - ply - 1.
 */

import { plural } from "../../shared/words.js";

/** @typedef {import("./tree_arrays.js").Columns} Columns */
/** @typedef {import("../tree_types.js").Moment} Moment */
/** @typedef {import("../tree_types.js").Step} Step */

/** @param {Columns} tree @param {number} node */
export const stepEntered = (tree, node) => 2 * node - tree.ply(node);

/** @param {Columns} tree @param {number} node */
export const stepLeft = (tree, node) => 2 * (node + tree.size(node)) - tree.ply(node) - 1;

/** Which node a step enters or leaves. @param {Columns} tree @param {number} step */
function happening(tree, step) {
  let [low, high] = [0, tree.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stepEntered(tree, middle) <= step) low = middle;
    else high = middle - 1;
  }
  let left = step - stepEntered(tree, low);
  const entered = left === 0;
  let node = low;
  while (--left > 0) node = tree.parent(node);
  return { node, entered };
}

/**
 * @param {Columns} tree
 * @param {number} step
 * @param {(node: number) => boolean} forMax  whether values at a node are for Max
 * @returns {Moment}
 */
export function momentAt(tree, step, forMax) {
  const { node, entered } = happening(tree, step);
  const path = tree.path(node).map((at) => standing(tree, at, step, forMax(at)));
  const parent = tree.parent(node);
  const event = entered ? "enter" : tree.isCut(node) ? "cut" : "leave";
  const before = parent >= 0 && !entered ? standing(tree, parent, step - 1, forMax(parent)) : null;
  const after = path[path.length - 2];
  const changed = !before || !after
    ? ""
    : before.alpha !== after.alpha
    ? "alpha"
    : before.best !== after.best
    ? "best"
    : "";
  const moment = {
    step,
    of_pass: tree.recording.passes.filter(({ root }) => root <= node).length - 1,
    event,
    node,
    line: "",
    then: "",
    sentence: "",
    path,
    changed,
    card: tree.card(node, forMax(node)),
    known: [],
    changes_all: false,
  };
  return { ...moment, ...codeLines(tree, moment), sentence: sentence(tree, moment, forMax(node)) };
}

/**
 * A node's window and best value after a step.
 *
 * @param {Columns} tree
 * @param {number} node
 * @param {number} step
 * @param {boolean} forMax
 * @returns {Step}
 */
function standing(tree, node, step, forMax) {
  const children = tree.children(node).filter((child) => stepEntered(tree, child) <= step);
  const done = children.filter((child) => stepLeft(tree, child) <= step && !tree.isStopped(child));
  const isLeft = stepLeft(tree, node) <= step && !tree.isStopped(node);
  const values = done.map((child) => -tree.value(child));
  const better = tree.takesLeast && tree.parent(node) < 0 ? Math.min : Math.max;
  const best = isLeft ? tree.value(node) : values.length ? better(...values) : null;
  const alpha = Math.max(tree.get("alpha", node), best ?? -Infinity);
  const beta = tree.get("beta", node);
  const isTheirs = tree.isMax(node) === forMax;
  const [low, high] = isTheirs ? [alpha, beta] : [-beta, -alpha];
  return {
    node,
    move: tree.moveName(node),
    ply: tree.ply(node),
    size: tree.size(node),
    alpha,
    beta,
    best,
    alpha_text: tree.points(low),
    beta_text: tree.points(high),
    best_text: best === null ? "" : tree.points(isTheirs ? best : -best),
    tried: done.length,
    moves: tree.children(node).length + tree.ghosts(node).length,
    viewer: forMax ? tree.recording.to_move : 1 - tree.recording.to_move,
  };
}

/**
 * The line of the pseudocode a node is at, and the one its parent is at.
 *
 * @param {Columns} tree
 * @param {Moment} moment
 */
function codeLines(tree, { event, node, changed, path }) {
  const { kind, research } = tree.card(node);
  const leaf = { inner: "", stopped: "", terminal: "final", horizon: "horizon", table: "table" }[kind];
  const known = new Set(tree.recording.pseudocode.lines.map(({ id }) => id));
  const first = (/** @type {string[]} */ ...ids) => ids.find((id) => known.has(id)) ?? "";
  if (event === "enter") return { line: first(research ? "again" : "enter", "enter", "visit"), then: "" };
  const parent = path[path.length - 2];
  const closes = parent && parent.best !== null && parent.beta !== null && parent.best >= parent.beta;
  return {
    line: event === "cut" ? first("cut", "leave") : first(leaf, "leave"),
    then: parent ? first(closes ? "cut" : changed ? "improve" : "keep") : "",
  };
}

/** @param {Columns} tree @param {Moment} moment @param {boolean} forMax */
function sentence(tree, { event, node, changed }, forMax) {
  const name = tree.moveName(node) || "the root";
  const window = tree.windowText(node, forMax);
  const { players, to_move } = tree.recording;
  const worth = `${tree.valueText(node, forMax)} for ${players[forMax ? to_move : 1 - to_move]}`;
  if (event === "enter") {
    const verb = tree.isResearch(node) ? "Searches again" : "Enters";
    return `${verb} ${name}${window ? ` with the window ${window}` : ""}.`;
  }
  const ghosts = tree.ghosts(node);
  if (event === "cut") {
    const rest = `${plural(ghosts.length, "move")} not searched`;
    return `Cut-off at ${name}: it is worth ${worth}, which meets the bound of ${window}; ${rest}.`;
  }
  const effect = changed === "alpha"
    ? "; the window of its parent narrows"
    : changed === "best"
    ? "; the best so far"
    : "";
  return `${name} is worth ${worth}${effect}.`;
}

/**
 * The next step, or the last before, at which what is wanted happens; -1 if never.
 *
 * @param {Columns} tree
 * @param {import("../tree_types.js").SeekRequest} wish
 */
export function seekStep(tree, { step, direction, wanted, what }) {
  const happens = /** @type {Record<string, (node: number) => number>} */ ({
    cutoff: (node) => (tree.isCut(node) ? stepLeft(tree, node) : -1),
    closes: (node) => (tree.isCut(node) && tree.size(node) > 1 ? stepLeft(tree, node) - 1 : -1),
    move: (node) => (tree.moveName(node).toLowerCase() === what.toLowerCase() ? stepEntered(tree, node) : -1),
    depth: (node) => (tree.ply(node) === Number(what) ? stepEntered(tree, node) : -1),
    value: (node) => (hasValue(tree, node, what) ? stepLeft(tree, node) : -1),
    research: (node) => (tree.isResearch(node) ? stepEntered(tree, node) : -1),
    table: (node) => (tree.card(node).kind === "table" ? stepLeft(tree, node) : -1),
    leaf: (node) => (tree.size(node) === 1 ? stepEntered(tree, node) : -1),
    proven: (node) => (tree.verdict(node) ? stepLeft(tree, node) : -1),
    fault: (node) => (tree.faults(node).length ? stepLeft(tree, node) : -1),
  })[wanted];
  let found = -1;
  for (let node = 0; node < tree.length; node++) {
    const at = happens(node);
    if (at < 0 || direction * (at - step) <= 0) continue;
    if (found < 0 || direction * (found - at) > 0) found = at;
  }
  return found;
}

/**
 * Whether a node is worth this, however the minus is written.
 *
 * @param {Columns} tree
 * @param {number} node
 * @param {string} what
 */
export function hasValue(tree, node, what) {
  const plain = (/** @type {string} */ text) => text.replace("−", "-").replace("+", "").trim();
  return !tree.isStopped(node) && plain(tree.pointsForMax(node, tree.value(node))) === plain(what);
}
