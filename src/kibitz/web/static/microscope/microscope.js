/**
 * The microscope itself: one recorded search with its picture, its replay and the details of a node.
 *
 * It knows the tree only through a `Source`, so it works the same with a server and in a standalone page.
 */

import { announce, report } from "../shared/announcer.js";
import { button, h, put } from "../shared/dom.js";
import { later } from "../shared/settled.js";
import { plural } from "../shared/words.js";
import { giveKeysBack, listenToShortcuts, shortcutList } from "./keyboard_shortcuts.js";
import { legend } from "./picture/legend.js";
import { faultBar } from "./panels/faults.js";
import { NodePanel } from "./panels/node_panel.js";
import { Replay } from "./replay/replay.js";
import { stepPanel } from "./replay/step_panel.js";
import { openStatistics } from "./panels/statistics_panel.js";
import { tabs } from "./panels/tabs.js";
import { toolbarGroups } from "./toolbar.js";
import { isProjector, preparePrinting, present } from "./presenting.js";
import { TreePicture } from "./picture/picture.js";
import { markStep } from "./picture/step_marks.js";

/** @typedef {import("./tree_types.js").Source} Source */
/** @typedef {import("./tree_types.js").Detail} Detail */
/** @typedef {import("./tree_types.js").Moment} Moment */
/**
 * What a link says about the picture: `place` is what is seen of it, `pov` whom the panels' values are for; `projector`:
 * "on" for a lecture.
 *
 * @typedef {{node: number | null, step: number | null, view: string, place: string, pov: string,
 *   projector: string}} LinkedView
 */

const ADDRESS_REST = 200; // milliseconds: browsers refuse an address that changes in every frame

export class Microscope {
  /** @type {Detail | null} */ detail = null;
  /** Called with every node that is selected, for the other side of a comparison. @type {(detail: Detail) => void} */
  onSelect = () => {};
  /** Called with every step that is shown, null at the end of the replay. @type {(step: number | null) => Promise<void>} */
  onStep = async () => {};
  /** Called when the picture changes to a map or a drawing. */
  onMode = () => {};
  #turn = 0;
  /** Cancels telling the address. @type {(() => void) | null} */ #telling = null;
  #isReady = false;
  #stopListening;

  /**
   * @param {Source} source
   * @param {LinkedView} spot
   * @param {{moved: (spot: LinkedView) => void, linkTo?: (moves: string) => string,
   *   extra?: [string, HTMLElement][], lastStep?: number}} around
   *   `moved`: keeps the address in step; `linkTo`: the address at which a position is analysed; `extra`: more tabs;
   *   `lastStep`: of a longer search that is replayed beside this one
   */
  constructor(source, spot, { moved, linkTo, extra = [], lastStep = 0 }) {
    this.source = source;
    this.moved = moved;
    if (spot.pov === "mover") source.pov = "mover";
    this.view = new TreePicture(source, {
      select: (node) => void this.select(node),
      changed: () => this.#changed(),
      learnt: () => this.panel.refresh(),
    });
    /** All pictures, also that of another search beside this one. */
    this.pictures = [this.view];
    this.steps = stepPanel(source, { select: (node) => void this.select(node), why: () => void this.askWhy() });
    this.replay = new Replay(source, (moment, how) => this.#showMoment(moment, how), this.steps);
    this.replay.extend(lastStep);
    this.replay.predictor.onAsk = (node) => {
      this.steps.hide(node);
      this.view.mark({ asked: node });
    };
    this.panel = new NodePanel(this, linkTo);
    const statistics = h("div", { class: "scope-statistics" });
    this.tabs = tabs([
      ["Node", this.panel.element],
      ["Replay", this.replay.panel],
      ["Statistics", statistics],
      ...extra,
    ]);
    this.tabs.onOpen("Node", () => void this.#loadDetail());
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
      h("div", { class: "scope-line" }, this.steps.sentence, this.replay.predictor.element),
      this.replay.bar,
      h("div", { class: "scope-notes" }, legend(source), shortcutList()),
      h(
        "aside",
        { class: "scope-side", "aria-label": "What is shown" },
        pointOfView(this),
        faultBar(this),
        this.tabs.element,
      ),
    );
    this.element.addEventListener("click", () => giveKeysBack(this.view.canvas));
    const stops = [listenToShortcuts(this), preparePrinting(this)];
    this.#stopListening = () => stops.forEach((stop) => stop());
    this.view.canvas.setAttribute("aria-label", describe(source.recording));
    if (spot.view === "drawing" || spot.view === "map") this.view.setMode(spot.view);
    if (spot.projector) this.setProjector(true);
    /** Done when what the link names is shown. */
    this.ready = this.#begin(spot);
  }

  /** @param {LinkedView} spot */
  async #begin(spot) {
    const { nodes, root } = this.source.recording;
    const node = spot.node !== null && spot.node < nodes ? spot.node : root;
    const isClose = spot.node !== null && node !== root && !spot.place;
    if (spot.step !== null) await this.replay.goTo(spot.step);
    const isElsewhere = spot.node !== null && node !== this.replay.moment?.node;
    if (spot.step === null || isElsewhere) await this.select(node, { closely: isClose, quietly: true });
    if (spot.place) await this.view.goToPlace(spot.place);
    this.#isReady = true;
    this.#changed();
  }

  /**
   * Select a node. During a replay it is shown as it stood at that step.
   *
   * @param {number} node
   * @param {{closely?: boolean, quietly?: boolean}} [how]
   */
  async select(node, { closely = false, quietly = false } = {}) {
    const mine = ++this.#turn;
    try {
      const detail = await this.source.node(node);
      if (mine !== this.#turn) return;
      const { card } = detail;
      this.#take(detail);
      this.view.mark({ selected: card });
      this.view.show(card, { closely });
      this.#changed();
      if (quietly) return;
      const { known } = this.view;
      const kind = !known.isDone(card)
        ? ""
        : card.cut
        ? ", with a cut-off"
        : card.kind === "inner"
        ? ""
        : `, ${card.kind}`;
      const under = card.size > 1 && known.isDone(card) ? `, ${plural(card.size, "node")}` : "";
      announce(`${card.move || "Root"}, value ${known.valueFor(card)}${kind}${under}.`);
      this.onSelect(detail);
    } catch (error) {
      report(error);
    }
  }

  /** @param {Detail} detail */
  #take(detail) {
    this.detail = detail;
    this.panel.show(detail);
    this.steps.setSubject(detail.card);
    if (this.tabs.current === "Statistics") this.tabs.reopen();
  }

  /** Get the details of the node that the replay is at, if they are not there yet. */
  async #loadDetail() {
    const node = this.view.marks.selected?.node;
    if (node === undefined || node === this.detail?.card.node) return;
    const mine = ++this.#turn;
    try {
      const detail = await this.source.node(node);
      if (mine === this.#turn) this.#take(detail);
    } catch (error) {
      report(error);
    }
  }

  /** Why the search does what is shown: at the step, or at the node that was selected meanwhile. */
  async askWhy() {
    const { moment } = this.replay;
    const card = this.view.marks.selected?.node === moment?.node ? moment?.card : this.detail?.card;
    if (!moment || !card) return;
    try {
      const isDone = this.view.known.isDone(card);
      const question = card.cut ? "cut" : "value";
      const reason = card.node === moment.node
        ? await this.source.whyStep(moment.step)
        : isDone
        ? await this.source.why(card.node, question)
        : await this.source.whyStep(card.born);
      this.steps.answer(card.node, reason.sentence, [this.panel.pointers(reason, card.node)]);
    } catch (error) {
      report(error);
    }
  }

  /** Whom the panels' values are for. @param {import("./tree_types.js").PointOfView} pov */
  async setPointOfView(pov) {
    for (const view of this.pictures) view.source.pov = pov;
    const selected = this.view.marks.selected?.node;
    await this.replay.again();
    for (const view of this.pictures) view.repaint();
    if (selected !== undefined) await this.select(selected, { quietly: true });
  }

  /** A stage for a lecture, or everything there is. @param {boolean} isOn */
  setProjector(isOn) {
    if (isOn && this.tabs.current !== "Compare") this.tabs.open("Replay");
    present(this, isOn);
    this.#changed();
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
  async #showMoment(moment, { follows }) {
    const { view } = this;
    const isFirst = view.known.step === null;
    markStep(view, moment);
    const beside = this.onStep(this.replay.step);
    if (!moment) {
      this.panel.refresh();
      this.#changed();
      return;
    }
    if (isFirst) this.tabs.open("Replay");
    const followed = view.follow(moment.card);
    if (!follows || this.tabs.current === "Node") {
      await this.#loadDetail();
      this.panel.refresh();
    }
    await followed;
    await beside;
    if (!follows) announce(moment.sentence);
    this.#changed();
  }

  #changed() {
    this.tools?.update();
    this.#telling ??= later(ADDRESS_REST, () => {
      this.#telling = null;
      const { view, replay, source } = this;
      if (!this.#isReady || replay.isPlaying) return;
      const pov = source.pov === "root" ? "" : source.pov;
      const node = view.marks.selected?.node ?? null;
      const projector = isProjector() ? "on" : "";
      this.moved({ node, step: replay.step, view: view.mode, place: view.place, pov, projector });
    });
  }

  /**
   * Switch to the map or the drawing. The drawing shows the node of the replay, or the selected node.
   *
   * @param {"map" | "drawing"} mode
   */
  setMode(mode) {
    this.view.setMode(mode, this.replay.moment?.path[0].node ?? this.detail?.card.node);
    const { moment } = this.replay;
    if (moment) void this.view.follow(moment.card);
    this.onMode();
  }

  /** Show all of every picture. */
  fit() {
    for (const picture of this.pictures) picture.fit();
  }

  /** Several pictures where there was one. @param {HTMLElement[]} pictures */
  setBeside(pictures) {
    this.element.classList.add("compared");
    put(this.stage, pictures);
    this.stage.classList.add("two");
  }

  close() {
    this.#telling?.();
    this.#stopListening();
    this.replay.close();
    this.view.close();
  }
}

/** The switch that says whom the values in the panels are for. @param {Microscope} scope */
function pointOfView(scope) {
  const { players, to_move } = scope.source.recording;
  const entries = /** @type {const} */ ([["root", `for ${players[to_move]}`], ["mover", "for the side to move"]]);
  const buttons = entries.map(([pov, words]) =>
    button(words, null, () => {
      void scope.setPointOfView(pov);
      draw();
    })
  );
  const draw = () =>
    buttons.forEach((each, i) => each.setAttribute("aria-pressed", String(entries[i][0] === scope.source.pov)));
  draw();
  return h(
    "div",
    { class: "point-of-view", role: "group", "aria-label": "Values are for" },
    h("span", { class: "about" }, "Values"),
    h("div", { class: "segments" }, buttons),
  );
}

/** Where a recorded game had come to. @param {import("./tree_types.js").Recording} recording */
function placeWords({ moves, start }) {
  if (moves) return `after ${moves}`;
  return start ? "from a position that was set up" : "from the start";
}

/** The game, the nodes and the answer in one line. @param {import("./tree_types.js").Recording} recording */
export function recordingWords(recording) {
  const { title, nodes, value, move, players, to_move, begins } = recording;
  const played = `${players[begins]} plays ${move ?? "nothing"}, ${valueWords(value, players[to_move])}`;
  return `${title}, ${placeWords(recording)} · ${plural(nodes, "node")} · ${played}`;
}

/** What a search came to. @param {string} value @param {string} side  that it is for */
function valueWords(value, side) {
  const [number, ...proven] = value.split(" proven");
  return `value ${number} for ${side}${proven.length ? ", proven" : ""}`;
}

/** @param {import("./tree_types.js").Recording} recording */
function describe({ searcher, title, nodes, value, players, to_move }) {
  const tree = `The tree of ${searcher} on ${title}: ${plural(nodes, "node")}, ${valueWords(value, players[to_move])}`;
  return `${tree}. Arrow keys go from node to node.`;
}
