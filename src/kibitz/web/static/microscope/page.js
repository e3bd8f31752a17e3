/** The Microscope page: which search to record, its tree, and a second one beside it. The address holds all of it. */

import { go, note, writeAddress } from "../shared/address.js";
import { clearNotices, notice, report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { button, h, put } from "../shared/dom.js";
import { searchProgressText } from "../shared/search_progress.js";
import { plural } from "../shared/words.js";
import { Comparison } from "./comparison.js";
import { exampleAddress, exampleList, findExamples, isExample } from "./examples.js";
import { Microscope, recordingWords } from "./microscope.js";
import { compareTrees, openFile, recordSearch, ServerSource } from "./source/server_source.js";
import { endPresenting } from "./presenting.js";
import { openRecordingForm } from "./recording_form.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./tree_types.js").Recording} Recording */

/** What an address says of the search that was shown before. */
const FORGOTTEN = { tree: "", example: "", node: null, step: null, place: "" };
const FIRST = { game: "connect-four", searcher: "alphabeta:depth=5" };

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  return new ScopePage(root, address);
}

class ScopePage {
  #root;
  #address;
  #head = h("header", { class: "scope-head" });
  #place = h("div", { class: "scope-place" });
  #status = h("p", { class: "scope-status", role: "status" });
  /** @type {Microscope | null} */ #scope = null;
  /** @type {Comparison | null} */ #comparison = null;
  #work = new AbortController();
  /** What is shown: the address without the selected node and step. */
  #shown = "";
  /** What is recorded instead of a player's own search, if that is the case. */
  #behind = "";
  /** Recordings opened from files, while the page is open. @type {Map<string, File>} */
  #files = new Map();

  /** @param {HTMLElement} root @param {Address} address */
  constructor(root, address) {
    this.#root = root;
    this.#address = address;
    document.title = "Microscope · Kibitz";
    root.classList.add("wide");
    root.append(this.#head, this.#status, this.#place);
    this.update(address);
  }

  /** @param {Address} address */
  update(address) {
    const { game, moves, position, searcher, player, other, tree, example } = address;
    const key = JSON.stringify([game, moves, position, searcher, player, other, tree, example]);
    this.#address = address;
    if (key === this.#shown && this.#scope) {
      this.#scope.setProjector(address.projector === "on");
      if (address.node !== null && address.node !== this.#scope.detail?.card.node) {
        void this.#scope.select(address.node);
      }
      return;
    }
    this.#shown = key;
    void this.#follow(address);
  }

  close() {
    this.#work.abort();
    this.#closeScope();
    this.#root.classList.remove("wide");
    endPresenting();
  }

  #closeScope() {
    this.#scope?.close();
    this.#comparison?.close();
    this.#scope = this.#comparison = null;
    put(this.#place);
  }

  /** @param {Address} address */
  async #follow(address) {
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work;
    this.#closeScope();
    clearNotices();
    put(this.#head, h("h1", {}, "The microscope"));
    try {
      const examples = address.example ? await findExamples(signal) : [];
      if (signal.aborted) return undefined;
      const example = examples.find(({ name }) => name === address.example);
      if (example && !address.searcher) {
        return go({ ...exampleAddress(example), projector: address.projector }, { replace: true });
      }
      if (address.player && !address.searcher) address = await this.#findSearch(address, signal);
      if (signal.aborted) return undefined;
      if (!address.tree && (!address.game || !address.searcher)) return this.#set();
      const recording = await this.#record(address, address.searcher, signal);
      const other = address.other ? await this.#record({ ...address, tree: "" }, address.other, signal) : null;
      if (signal.aborted) return undefined;
      put(this.#status);
      this.#show(recording, other, example && isExample(example, address) ? example.look : "");
    } catch (error) {
      if (signal.aborted) return undefined;
      report(error);
      put(this.#status);
      this.#set();
    }
    return undefined;
  }

  /**
   * The search behind a player's move, which the address names from now on.
   *
   * @param {Address} address
   * @param {AbortSignal} signal
   */
  async #findSearch(address, signal) {
    const { game, moves, position, player, seed } = address;
    const found = await ask("tree/behind", { game, moves, position, player, seed }, signal);
    if (signal.aborted) return address;
    this.#behind = found.sentence;
    if (!found.searcher) notice(found.sentence);
    return (this.#address = { ...address, searcher: found.searcher });
  }

  /** Show the form that chooses the search. */
  #set() {
    endPresenting();
    const { game, searcher } = this.#address;
    const first = { ...this.#address, game: game || FIRST.game, searcher: searcher || FIRST.searcher };
    put(
      this.#head,
      h(
        "div",
        {},
        h("h1", {}, "The microscope"),
        h(
          "p",
          { class: "lead" },
          "The tree of any search, node by node: what it searched, what it left out, and why.",
        ),
      ),
    );
    const examples = h("div");
    void this.#listExamples(examples);
    put(
      this.#place,
      examples,
      h("h2", { class: "own-search" }, "Record a search"),
      openRecordingForm(
        first,
        (chosen) => go({ ...chosen, ...FORGOTTEN, view: "" }),
        (file) => void this.#openFile(file),
      ),
    );
  }

  /** @param {HTMLElement} place */
  async #listExamples(place) {
    const { signal } = this.#work;
    try {
      put(place, exampleList(await findExamples(signal)));
    } catch (error) {
      if (!signal.aborted) report(error);
    }
  }

  /**
   * @param {Address} address
   * @param {string} searcher
   * @param {AbortSignal} signal
   * @returns {Promise<Recording>}
   */
  async #record({ game, moves, position, tree }, searcher, signal) {
    if (tree) {
      const file = this.#files.get(tree);
      return file ? openFile(file) : ask("tree/about", { tree }, signal);
    }
    const stop = button("Stop", "close", () => go({ ...this.#address, searcher: "" }), { class: "quiet" });
    put(this.#status, `Recording ${searcher} … `, stop);
    return recordSearch(
      { game, moves, position, searcher },
      signal,
      (event, data) =>
        put(this.#status, h("code", {}, searcher), ": ", searchProgressText({ ...data, event }), " ", stop),
    );
  }

  /** @param {File} file */
  async #openFile(file) {
    try {
      const recording = await openFile(file);
      this.#files.set(recording.tree, file);
      go({
        ...this.#address,
        ...FORGOTTEN,
        tree: recording.tree,
        game: "",
        moves: "",
        position: "",
        searcher: "",
        other: "",
      });
    } catch (error) {
      report(error);
    }
  }

  /** @param {Recording} recording @param {Recording | null} other @param {string} look  what to look for */
  #show(recording, other, look) {
    const again = () => this.#record(this.#address, recording.searcher, this.#work.signal);
    const source = new ServerSource(recording, again, other?.tree);
    const extra = /** @type {[string, HTMLElement][]} */ ([]);
    if (other) {
      const renew = () => this.#record(this.#address, other.searcher, this.#work.signal);
      const beside = new ServerSource(other, renew, recording.tree);
      this.#comparison = new Comparison(recording, beside, () => compareTrees(recording, other));
      extra.push(["Compare", this.#comparison.panel]);
    }
    const { node, step, view, place, pov, projector } = this.#address;
    const from = { ...this.#address, game: recording.name, position: recording.start ?? "", ply: null };
    this.#scope = new Microscope(
      source,
      { node, step, view, place, pov, projector },
      {
        moved: (spot) => {
          this.#address = { ...this.#address, ...spot };
          note(this.#address);
        },
        linkTo: recording.playable
          ? (moves) => writeAddress({ ...from, page: "analyse", moves, resigned: null, seed: null })
          : undefined,
        extra,
        lastStep: this.#comparison?.lastStep,
      },
    );
    const { player } = this.#address;
    const behind = player && this.#behind && h("p", { class: "scope-note" }, this.#behind);
    const asked = this.#address.tree ? recording.searcher : this.#address.searcher || recording.searcher;
    const names = other ? [asked, this.#address.other] : [asked];
    put(this.#head, headline(recording, names, look, behind), recording.playable && this.#actions(recording, other));
    put(this.#place, this.#scope.element);
    this.#comparison?.join(this.#scope);
  }

  /** @param {Recording} recording @param {Recording | null} other */
  #actions(recording, other) {
    const address = this.#address;
    const form = h("div", { class: "scope-form" });
    /** @param {"searcher" | "other"} which */
    const choose = (which) => {
      if (form.dataset.open === which) return (delete form.dataset.open, put(form));
      form.dataset.open = which;
      const searcher = which === "other" ? other?.searcher || withOneChange(recording.searcher) : recording.searcher;
      const first = {
        ...address,
        game: recording.name,
        moves: recording.moves,
        position: recording.start ?? "",
        searcher,
      };
      return put(
        form,
        openRecordingForm(
          first,
          (chosen) =>
            go(
              which === "other"
                ? { ...first, ...FORGOTTEN, tree: address.tree, searcher: recording.searcher, other: chosen.searcher }
                : { ...chosen, ...FORGOTTEN, view: "" },
            ),
          (file) => void this.#openFile(file),
          which === "other",
        ),
      );
    };
    return [
      h(
        "div",
        { class: "row scope-actions" },
        button("Another search", "edit", () => choose("searcher")),
        button(other ? "Compare with another" : "Compare with …", "swap", () => choose("other")),
        other && button("End the comparison", "close", () => go({ ...this.#address, other: "" }), { class: "quiet" }),
      ),
      form,
    ];
  }
}

/** The search that is compared by default: the same depth and settings, and another algorithm. @param {string} spec */
function withOneChange(spec) {
  const [name, ...options] = spec.split(":");
  const instead = /** @type {Record<string, string>} */ ({
    minimax: "alphabeta",
    alphabeta: "minimax",
    pvs: "alphabeta",
    mtd: "alphabeta",
  });
  return [instead[name] ?? name, ...options].join(":");
}

/**
 * @param {Recording} recording
 * @param {string[]} names  of the search, and of the one beside it
 * @param {string} look  what to look for in an example
 * @param {import("../shared/dom.js").Child} behind  what is said about the player whose search it is
 */
function headline(recording, names, look, behind) {
  const { note: stopped, missed } = recording;
  return h(
    "div",
    {},
    h("h1", {}, names.flatMap((name, i) => [i > 0 && h("span", { class: "beside" }, " beside "), h("code", {}, name)])),
    h(
      "p",
      { class: "about" },
      recordingWords(recording),
      missed > 0 && ` · ${plural(missed, "node")} not recorded`,
    ),
    look && h("p", { class: "scope-look" }, look),
    behind,
    stopped && h("p", { class: "scope-note" }, stopped),
  );
}
