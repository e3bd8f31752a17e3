/**
 * Two searches of one position side by side. A node selected in one is shown in the other, if it is there too. In the
 * replay both go on together, each by its own steps: after 50 steps one sees what either has done with 50 steps. The one
 * that needs fewer stands at its end while the other goes on.
 */

import { report } from "../shared/announcer.js";
import { button, h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import { TreePicture } from "./picture/picture.js";
import { markStep } from "./picture/step_marks.js";
import { StepReader } from "./replay/step_reader.js";

/** @typedef {import("./tree_types.js").Recording} Recording */
/** @typedef {import("./tree_types.js").Detail} Detail */

const AHEAD = 200; // steps asked for at once while playing

export class Comparison {
  panel = h("div", { class: "compare-panel" });
  #captions = [h("p", { class: "view-caption" }), h("p", { class: "view-caption" })];
  #view;
  #steps;
  #turn = 0;
  /** @type {import("./microscope.js").Microscope | null} */ #scope = null;
  #isFollowing = false;
  /** What the two searches are called. @type {string[]} */ #names;
  #aboutFirst = h("code", {});

  /**
   * @param {Recording} recording  the first search
   * @param {import("./tree_types.js").Source} other
   * @param {() => Promise<any>} compare
   */
  constructor(recording, other, compare) {
    this.recording = recording;
    this.other = other;
    this.#view = new TreePicture(other, { select: (node) => void this.#select(node), changed: () => {} });
    this.#steps = new StepReader(other);
    this.#names = [recording.searcher, other.recording.searcher];
    put(this.#aboutFirst, recording.searcher);
    this.#say(0);
    this.#say(1);
    compare().then((found) => this.#draw(found), report);
  }

  /** The last step of a replay of both. */
  get lastStep() {
    return this.recording.steps ? this.#steps.last : 0;
  }

  /** @param {import("./microscope.js").Microscope} scope */
  join(scope) {
    this.#scope = scope;
    const [one, other] = [scope.view, this.#view].map(({ source, defaultPass }) =>
      source.recording.passes[defaultPass]
    );
    scope.view.scaleTo(other);
    this.#view.scaleTo(one);
    scope.pictures.push(this.#view);
    scope.setBeside(scope.pictures.map((each, i) => h("div", { class: "captioned" }, this.#captions[i], each.element)));
    if (scope.replay.last && this.other.recording.steps) {
      scope.onStep = (step) => this.#replay(step);
      scope.replay.bar.append(
        h(
          "p",
          { class: "about" },
          "Both searches advance together, one step each; the panels describe ",
          this.#aboutFirst,
          ".",
        ),
      );
    }
    scope.onMode = () => this.#takeMode();
    this.#takeMode();
    scope.onSelect = (detail) =>
      void this.#follow(detail, scope.source, this.other, (node, closely) => this.#mark(node, closely));
    scope.tabs.open("Compare");
  }

  /** The line above a picture: the search, and what is to be said about it. @param {number} which @param {string} [text] */
  #say(which, text = "") {
    const { searcher } = which ? this.other.recording : this.recording;
    put(this.#captions[which], h("code", { title: searcher }, this.#names[which]), text && ` ${text}`);
  }

  /** Show the second search at a step, and above both what happens there. @param {number | null} step */
  async #replay(step) {
    const scope = /** @type {import("./microscope.js").Microscope} */ (this.#scope);
    const mine = ++this.#turn;
    if (step === null) {
      markStep(this.#view, null);
      this.#say(0);
      return this.#say(1);
    }
    try {
      const moment = await this.#steps.at(step, scope.replay.isPlaying ? AHEAD : 1);
      if (mine !== this.#turn) return;
      markStep(this.#view, moment);
      [scope.replay.moment, moment].forEach((at, which) =>
        at && this.#say(which, stepText(at, which ? this.#steps.last : scope.source.recording.steps - 1))
      );
      this.#takeMode();
      await this.#view.follow(moment.card);
    } catch (error) {
      report(error);
    }
  }

  /** Both pictures are maps, or both are drawings. */
  #takeMode() {
    const mode = /** @type {"map" | "drawing" | undefined} */ (this.#scope?.view.mode);
    if (!mode || this.#view.mode === mode) return;
    const { path, selected } = this.#view.marks;
    this.#view.setMode(mode, path[0]?.node ?? selected?.node);
  }

  /** How many moves the game of the other tree has. @param {import("./tree_types.js").Source} one */
  #namesBeside(one) {
    return (one === this.other ? this.recording : this.other.recording).names.length;
  }

  /** Show in one tree what was selected in the other: the node with the same moves. */
  async #counterpart(/** @type {Detail} */ detail, /** @type {import("./tree_types.js").Source} */ to) {
    const moves = detail.path.slice(1).map(({ move }) => move);
    if (!moves.length) return to.recording.root;
    if (to.recording.names.length !== this.#namesBeside(to)) return walkDown(to, moves);
    const { found } = await to.find(moves.join(" "));
    return found.length ? found[found.length - 1].node : null;
  }

  /**
   * @param {Detail} detail
   * @param {import("./tree_types.js").Source} _from
   * @param {import("./tree_types.js").Source} to
   * @param {(node: number, closely: boolean) => void} show
   */
  async #follow(detail, _from, to, show) {
    if (this.#isFollowing) return;
    try {
      const node = await this.#counterpart(detail, to);
      this.#say(1, node === null ? "never visited this node" : "");
      if (node === null) this.#view.mark({ selected: null });
      else show(node, false);
    } catch (error) {
      report(error);
    }
  }

  /** @param {number} node @param {boolean} closely */
  async #mark(node, closely) {
    const { card } = await this.other.node(node);
    this.#view.mark({ selected: card });
    this.#takeMode();
    this.#view.show(card, { closely });
  }

  /** Something was chosen in the second tree. @param {number} node */
  async #select(node) {
    await this.#mark(node, false);
    const detail = await this.other.node(node);
    const scope = this.#scope;
    if (!scope) return;
    const same = await this.#counterpart(detail, scope.source);
    if (same === null) {
      return this.#say(1, "alone visited this node");
    }
    this.#isFollowing = true;
    await scope.select(same);
    this.#isFollowing = false;
    this.#say(1);
  }

  /** @param {any} found */
  #draw(found) {
    this.#names = [found.a.name, found.b.name];
    put(this.#aboutFirst, found.a.name);
    if (!this.#turn) [0, 1].forEach((which) => this.#say(which));
    const top = Math.max(1, ...found.plies.flatMap((/** @type {any} */ row) => [row.a, row.b]));
    const bar = (/** @type {number} */ count) => {
      const inner = h("span", {});
      inner.style.width = `${(100 * Math.log(1 + count)) / Math.log(1 + top)}%`;
      return h("td", { class: "bar-cell" }, inner);
    };
    put(
      this.panel,
      h("p", { class: "answer" }, found.sentence),
      h(
        "dl",
        { class: "figures" },
        [
          ["visited by both", found.both],
          [`only ${found.a.name}`, found.only_a],
          [`only ${found.b.name}`, found.only_b],
        ].map(([name, count]) => h("div", {}, h("dt", {}, name), h("dd", {}, count.toLocaleString("en")))),
      ),
      found.first &&
        h(
          "section",
          {},
          h("h3", {}, "Where they first differ"),
          h("p", {}, found.first.sentence),
          button("Go there", "forward", () => void this.#toFirst(found.first), { class: "primary" }),
        ),
      h(
        "section",
        {},
        h("h3", {}, "Saving by depth"),
        h(
          "table",
          { class: "bars" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Ply", found.a.name, found.b.name, "Saved"].map((name, i) =>
                h("th", { scope: "col", colspan: i === 1 || i === 2 ? 2 : 1 }, name)
              ),
            ),
          ),
          h(
            "tbody",
            {},
            found.plies.map((/** @type {any} */ row) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, row.ply),
                bar(row.a),
                h("td", { class: "number" }, row.a.toLocaleString("en")),
                bar(row.b),
                h("td", { class: "number" }, row.b.toLocaleString("en")),
                h("td", { class: "number" }, row.a ? `${Math.round(100 * row.saving)} %` : ""),
              )
            ),
          ),
        ),
      ),
    );
  }

  /** Show the node below which the two differ, in both. @param {any} first */
  async #toFirst(first) {
    const scope = this.#scope;
    if (!scope) return;
    const [one, other] = await Promise.all([
      first.node_a === null ? null : scope.source.node(first.node_a),
      first.node_b === null ? null : this.other.node(first.node_b),
    ]);
    const isDeeperInFirst = one !== null && (other === null || one.path.length >= other.path.length);
    const deeper = isDeeperInFirst ? one : other;
    const above = deeper?.path[deeper.path.length - 2];
    if (!above) return scope.showLine();
    const [here, there] = isDeeperInFirst ? [scope.source, this.other] : [this.other, scope.source];
    const same = await this.#counterpart(await here.node(above.node), there);
    const [node, beside] = isDeeperInFirst ? [above.node, same] : [same, above.node];
    if (node !== null) await scope.select(node, { closely: true });
    if (beside !== null) await this.#mark(beside, true);
  }

  close() {
    this.#turn++;
    this.#view.close();
  }
}

/** @param {import("./tree_types.js").Moment} moment @param {number} last  of its search */
function stepText({ step, sentence }, last) {
  if (step === last) return `has ended after ${plural(last + 1, "step")}: ${sentence}`;
  return `step ${(step + 1).toLocaleString("en")} of ${(last + 1).toLocaleString("en")}: ${sentence}`;
}

/**
 * The node that moves lead to, null if the search was not there. A faulty program may let a side pass that cannot; then
 * the moves of one tree are not even legal in the other.
 *
 * @param {import("./tree_types.js").Source} source
 * @param {string[]} moves
 */
async function walkDown(source, moves) {
  let node = source.recording.root;
  for (const move of moves) {
    const { children } = await source.node(node);
    const found = children.filter((child) => child.move === move).pop();
    if (!found) return null;
    node = found.node;
  }
  return node;
}
