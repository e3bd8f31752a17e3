/** Two searches of one position side by side: a node selected in one is shown in the other, if it is there too. */

import { report } from "../shared/announcer.js";
import { button, h, put } from "../shared/dom.js";
import { TreePicture } from "./picture/picture.js";

/** @typedef {import("./tree_types.js").Recording} Recording */
/** @typedef {import("./tree_types.js").Detail} Detail */

export class Comparison {
  panel = h("div", { class: "compare-panel" });
  #caption = h("p", { class: "view-caption" });
  #view;
  /** @type {import("./microscope.js").Microscope | null} */ #scope = null;
  #isFollowing = false;

  /**
   * @param {Recording} recording  the first search
   * @param {import("./tree_types.js").Source} other
   * @param {() => Promise<any>} compare
   */
  constructor(recording, other, compare) {
    this.recording = recording;
    this.other = other;
    this.#view = new TreePicture(other, { select: (node) => void this.#select(node), changed: () => {} });
    put(this.#caption, h("code", {}, other.recording.searcher));
    compare().then((found) => this.#draw(found), report);
  }

  /** @param {import("./microscope.js").Microscope} scope */
  join(scope) {
    this.#scope = scope;
    const first = h("p", { class: "view-caption" }, h("code", {}, this.recording.searcher));
    scope.setBeside([
      h("div", { class: "captioned" }, first, scope.view.element),
      h("div", { class: "captioned" }, this.#caption, this.#view.element),
    ]);
    scope.onSelect = (detail) =>
      void this.#follow(detail, scope.source, this.other, (node, closely) => this.#mark(node, closely));
    scope.tabs.open("Compare");
  }

  /** Show in one tree what was selected in the other: the node with the same moves. */
  async #counterpart(/** @type {Detail} */ detail, /** @type {import("./tree_types.js").Source} */ to) {
    const moves = detail.path.slice(1).map(({ move }) => move);
    if (!moves.length) return to.recording.root;
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
      const words = node === null ? " never visited this node" : "";
      put(this.#caption, h("code", {}, this.other.recording.searcher), words);
      if (node === null) this.#view.mark({ selected: null });
      else show(node, false);
    } catch (error) {
      report(error);
    }
  }

  /** @param {number} node @param {boolean} closely */
  async #mark(node, closely) {
    const { card } = await this.other.node(node);
    if (this.#scope && this.#view.mode !== this.#scope.view.mode) {
      this.#view.setMode(/** @type {any} */ (this.#scope.view.mode), node);
    }
    this.#view.mark({ selected: card });
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
      return void put(this.#caption, h("code", {}, this.other.recording.searcher), ": only this search visited it");
    }
    this.#isFollowing = true;
    await scope.select(same);
    this.#isFollowing = false;
    put(this.#caption, h("code", {}, this.other.recording.searcher));
  }

  /** @param {any} found */
  #draw(found) {
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
          [`only ${found.a.searcher}`, found.only_a],
          [`only ${found.b.searcher}`, found.only_b],
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
              ["Ply", found.a.searcher, found.b.searcher, "saved"].map((name, i) =>
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

  /** @param {any} first */
  async #toFirst(first) {
    if (first.node_a !== null) await this.#scope?.select(first.node_a, { closely: true });
    if (first.node_b !== null) await this.#mark(first.node_b, true);
    else if (first.node_a === null) await this.#scope?.showLine();
  }

  close() {
    this.#view.close();
  }
}
