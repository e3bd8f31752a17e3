/** A recorded tree inside the page itself: the answers a server would give, computed from the arrays. */

import { EventSteps } from "./event_steps.js";
import { Columns, KINDS, unpackLines } from "./tree_arrays.js";
import { tidyLayout } from "./tree_layout.js";
import { hasValue, momentAt, seekStep, stepLeft } from "./replay_steps.js";

/** @typedef {import("../tree_types.js").Source} Source */

const MERGED_BELOW = 1.5; // pixels: narrower subtrees become one block
const MAX_FOUND = 50;

export class EmbeddedSource {
  formats = ["outline"];
  /** @type {import("../tree_types.js").PointOfView} */ pov = "root";

  /** @param {Columns} tree @param {any} embedded @param {EventSteps | null} events  unless it goes depth first */
  constructor(tree, embedded, events) {
    this.tree = tree;
    this.events = events;
    this.embedded = embedded;
    this.recording = tree.recording;
  }

  /** @param {any} embedded */
  static async from(embedded) {
    const tree = await Columns.from(embedded);
    const columns = Object.entries(embedded.events ?? {}).map(async (
      [name, packed],
    ) => [name, await unpackLines(packed)]);
    const texts = Object.fromEntries(await Promise.all(columns));
    return new EmbeddedSource(tree, embedded, columns.length ? new EventSteps(tree, texts) : null);
  }

  /** @type {Source["icicle"]} */
  async icicle(root, x0, x1, width) {
    const { tree } = this;
    const smallest = Math.max(1, (MERGED_BELOW * (x1 - x0)) / width);
    const answer = /** @type {any} */ ({ root, height: this.#height(root) });
    for (const name of ["id", "ply", "size", "kind", "flags", "move", "value", "born"]) answer[name] = [];
    answer.merged = { x: [], width: [], ply: [], height: [] };
    const todo = [root];
    for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
      answer.id.push(node);
      answer.ply.push(tree.ply(node) - tree.ply(root));
      answer.size.push(tree.size(node));
      answer.kind.push(tree.kind(node));
      answer.flags.push(
        (tree.isCut(node) ? 1 : 0) | (tree.isResearch(node) ? 2 : 0) | (tree.isPrincipal(node) ? 4 : 0) |
          (tree.faults(node).length ? 16 : 0),
      );
      answer.move.push(tree.get("move", node));
      answer.value.push(tree.valueText(node));
      if (!tree.recording.depth_first) answer.born.push(tree.born(node));
      let from = -1;
      const end = node + tree.size(node);
      const close = (/** @type {number} */ to) => {
        if (from >= 0) this.#merge(answer.merged, root, from, to);
        from = -1;
      };
      for (let child = node + 1; child < end; child += tree.size(child)) {
        if (child - root >= x1 || child + tree.size(child) - root <= x0) continue;
        if (tree.size(child) >= smallest) {
          close(child);
          todo.push(child);
        } else if (from < 0) from = child;
        else if (child - from > smallest) {
          close(child);
          from = child;
        }
      }
      close(end);
    }
    return answer;
  }

  /**
   * One block for the subtrees of siblings.
   *
   * @param {any} merged
   * @param {number} root
   * @param {number} from
   * @param {number} to
   */
  #merge(merged, root, from, to) {
    const { tree } = this;
    let deepest = 0;
    for (let node = from; node < to; node++) deepest = Math.max(deepest, tree.ply(node));
    merged.x.push(from - root);
    merged.width.push(to - from);
    merged.ply.push(tree.ply(from) - tree.ply(root));
    merged.height.push(deepest - tree.ply(from) + 1);
  }

  /** Whether the values of a panel about a node are for Max. @param {number} node */
  #forMax = (node) => this.pov === "root" || this.tree.isMax(node);

  /** Rows of a subtree. @param {number} root */
  #height(root) {
    let deepest = 0;
    for (let node = root; node < root + this.tree.size(root); node++) deepest = Math.max(deepest, this.tree.ply(node));
    return deepest - this.tree.ply(root) + 1;
  }

  /** @type {Source["drawing"]} */
  async drawing(root, levels, most, { node_width, node_height }) {
    const { tree } = this;
    const shown = new Set([root]);
    let level = [root];
    for (let depth = 1; depth <= levels && level.length; depth++) {
      const next = level.flatMap((node) => tree.children(node));
      if (shown.size + next.length > most) break;
      for (const node of next) shown.add(node);
      level = next;
    }
    const childrenOf = (/** @type {number} */ node) => tree.children(node).filter((child) => shown.has(child));
    const ghostsOf = (/** @type {number} */ node) =>
      childrenOf(node).length || tree.size(node) === 1 ? tree.ghosts(node) : [];
    const layout = tidyLayout(root, childrenOf, ghostsOf, node_width, node_height);
    return {
      root,
      width: layout.width,
      height: layout.height,
      node_width,
      node_height,
      nodes: [...layout.places].map(([node, place]) => ({
        ...tree.card(node),
        ...place,
        hidden: childrenOf(node).length ? 0 : tree.size(node) - 1,
      })),
      ghosts: layout.ghosts,
    };
  }

  /** @type {Source["node"]} */
  async node(node) {
    const { tree } = this;
    const forMax = this.#forMax(node);
    const short = (/** @type {number} */ at) => ({
      node: at,
      move: tree.moveName(at),
      value: tree.valueText(at, forMax),
      window: tree.windowText(at, forMax),
    });
    const counts = { nodes: tree.size(node), leaves: 0, cutoffs: 0 };
    for (let below = node; below < node + tree.size(node); below++) {
      if (tree.size(below) === 1) counts.leaves++;
      if (tree.isCut(below)) counts.cutoffs++;
    }
    const children = tree.children(node).map((child) => ({
      ...short(child),
      size: tree.size(child),
      kind: KINDS[tree.kind(child)],
      cut: tree.isCut(child),
      research: tree.isResearch(child),
      visits: tree.has("visits") ? tree.get("visits", child) : null,
      merit: tree.merit(child),
      born: tree.born(child),
      done: this.#done(child),
    }));
    const steps = { step_entered: tree.born(node), step_left: this.#done(node) };
    return {
      card: tree.card(node, forMax),
      path: tree.path(node).map(short),
      children,
      ghosts: tree.ghosts(node),
      counts,
      ...steps,
      moves: "",
      saved: tree.ghosts(node).reduce((sum, ghost) => sum + ghost.saved, 0),
      saved_exactly: false,
    };
  }

  /** The step at which a node is left. @param {number} node */
  #done(node) {
    const { tree } = this;
    return tree.recording.depth_first ? stepLeft(tree, node) : tree.has("done") ? tree.get("done", node) : 0;
  }

  /** @param {number} step */
  #momentAt(step) {
    return this.events ? this.events.momentAt(step, this.#forMax) : momentAt(this.tree, step, this.#forMax);
  }

  /** @type {Source["step"]} */
  async step(step) {
    return this.#momentAt(step);
  }

  /** @type {Source["steps"]} */
  async steps(from, count) {
    const last = Math.min(from + count, this.recording.steps);
    return Array.from({ length: Math.max(0, last - from) }, (_, i) => this.#momentAt(from + i));
  }

  /** @type {Source["known"]} */
  async known(step, nodes) {
    return this.events?.known(step, nodes) ?? [];
  }

  /** @type {Source["seek"]} */
  async seek(wish) {
    const step = this.events ? this.events.seek(wish) : seekStep(this.tree, wish);
    if (step >= 0) {
      const moment = await this.step(step);
      return { found: true, moment, sentence: moment.sentence };
    }
    return {
      found: false,
      moment: null,
      sentence: `Nothing like that ${wish.direction > 0 ? "comes" : "came"} in this search.`,
    };
  }

  /** @type {Source["whyStep"]} */
  async whyStep(step) {
    if (this.events) return this.events.why(step, this.#forMax);
    const { event, node, path } = momentAt(this.tree, step, this.#forMax);
    if (event !== "enter") return this.why(node, event === "cut" ? "cut" : "value");
    const above = path[path.length - 2];
    const window = this.tree.windowText(node, this.#forMax(node));
    const sentence = above
      ? `${above.tried + 1} of ${above.moves} moves here${window ? `, in the window ${window}` : ""}.`
      : "The search begins.";
    return { path: [node], refutation: null, bound: null, leaf: null, terms: [], total: null, sentence };
  }

  /** @type {Source["why"]} */
  async why(node, question) {
    const { tree } = this;
    const forMax = this.#forMax(node);
    const line = tree.line(node);
    const leaf = line[line.length - 1];
    const name = tree.moveName(node) || "The root";
    const names = line.slice(1).map((at) => tree.moveName(at));
    const answer = { path: line, refutation: null, bound: null, leaf, terms: [], total: null };
    if (question === "value") {
      const terms = this.embedded.terms?.[leaf] ?? [];
      const whence = names.length ? ` It comes from ${names.join(" ")}.` : "";
      return { ...answer, terms, sentence: `${name} is worth ${tree.valueText(node, forMax)}.${whence}` };
    }
    if (!tree.isCut(node)) {
      return {
        ...answer,
        path: [],
        sentence: `There is no cut-off at ${name}: no move met the bound ${tree.windowText(node, forMax)}.`,
      };
    }
    const left = tree.ghosts(node).length;
    return {
      ...answer,
      refutation: { node: line[1] ?? node, move: names[0] ?? "", line: names },
      sentence:
        `Cut-off at ${name}: ${names[0]} is worth ${
          tree.valueText(node, forMax)
        } and so meets the bound of the window ` +
        `${tree.windowText(node, forMax)}. The ${left} moves that were left could not change the result.`,
    };
  }

  /** @type {Source["statistics"]} */
  async statistics(node) {
    const known = this.embedded.statistics;
    const pass = [...this.recording.passes].reverse().findIndex(({ root }) => root <= node);
    const at = this.recording.passes.length - 1 - pass;
    return Array.isArray(known) ? known[at] : (known[this.recording.passes[at].root] ?? known);
  }

  /** @type {Source["find"]} */
  async find(text) {
    const { tree } = this;
    const matches = this.#matcher(text.trim());
    const found = [];
    for (let node = 0; node < tree.length && found.length <= MAX_FOUND; node++) {
      if (!matches(node)) continue;
      const moves = tree.path(node).slice(1).map(tree.moveName, tree);
      found.push({ node, moves, value: tree.valueText(node), ply: tree.ply(node) });
    }
    return { found: found.slice(0, MAX_FOUND), more: found.length > MAX_FOUND };
  }

  /** @param {string} text @returns {(node: number) => boolean} */
  #matcher(text) {
    const { tree } = this;
    if (text.startsWith("#")) return (node) => node === Number(text.slice(1));
    const isFault = (/** @type {{id: string}} */ { id }) => id.toLowerCase() === text.toLowerCase();
    if (tree.recording.faults.some(isFault)) return (node) => tree.faults(node).some(isFault);
    const [, sign, bound] = /^(>=|<=|=|>|<)\s*(.+)$/.exec(text) ?? [];
    if (sign) {
      const limit = Number(bound.replace("−", "-"));
      const points = (/** @type {number} */ node) =>
        Number(tree.pointsForMax(node, tree.value(node)).replace("−", "-").replace("∞", "Infinity"));
      const tests = /** @type {Record<string, (node: number) => boolean>} */ ({
        "=": (node) => hasValue(tree, node, bound),
        ">=": (node) => points(node) >= limit,
        "<=": (node) => points(node) <= limit,
        ">": (node) => points(node) > limit,
        "<": (node) => points(node) < limit,
      });
      return (node) => !tree.isStopped(node) && tests[sign](node);
    }
    const wanted = text.toLowerCase().replace(/\s+/g, "");
    return (node) =>
      tree.size(node) > 0 &&
      tree.path(node).map(tree.moveName, tree).join("").toLowerCase() === wanted &&
      wanted !== "";
  }

  /** @type {Source["file"]} */
  async file(node) {
    const { tree } = this;
    const lines = [];
    for (let at = node; at < node + tree.size(node); at++) {
      const indent = "  ".repeat(tree.ply(at) - tree.ply(node));
      lines.push(`${indent}${tree.moveName(at) || "root"} ${tree.windowText(at)} ${tree.valueText(at)}`.trimEnd());
    }
    return new Blob([lines.join("\n") + "\n"], { type: "text/plain" });
  }
}
