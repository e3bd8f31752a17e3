/**
 * A large tree during the replay: the way from the root to the node of the step, and beside it the other moves of every
 * node on the way. A row a ply, each in the middle of the frame, so that the root and what is above stay where they are
 * while the search works below. Of a way too long for the frame, rows in the middle are left out.
 */

/** @typedef {import("../tree_types.js").Drawing} Drawing */
/** @typedef {import("../tree_types.js").PlacedCard} PlacedCard */
/** @typedef {{node_width: number, node_height: number, flat: boolean}} CardSize */
/** @typedef {{drawing: Drawing, zoom: number}} Framed */

const SMALLEST = 0.64; // the zoom below which rows are left out: text of almost 8 pixels
const LARGEST = 1.25;
const [LEAST_GAP, MOST_GAP] = [42, 90]; // between two rows
const SIBLING_GAP = 14;
const LEAST_ROWS = 3; // the root, the node, and what is below it

/**
 * Which cards suit a tree, how far apart its rows are, and how large it is drawn.
 *
 * @param {CardSize[]} sizes  those to choose from
 * @param {{plies: number, moves: number}} tree  its rows, and the moves at its root
 * @param {{wide: number, high: number}} frame
 */
export function choosePathLayout(sizes, { plies, moves }, { wide, high }) {
  const zooms = sizes.map(({ node_width, node_height }) => {
    const across = wide / (moves * (node_width + SIBLING_GAP));
    return Math.min(across, high / (plies * (node_height + LEAST_GAP)), LARGEST);
  });
  const best = zooms.indexOf(Math.max(...zooms));
  const size = sizes[best];
  const smallest = Math.min(SMALLEST, high / (LEAST_ROWS * (size.node_height + LEAST_GAP)));
  const zoom = Math.max(smallest, zooms[best]);
  const room = high / zoom - size.node_height;
  const rows = Math.max(LEAST_ROWS, Math.min(plies, 1 + Math.floor(room / (size.node_height + LEAST_GAP))));
  const pitch = Math.min(room / Math.max(1, rows - 1), size.node_height + MOST_GAP);
  return { size, zoom, rows, pitch, width: wide / zoom };
}

/**
 * @param {Drawing[]} found  every node on the way, drawn with its children, the root first
 * @param {ReturnType<typeof choosePathLayout>} layout
 * @returns {Drawing}
 */
export function composePath(found, { size, rows, pitch, width }) {
  const { node_width, node_height, flat } = size;
  const families = found.map((family, i) => (found[i + 1] ? withChild(family, found[i + 1].nodes[0]) : family));
  const [root, last] = [families[0], families[families.length - 1]];
  const plies = families.length + (last.nodes.length > 1 ? 1 : 0);
  const skipped = Math.max(0, plies - rows);
  const above = rows > LEAST_ROWS ? 2 : 1;
  /** @param {number} row */
  const isShown = (row) => row < above || row >= above + skipped;
  /** @param {number} row */
  const topOf = (row) => (row < above ? row : row - skipped) * pitch;
  const nodes = [{ ...root.nodes[0], x: (width - node_width) / 2, y: 0, hidden: 0 }];
  /** @type {Drawing["ghosts"]} */
  const ghosts = [];
  families.forEach((family, i) => {
    const next = families[i + 1]?.root;
    const shift = moveOf(family, next, width);
    const [parent, ...children] = family.nodes;
    for (const node of isShown(i + 1) ? children : []) {
      nodes.push({ ...node, x: node.x + shift, y: topOf(i + 1), hidden: node.node === next ? 0 : node.hidden });
    }
    for (const ghost of isShown(i) ? family.ghosts : []) {
      ghosts.push({ ...ghost, x: ghost.x + shift, y: ghost.y - parent.y + topOf(i) });
    }
  });
  return {
    root: root.root,
    width,
    height: node_height + (rows - 1) * pitch,
    node_width,
    node_height,
    nodes,
    ghosts,
    flat,
    gap: skipped > 0 ? { x: width / 2, y: topOf(above + skipped) - 12, plies: skipped } : undefined,
    way: last.root,
  };
}

/** A family with the next node on the way, which in the tree may hang from another node. @param {Drawing} family @param {PlacedCard} next @returns {Drawing} */
function withChild(family, next) {
  if (family.nodes.some(({ node }) => node === next.node)) return family;
  const x = family.nodes.length > 1 ? family.width + SIBLING_GAP : 0;
  const child = { ...next, parent: family.root, x };
  return { ...family, width: x + family.node_width, nodes: [...family.nodes, child] };
}

/**
 * How far a family moves to be in the middle, or, if it is wider than the frame, to have the next node in sight.
 *
 * @param {Drawing} family
 * @param {number | undefined} next
 * @param {number} width
 */
function moveOf(family, next, width) {
  const middle = (width - family.width) / 2;
  const at = family.nodes.find(({ node }) => node === next);
  if (middle >= 0 || !at) return middle;
  return Math.min(0, Math.max(2 * middle, width / 2 - at.x - family.node_width / 2));
}
