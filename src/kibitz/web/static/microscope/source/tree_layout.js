/**
 * Where the nodes of a drawn tree go, after Reingold and Tilford: one level a ply, parents in the middle above their
 * children, and subtrees pushed together until their outlines touch. Used for a tree that the page itself holds; a
 * server lays out its own.
 */

const SIBLING_GAP = 16;
const COUSIN_GAP = 30;
const GHOST_WIDTH = 46;
const GHOST_HEIGHT = 30;
const LEVEL_GAP = 58;

/**
 * A place for something below a node: a subtree, or a ghost of its own width.
 *
 * @typedef {{node: number, below: Branch[], shift: number, left: number[], right: number[]}} Branch
 */

/**
 * @param {number} root
 * @param {(node: number) => number[]} childrenOf  that are drawn
 * @param {(node: number) => {move: string, saved: number}[]} ghostsOf  that are drawn
 * @param {number} nodeWidth
 * @param {number} nodeHeight
 */
export function tidyLayout(root, childrenOf, ghostsOf, nodeWidth, nodeHeight) {
  const whole = branch(root, childrenOf, ghostsOf, nodeWidth / 2);
  const offset = -Math.min(...whole.left);
  /** @type {Map<number, {x: number, y: number}>} */
  const places = new Map();
  /** @type {{node: number, move: string, saved: number, x: number, y: number, width: number, height: number}[]} */
  const ghosts = [];
  /** @param {Branch} at @param {number} middle @param {number} y */
  const place = (at, middle, y) => {
    places.set(at.node, { x: middle - nodeWidth / 2, y });
    const missing = ghostsOf(at.node);
    at.below.forEach((below, i) => {
      const x = middle + below.shift;
      const ghost = missing[i - (at.below.length - missing.length)];
      if (below.node >= 0) return place(below, x, y + nodeHeight + LEVEL_GAP);
      return ghosts.push({
        node: at.node,
        ...ghost,
        x: x - GHOST_WIDTH / 2,
        y: y + nodeHeight + LEVEL_GAP * 0.55,
        width: GHOST_WIDTH,
        height: GHOST_HEIGHT,
      });
    });
  };
  place(whole, offset, 0);
  const bottom = Math.max(
    ...[...places.values()].map(({ y }) => y + nodeHeight),
    ...ghosts.map(({ y, height }) => y + height),
  );
  return { places, ghosts, width: Math.max(...whole.right) + offset, height: bottom };
}

/**
 * @param {number} node
 * @param {(node: number) => number[]} childrenOf
 * @param {(node: number) => {move: string, saved: number}[]} ghostsOf
 * @param {number} half  the width of a node
 * @returns {Branch}
 */
function branch(node, childrenOf, ghostsOf, half) {
  const below = childrenOf(node).map((child) => branch(child, childrenOf, ghostsOf, half));
  for (const _ of ghostsOf(node)) {
    const narrow = GHOST_WIDTH / 2;
    below.push({ node: -1, below: [], shift: 0, left: [-narrow], right: [narrow] });
  }
  /** @type {number[]} */
  const reached = [];
  for (const each of below) {
    each.shift = reached.length
      ? Math.max(
        ...each.left.map((left, level) =>
          level < reached.length ? reached[level] - left + (level ? COUSIN_GAP : SIBLING_GAP) : -Infinity
        ),
      )
      : 0;
    each.right.forEach((right, level) => (reached[level] = each.shift + right));
  }
  const middle = below.length ? (below[0].shift + below[below.length - 1].shift) / 2 : 0;
  for (const each of below) each.shift -= middle;
  const height = Math.max(0, ...below.map(({ left }) => left.length));
  const levels = Array.from({ length: height }, (_, level) => below.filter(({ left }) => level < left.length));
  return {
    node,
    below,
    shift: 0,
    left: [-half, ...levels.map((at, level) => Math.min(...at.map(({ shift, left }) => shift + left[level])))],
    right: [half, ...levels.map((at, level) => Math.max(...at.map(({ shift, right }) => shift + right[level])))],
  };
}
