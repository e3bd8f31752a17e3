/** A recorded tree on the server: every question is a request. A recording that the server dropped is made again. */

import { ApiError, ask, askFile, stream, tell } from "../../shared/api.js";

/** @typedef {import("../tree_types.js").Recording} Recording */
/** @typedef {Record<string, string | number | null | undefined>} Query */

/** @implements {Source} @typedef {import("../tree_types.js").Source} Source */
export class ServerSource {
  formats = ["html", "svg", "dot", "json", "txt", "kbz"];
  /** @type {import("../tree_types.js").PointOfView} */ pov = "root";

  /**
   * @param {Recording} recording
   * @param {() => Promise<unknown>} renew  records the search again
   * @param {string} [other]  the recording it is compared with, so that nodes only one visited are told
   */
  constructor(recording, renew, other = "") {
    this.recording = recording;
    this.renew = renew;
    this.other = other;
  }

  /**
   * @param {string} path
   * @param {Query} query
   * @param {(path: string, query: Query) => Promise<any>} [by]
   * @returns {Promise<any>}
   */
  async #ask(path, query, by = ask) {
    const question = { tree: this.recording.tree, ...query };
    try {
      return await by(`tree/${path}`, question);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 410) throw error;
      await this.renew();
      return by(`tree/${path}`, question);
    }
  }

  /** @type {Source["icicle"]} */
  icicle = (root, x0, x1, width) => this.#ask("icicle", { root, x0, x1, width, other: this.other });

  /** @type {Source["drawing"]} */
  async drawing(root, levels, most, size) {
    const found = await this.#ask("drawing", { root, levels, most, ...size, other: this.other });
    return { ...found, nodes: found.nodes.map(flat) };
  }

  /** @type {Source["node"]} */
  node = (node) => this.#ask("node", { node, other: this.other, pov: this.pov });

  /** @type {Source["step"]} */
  step = (step) => this.#ask("step", { step, pov: this.pov });

  /** @type {Source["steps"]} */
  steps = async (from, count) => (await this.#ask("steps", { from, count, pov: this.pov })).moments;

  /** @type {Source["known"]} */
  known = async (step, nodes) => (await this.#ask("known", { step, ids: nodes.join(",") })).nodes;

  /** @type {Source["seek"]} */
  seek = ({ step, direction, wanted, what }) =>
    this.#ask("seek", { step, direction, for: wanted, what, pov: this.pov });

  /** @type {Source["why"]} */
  why = (node, question) => this.#ask("why", { node, question, pov: this.pov });

  /** @type {Source["whyStep"]} */
  whyStep = (step) => this.#ask("why-step", { step, pov: this.pov });

  /** @type {Source["statistics"]} */
  statistics = (node) => this.#ask("statistics", { node });

  /** @type {Source["find"]} */
  find = (text) => this.#ask("find", { text });

  /** @type {Source["file"]} */
  file = (node, format) => this.#ask("export", { node, format }, askFile);

  /** @param {string} format @returns {Promise<Blob>} */
  whole = (format) => this.#ask("export", { format }, askFile);
}

/**
 * A placed card in one piece.
 *
 * @param {{card: import("../tree_types.js").Card, x: number, y: number, hidden: number}} placed
 */
const flat = ({ card, ...place }) => ({ ...card, ...place });

/**
 * Let the server record a search; told meanwhile what it does.
 *
 * @param {Query} query
 * @param {AbortSignal} signal
 * @param {(event: string, data: any) => void} tell
 * @returns {Promise<Recording>}
 */
export async function recordSearch(query, signal, tell) {
  for await (const { event, data } of stream("tree/record", query, signal)) {
    if (event === "failed") throw new ApiError(data.error, 0);
    if (event === "recorded") return data;
    tell(event, data);
  }
  throw new ApiError("The recording ended without a tree.", 0);
}

/** Give the server a recording from a file. @param {File} file @returns {Promise<Recording>} */
export const openFile = (file) => tell("tree/open", { name: file.name }, file);

/** How two recordings differ. @param {Recording} one @param {Recording} other */
export const compareTrees = (one, other) => ask("tree/compare", { a: one.tree, b: other.tree });
