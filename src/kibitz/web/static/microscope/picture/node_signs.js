/**
 * The colours and signs of drawn nodes. The shape of a sign tells what a node is; its colour repeats it:
 *
 *     ▲ Max moves   ■ game over   ◆ known from the table     ✂ cut-off         ┄ never searched
 *     ▼ Min moves   ● horizon     ✕ stopped by a limit       ↻ searched again  ▬ principal line
 *     ⚑ a fault of a published program acts here
 */

// deno-fmt-ignore: in groups, as they are defined in the style sheets
const NAMES = /** @type {const} */ ([
  "paper", "card", "sunk", "ink", "ink-soft", "rule", "edge", "rubric", "max", "max-soft", "min", "min-soft",
  "terminal", "horizon", "table", "stopped", "cut", "research", "principal", "only", "fault", "block",
]);

/** @typedef {(typeof NAMES)[number]} ColourName */
/** @typedef {Record<ColourName, string>} NodeColours */

/**
 * The current colours, light or dark, because a canvas does not read style sheets.
 *
 * @param {Element} near
 * @returns {NodeColours}
 */
export function readColours(near) {
  const probe = document.createElement("span");
  near.append(probe);
  const colours = /** @type {any} */ ({});
  for (const name of NAMES) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return colours;
}

export const SANS = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif';

/** The canvas operations a drawing may use; `SvgContext` has them as well. @typedef {CanvasRenderingContext2D} Pen */

/** @type {Record<string, (pen: Pen, r: number) => void>} */
const SHAPES = {
  max: (pen, r) => polygon(pen, [0, -r], [r, 0.85 * r], [-r, 0.85 * r]),
  min: (pen, r) => polygon(pen, [0, r], [r, -0.85 * r], [-r, -0.85 * r]),
  terminal: (pen, r) =>
    polygon(pen, [-0.85 * r, -0.85 * r], [0.85 * r, -0.85 * r], [0.85 * r, 0.85 * r], [-0.85 * r, 0.85 * r]),
  table: (pen, r) => polygon(pen, [0, -1.1 * r], [1.1 * r, 0], [0, 1.1 * r], [-1.1 * r, 0]),
  horizon(pen, r) {
    pen.beginPath();
    pen.arc(0, 0, 0.9 * r, 0, 2 * Math.PI);
    pen.fill();
  },
  stopped: (pen, r) => lines(pen, [-0.8 * r, -0.8 * r, 0.8 * r, 0.8 * r], [0.8 * r, -0.8 * r, -0.8 * r, 0.8 * r]),
  cut(pen, r) {
    lines(pen, [-r, -0.65 * r, 1.1 * r, 0.6 * r], [-r, 0.65 * r, 1.1 * r, -0.6 * r]);
    for (const side of [-1, 1]) {
      pen.beginPath();
      pen.arc(-1.25 * r, 0.8 * side * r, 0.42 * r, 0, 2 * Math.PI);
      pen.stroke();
    }
  },
  research(pen, r) {
    pen.beginPath();
    pen.arc(0, 0, 0.8 * r, -0.3 * Math.PI, 1.35 * Math.PI);
    pen.stroke();
    polygon(pen, [-0.95 * r, -0.95 * r], [0.1 * r, -1.0 * r], [-0.35 * r, -0.1 * r]);
  },
  ghost(pen, r) {
    pen.setLineDash([3, 3]);
    lines(pen, [-1.3 * r, 0, 1.3 * r, 0]);
    pen.setLineDash([]);
  },
  principal: (pen, r) => lines(pen, [-1.3 * r, 0, 1.3 * r, 0]),
  fault(pen, r) {
    lines(pen, [-0.7 * r, -r, -0.7 * r, r]);
    polygon(pen, [-0.7 * r, -r], [r, -0.45 * r], [-0.7 * r, 0.1 * r]);
  },
  block: (pen, r) => polygon(pen, [-1.3 * r, -0.6 * r], [1.3 * r, -0.6 * r], [1.3 * r, 0.6 * r], [-1.3 * r, 0.6 * r]),
  only(pen, r) {
    lines(pen, [0, -r, 0, r], [-r, 0, r, 0]);
  },
};

/** @type {Record<string, ColourName>} */
const INK_OF = { ghost: "ink-soft" };
const HEAVY = new Set(["principal"]);

/**
 * @param {Pen} pen
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {NodeColours} colours
 */
export function paintSign(pen, name, x, y, r, colours) {
  pen.save();
  pen.translate(x, y);
  const ink = colours[INK_OF[name] ?? /** @type {ColourName} */ (name)];
  pen.fillStyle = ink;
  pen.strokeStyle = ink;
  pen.lineWidth = HEAVY.has(name) ? 3 : 1.6;
  SHAPES[name](pen, r);
  pen.restore();
}

/** @param {Pen} pen @param {...[number, number]} corners */
function polygon(pen, ...corners) {
  pen.beginPath();
  corners.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
  pen.fill();
}

/** @param {Pen} pen @param {...[number, number, number, number]} strokes */
function lines(pen, ...strokes) {
  pen.beginPath();
  for (const [x0, y0, x1, y1] of strokes) {
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
  }
  pen.stroke();
}

/** The sign of a node's kind. @param {string} kind @param {boolean} isMax  whether Max is to move */
export const signOf = (kind, isMax) => (kind === "inner" ? (isMax ? "max" : "min") : kind);
