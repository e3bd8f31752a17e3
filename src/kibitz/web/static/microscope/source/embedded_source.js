/** A recorded tree inside the page itself: it looks up what Python has written, and says nothing of its own. */

import { plural } from "../../shared/words.js";
import { EmbeddedReplay } from "./embedded_replay.js";
import { EmbeddedTree } from "./embedded_tree.js";
import { Records } from "./packed_records.js";
import { tidyLayout } from "./tree_layout.js";

/** @typedef {import("../tree_types.js").Source} Source */

const MERGED_BELOW = 1.5; // pixels: narrower subtrees become one block
const MAX_FOUND = 50;
const KINDS = ["inner", "terminal", "horizon", "table", "stopped"]; // by their numbers on the map

export class EmbeddedSource {
  formats = ["outline"];
  /** @type {import("../tree_types.js").PointOfView} */ pov = "root";
  #reasons = new Records();
  #reasonsForMin = new Records();

  /** @param {EmbeddedTree} tree @param {any} embedded @param {EmbeddedReplay} replay */
  constructor(tree, embedded, replay) {
    this.tree = tree;
    this.replay = replay;
    this.embedded = embedded;
    this.recording = tree.recording;
  }

  /** @param {any} embedded */
  static async from(embedded) {
    const tree = await EmbeddedTree.from(embedded);
    const replay = new EmbeddedReplay(tree, await Records.from(embedded.steps));
    const source = new EmbeddedSource(tree, embedded, replay);
    source.#reasons = await Records.from(embedded.reasons);
    source.#reasonsForMin = await Records.from(embedded.reasons_for_min);
    return source;
  }

  /** Whether the values of a panel about a node are for Max. @param {number} node */
  #forMax = (node) => this.pov === "root" || this.tree.isMax(node);

  /** @type {Source["icicle"]} */
  async icicle(root, x0, x1, width) {
    const { tree } = this;
    const smallest = Math.max(1, (MERGED_BELOW * (x1 - x0)) / width);
    const answer =
      /** @type {any} */ ({ root, height: this.#deepest(root, root + tree.size(root)) + 1 - this.#ply(root) });
    for (const name of ["id", "ply", "size", "kind", "flags", "move", "value", "value_for_min", "born"]) {
      answer[name] = [];
    }
    answer.merged = { x: [], width: [], ply: [], height: [] };
    const todo = [root];
    for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
      this.#addCell(answer, node);
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

  /** @param {any} answer @param {number} node */
  #addCell(answer, node) {
    const { tree, recording } = this;
    const card = tree.card(node);
    const flags = [card.cut, card.research, card.principal, false, card.faults.length > 0, !tree.isMax(node)];
    answer.id.push(node);
    answer.ply.push(card.ply - this.#ply(answer.root));
    answer.size.push(card.size);
    answer.kind.push(KINDS.indexOf(card.kind));
    answer.flags.push(flags.reduce((sum, flag, bit) => sum | (Number(flag) << bit), 0));
    answer.move.push(tree.nodes.get("move_number", node));
    answer.value.push(card.value);
    answer.value_for_min.push(tree.forMin.get("value", node));
    if (!recording.depth_first) answer.born.push(card.born);
  }

  /** One block for the subtrees of siblings. @param {any} merged @param {number} root @param {number} from @param {number} to */
  #merge(merged, root, from, to) {
    merged.x.push(from - root);
    merged.width.push(to - from);
    merged.ply.push(this.#ply(from) - this.#ply(root));
    merged.height.push(this.#deepest(from, to) - this.#ply(from) + 1);
  }

  /** @param {number} node @returns {number} */
  #ply = (node) => this.tree.cards.get("ply", node);

  /** @param {number} from @param {number} to */
  #deepest(from, to) {
    let deepest = 0;
    for (let node = from; node < to; node++) deepest = Math.max(deepest, this.#ply(node));
    return deepest;
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
      childrenOf(node).length || tree.size(node) === 1 ? this.#ghosts(node) : [];
    const layout = tidyLayout(root, childrenOf, ghostsOf, node_width, node_height);
    return {
      root,
      width: layout.width,
      height: layout.height,
      node_width,
      node_height,
      nodes: [...layout.places].map(([node, place]) => ({
        ...tree.card(node),
        for_min: tree.forMin.at(node),
        ...place,
        hidden: childrenOf(node).length ? 0 : tree.size(node) - 1,
      })),
      ghosts: layout.ghosts,
    };
  }

  /** The moves never searched, with what each would have cost. @param {number} node */
  #ghosts(node) {
    const saved = this.tree.nodes.get("ghosts_saved", node);
    return this.tree.cards.get("ghosts", node).map((/** @type {string} */ move, /** @type {number} */ i) => ({
      move,
      saved: saved[i],
    }));
  }

  /** @type {Source["node"]} */
  async node(node) {
    const { tree } = this;
    const forMax = this.#forMax(node);
    const { leaves, cutoffs, cut_nodes, done, saved_exactly } = tree.nodes.at(node);
    const card = tree.card(node, forMax);
    const ghosts = this.#ghosts(node);
    const summary = (/** @type {number} */ at) => {
      const { move, value, window, size, kind, cut, research, visits, born } = tree.card(at, forMax);
      const { merit, done } = tree.nodes.at(at);
      return { node: at, move, value, window, size, kind, cut, research, visits, merit, born, done };
    };
    return {
      card,
      path: tree.path(node).map(summary),
      children: tree.children(node).map(summary),
      ghosts,
      counts: { nodes: tree.size(node), leaves, cutoffs },
      step_entered: card.born,
      step_left: done,
      moves: "",
      saved: ghosts.reduce((/** @type {number} */ sum, /** @type {{saved: number}} */ ghost) => sum + ghost.saved, 0),
      saved_exactly,
      cut_nodes,
    };
  }

  /** @type {Source["step"]} */
  async step(step) {
    return this.replay.momentAt(step, this.#forMax);
  }

  /** @type {Source["steps"]} */
  async steps(from, count) {
    const last = Math.min(from + count, this.recording.steps);
    return Array.from({ length: Math.max(0, last - from) }, (_, i) => this.replay.momentAt(from + i, this.#forMax));
  }

  /** @type {Source["known"]} */
  async known(step, nodes) {
    return this.replay.known(step, nodes);
  }

  /** @type {Source["seek"]} */
  async seek(wish) {
    const step = this.replay.seek(wish);
    if (step >= 0) {
      const moment = await this.step(step);
      return { found: true, moment, sentence: moment.sentence };
    }
    const where = wish.direction > 0 ? "after" : "before";
    return { found: false, moment: null, sentence: `It does not happen ${where} this step.` };
  }

  /** What was written about a node for the side that a panel is for; null in a page without explanations. @param {number} node */
  #reasonsAt(node) {
    if (!this.embedded.explained) return null;
    return (this.#forMax(node) ? this.#reasons : this.#reasonsForMin).at(node);
  }

  /** @type {Source["whyStep"]} */
  async whyStep(step) {
    const { replay } = this;
    const node = replay.nodeAt(step);
    if (!this.recording.depth_first) {
      const sentence = replay.steps.get(this.#forMax(node) ? "why" : "why_for_min", step);
      return { ...NOTHING_TO_SHOW, path: replay.path(step), sentence };
    }
    const event = replay.steps.get("event", step);
    if (event !== "enter") return this.why(node, event === "cut" ? "cut" : "value");
    return { ...NOTHING_TO_SHOW, path: [node], sentence: this.#reasonsAt(node)?.enter ?? this.#noReasons() };
  }

  /** @type {Source["why"]} */
  async why(node, question) {
    const found = this.#reasonsAt(node)?.[question];
    if (!found) return { ...NOTHING_TO_SHOW, sentence: this.#noReasons() };
    if (question === "cut") return found;
    const { terms, total } = this.#reasons.get("value", found.leaf);
    return { ...found, terms, total };
  }

  #noReasons() {
    const most = this.embedded.explained_up_to.toLocaleString("en");
    return `This page has ${plural(this.recording.nodes, "node")}; explanations are in pages of up to ${most}. ` +
      "Open the search in Kibitz to ask why.";
  }

  /** Those of the pass: a page does not have them for every node. @type {Source["statistics"]} */
  async statistics(node) {
    const { root } = /** @type {import("../tree_types.js").Pass} */ (
      this.recording.passes.findLast((pass) => pass.root <= node)
    );
    return { ...this.embedded.statistics[root], node: root };
  }

  /** @type {Source["find"]} */
  async find(text) {
    const { tree } = this;
    const { root } = this.recording;
    const fits = this.#matcher(text.trim());
    const isNumber = text.trim().startsWith("#");
    const [from, end] = isNumber ? [0, this.recording.nodes] : [root, root + tree.size(root)];
    const found = [];
    for (let node = from; node < end && found.length <= MAX_FOUND; node++) {
      if (fits(node)) found.push({ node, moves: tree.moves(node), ply: this.#ply(node), value: tree.card(node).value });
    }
    return { found: found.slice(0, MAX_FOUND), more: found.length > MAX_FOUND };
  }

  /** @param {string} text @returns {(node: number) => boolean} */
  #matcher(text) {
    const { tree } = this;
    if (text.startsWith("#")) return (node) => node === Number(text.slice(1));
    const isFault = (/** @type {{id: string}} */ { id }) => id.toLowerCase() === text.toLowerCase();
    if (this.recording.faults.some(isFault)) return (node) => tree.card(node).faults.some(isFault);
    const [, sign, bound] = /^(>=|<=|=|>|<|≥|≤)\s*([-+−]?\d+)$/.exec(text) ?? [];
    if (sign) {
      const limit = Number(bound.replace("−", "-"));
      const holds = COMPARE[sign];
      return (node) => {
        const points = tree.nodes.get("points", node);
        return points !== null && holds(points, limit);
      };
    }
    const plain = (/** @type {string} */ moves) => moves.toLowerCase().replace(/\s+/g, "");
    return (node) => text !== "" && plain(tree.moves(node).join("")) === plain(text);
  }

  /** @type {Source["file"]} */
  async file(node) {
    const { tree } = this;
    const lines = [];
    for (let at = node; at < node + tree.size(node); at++) {
      const { move, window, value } = tree.card(at);
      lines.push(`${"  ".repeat(this.#ply(at) - this.#ply(node))}${move || "root"} ${window} ${value}`.trimEnd());
    }
    return new Blob([lines.join("\n") + "\n"], { type: "text/plain" });
  }
}

const NOTHING_TO_SHOW = { path: [], bound: null, leaf: null, terms: [], total: null };

/** @type {Record<string, (points: number, limit: number) => boolean>} */
const COMPARE = {
  "=": (points, limit) => points === limit,
  ">=": (points, limit) => points >= limit,
  "≥": (points, limit) => points >= limit,
  "<=": (points, limit) => points <= limit,
  "≤": (points, limit) => points <= limit,
  ">": (points, limit) => points > limit,
  "<": (points, limit) => points < limit,
};
