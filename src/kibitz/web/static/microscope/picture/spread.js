/** A small tree uses the width: its nodes move apart, as far as that helps. */

/** @typedef {import("../tree_types.js").Drawing} Drawing */

const MOST = 2; // times as wide

/**
 * @param {Drawing} drawing
 * @param {number} room  the width there is, in the drawing's units
 * @returns {Drawing}
 */
export function spread(drawing, room) {
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
