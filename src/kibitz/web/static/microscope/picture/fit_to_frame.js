/** A drawing fitted to its frame: a small tree moves apart to use the width, a high one moves together. */

/** @typedef {import("../tree_types.js").Drawing} Drawing */

const MOST = 2; // times as wide
const [LEAST_GAP, LEAST_GAP_WITH_GHOSTS] = [40, 64]; // between two levels
const [FLAT_GAP, FLAT_GAP_WITH_GHOSTS] = [34, 48];

/**
 * @param {Drawing} drawing
 * @param {number} wide  the room there is, in the drawing's units
 * @param {number} high
 * @returns {Drawing}
 */
export function fitToFrame(drawing, wide, high) {
  return spreadOut(pushTogether(drawing, high), wide);
}

/** @param {Drawing} drawing @param {number} room @returns {Drawing} */
function spreadOut(drawing, room) {
  const factor = Math.min(MOST, room / drawing.width);
  if (!(factor > 1)) return drawing;
  /** @param {number} x @param {number} width */
  const move = (x, width) => (x + width / 2) * factor - width / 2;
  return {
    ...drawing,
    width: drawing.width * factor,
    nodes: drawing.nodes.map((node) => ({ ...node, x: move(node.x, drawing.node_width) })),
    ghosts: drawing.ghosts.map((ghost) => ({ ...ghost, x: move(ghost.x, ghost.width) })),
  };
}

/** @param {Drawing} drawing @param {number} room @returns {Drawing} */
function pushTogether(drawing, room) {
  const { nodes, ghosts, node_height } = drawing;
  const tops = [...new Set(nodes.map(({ y }) => y))].sort((a, b) => a - b);
  if (drawing.height <= room || tops.length < 2) return drawing;
  const pitch = tops[1] - tops[0];
  const [gap, gapWithGhosts] = drawing.flat ? [FLAT_GAP, FLAT_GAP_WITH_GHOSTS] : [LEAST_GAP, LEAST_GAP_WITH_GHOSTS];
  const least = node_height + (ghosts.length ? gapWithGhosts : gap);
  const wanted = (room - (drawing.height - tops[tops.length - 1])) / (tops.length - 1);
  const less = pitch - Math.max(Math.min(least, pitch), Math.min(pitch, wanted));
  /** @param {number} y */
  const move = (y) => y - Math.floor((y + 0.5) / pitch) * less;
  return {
    ...drawing,
    height: drawing.height - (tops.length - 1) * less,
    nodes: nodes.map((node) => ({ ...node, y: move(node.y) })),
    ghosts: ghosts.map((ghost) => ({ ...ghost, y: move(ghost.y) })),
  };
}
