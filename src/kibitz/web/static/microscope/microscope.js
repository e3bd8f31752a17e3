/**
 * The microscope itself: one recorded search with its picture, its replay and the details of a node.
 *
 * It knows the tree only through a `Source`, so it works the same with a server and in a standalone page.
 */

import { announce, report } from "../shared/announcer.js";
import { h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import { listenToShortcuts, shortcutList } from "./keyboard_shortcuts.js";
import { legend } from "./picture/legend.js";
import { NodePanel } from "./panels/node_panel.js";
import { Replay } from "./replay/replay.js";
import { openStatistics } from "./panels/statistics_panel.js";
import { tabs } from "./panels/tabs.js";
import { toolbarGroups } from "./toolbar.js";
import { TreePicture } from "./picture/picture.js";

/** @typedef {import("./tree_types.js").Source} Source */
/** @typedef {import("./tree_types.js").Detail} Detail */
/** @typedef {import("./tree_types.js").Moment} Moment */
/**
 * @typedef {{node: number | null, step: number | null, view: string}} LinkedView  what a link says about the picture
 */

const ADDRESS_REST = 200; // milliseconds: browsers refuse an address that changes in every frame

export class Microscope {
  /** @type {Detail | null} */ detail = null;
  /** Called with every node that is selected, for the other side of a comparison. @type {(detail: Detail) => void} */
  onSelect = () => {};
  #turn = 0;
  #telling = 0;
  #stopListening;

  /**
   * @param {Source} source
   * @param {LinkedView} spot
   * @param {{moved: (spot: LinkedView) => void, linkTo?: (moves: string) => string,
   *   extra?: [string, HTMLElement][]}} around
   *   `moved`: keeps the address in step; `linkTo`: the address at which a position is analysed; `extra`: more tabs
   */
  constructor(source, spot, { moved, linkTo, extra = [] }) {
    this.source = source;
    this.moved = moved;
    this.view = new TreePicture(source, { select: (node) => void this.select(node), changed: () => this.#changed() });
    this.replay = new Replay(source, (moment, how) => this.#showMoment(moment, how));
    this.panel = new NodePanel(this, linkTo);
    const statistics = h("div", { class: "scope-statistics" });
    this.tabs = tabs([
      ["Node", this.panel.element],
      ["Replay", this.replay.panel],
      ["Statistics", statistics],
      ...extra,
    ]);
    this.tabs.onOpen(
      "Statistics",
      () => openStatistics(statistics, source, this.detail?.card.node ?? source.recording.root),
    );
    this.tools = toolbarGroups(this);
    this.stage = h("div", { class: "scope-stage" }, this.view.element);
    this.element = h(
      "section",
      { class: "scope", "aria-label": "Microscope" },
      this.tools.element,
      this.stage,
      this.replay.bar,
      h("div", { class: "scope-notes" }, legend(source.recording), shortcutList()),
      h("aside", { class: "scope-side", "aria-label": "What is shown" }, this.tabs.element),
    );
    this.#stopListening = listenToShortcuts(this);
    this.view.canvas.setAttribute("aria-label", describe(source.recording));
    if (spot.view === "drawing" || spot.view === "map") this.view.setMode(spot.view, spot.node ?? undefined);
    void this.#begin(spot);
  }

  /** @param {LinkedView} spot */
  async #begin(spot) {
    const { nodes, root } = this.source.recording;
    const node = spot.node !== null && spot.node < nodes ? spot.node : root;
    await this.select(node, { closely: spot.node !== null && node !== root, quietly: true });
    if (spot.step !== null) await this.replay.goTo(spot.step);
  }

  /**
   * Select a node.
   *
   * @param {number} node
   * @param {{closely?: boolean, quietly?: boolean}} [how]
   */
  async select(node, { closely = false, quietly = false } = {}) {
    const mine = ++this.#turn;
    try {
      const detail = await this.source.node(node);
      if (mine !== this.#turn) return;
      this.detail = detail;
      const { card } = detail;
      this.view.mark({ selected: card });
      this.view.show(card, { closely });
      this.panel.show(detail);
      if (this.tabs.current === "Statistics") this.tabs.reopen();
      this.#changed();
      if (quietly) return;
      const kind = card.cut ? ", cut off" : card.kind === "inner" ? "" : `, ${card.kind}`;
      const under = card.size > 1 ? `, ${plural(card.size, "node")}` : "";
      announce(`${card.move || "Root"}, value ${card.value}${kind}${under}.`);
      this.onSelect(detail);
    } catch (error) {
      report(error);
    }
  }

  /** Move through the tree from the selected node. @param {"up" | "down" | "left" | "right"} way */
  async walk(way) {
    if (!this.detail) return;
    const { card, path, children } = this.detail;
    if (way === "up" && card.parent !== null) await this.select(card.parent);
    else if (way === "down" && children.length) await this.select(children[0].node);
    else if ((way === "left" || way === "right") && card.parent !== null) {
      const siblings = (await this.source.node(path[path.length - 2].node)).children.map((child) => child.node);
      const next = siblings[siblings.indexOf(card.node) + (way === "left" ? -1 : 1)];
      if (next !== undefined) await this.select(next);
    }
  }

  /** Go to the end of the principal line, so that all of it is visible. */
  async showLine() {
    const { line, root } = this.source.recording;
    await this.select(line[line.length - 1] ?? root);
  }

  /** @param {Moment | null} moment @param {{follows: boolean}} how */
  #showMoment(moment, { follows }) {
    if (!moment) {
      this.view.mark({ path: [], now: null, step: null });
      this.#changed();
      return;
    }
    this.view.mark({
      step: moment.step,
      now: lastEntered(moment),
      path: moment.path.map((at) => ({
        node: at.node,
        ply: at.ply,
        size: at.size,
        window: this.source.recording.has_windows ? `(${at.alpha_text}, ${at.beta_text})` : "",
      })),
    });
    if (follows) this.view.follow();
    if (moment.card) {
      this.tabs.open("Replay");
      this.view.show(moment.card);
      announce(moment.sentence);
    }
    this.#changed();
  }

  #changed() {
    this.tools?.update();
    this.#telling ||= window.setTimeout(() => {
      this.#telling = 0;
      this.moved({ node: this.detail?.card.node ?? null, step: this.replay.step, view: this.view.mode });
    }, ADDRESS_REST);
  }

  /**
   * Switch to the map or the drawing. The drawing shows the node of the replay, or the selected node.
   *
   * @param {"map" | "drawing"} mode
   */
  setMode(mode) {
    const path = this.replay.moment?.path;
    this.view.setMode(mode, path ? path[Math.max(0, path.length - 2)].node : this.detail?.card.node);
  }

  /** Several pictures where there was one. @param {HTMLElement[]} pictures */
  setBeside(pictures) {
    put(this.stage, pictures);
    this.stage.classList.add("two");
  }

  close() {
    clearTimeout(this.#telling);
    this.#stopListening();
    this.replay.close();
    this.view.close();
  }
}

/** The last node the search had entered at a moment. @param {Moment} moment */
function lastEntered({ event, node, path }) {
  const { size } = path[path.length - 1];
  return event === "enter" ? node : node + size - 1;
}

/** @param {import("./tree_types.js").Recording} recording */
function describe({ searcher, title, nodes, value }) {
  const tree = `The tree of ${searcher} on ${title}: ${plural(nodes, "node")}, value ${value}`;
  return `${tree}. Arrow keys go from node to node.`;
}
