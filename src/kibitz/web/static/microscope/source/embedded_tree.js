/**
 * The tree inside the page: which node is below which, and what was written about each. The order is depth first: the
 * first child of a node is node + 1, the next sibling of a child is child + size.
 */

import { readColumn, Records } from "./packed_records.js";

/** @typedef {import("../tree_types.js").Card} Card */

export class EmbeddedTree {
  /** @type {(node: number) => number} below 0: a root */ parent = () => -1;
  /** @type {(node: number) => number} with all below it */ size = () => 1;
  cards = new Records(); // for Max
  forMin = new Records(); // what else a card says for Min
  nodes = new Records();

  /** @param {import("../tree_types.js").Recording} recording */
  constructor(recording) {
    this.recording = recording;
  }

  /** @param {any} embedded  what the page carries */
  static async from(embedded) {
    const tree = new EmbeddedTree(embedded.recording);
    tree.parent = await readColumn(embedded.tree.parent);
    tree.size = await readColumn(embedded.tree.size);
    tree.cards = await Records.from(embedded.cards);
    tree.forMin = await Records.from(embedded.for_min);
    tree.nodes = await Records.from(embedded.nodes);
    return tree;
  }

  /** @param {number} node @returns {number[]} */
  children(node) {
    const found = [];
    for (let child = node + 1; child < node + this.size(node); child += this.size(child)) found.push(child);
    return found;
  }

  /** From the root of its pass to the node. @param {number} node @returns {number[]} */
  path(node) {
    const path = [node];
    for (let above = this.parent(node); above >= 0; above = this.parent(above)) path.push(above);
    return path.reverse();
  }

  /** The moves to a node. @param {number} node @returns {string[]} */
  moves = (node) => this.path(node).slice(1).map((at) => this.cards.get("move", at));

  /** Whether Max is to move. @param {number} node */
  isMax = (node) => this.cards.get("to_move", node) === this.recording.to_move;

  /** @param {number} node @param {boolean} [forMax]  or for Min @returns {Card} */
  card(node, forMax = true) {
    const card = { node, ...this.cards.at(node) };
    if (forMax) return card;
    const mean_text = this.nodes.get("mean_text_for_min", node);
    return { ...card, ...this.forMin.at(node), mean_text, viewer: 1 - this.recording.to_move };
  }
}
