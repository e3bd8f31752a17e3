/** A fault of a published program: what it does, and the smallest board that shows it. */

import "../shared/board/board.js";
import { report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import { backLink, capital } from "./verdicts.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./lab_types.js").Fault} Fault */
/** @typedef {import("../shared/board/board.js").KibitzBoard} KibitzBoard */

export class FaultView {
  #address;
  #work = new AbortController();

  /** @param {Address} address */
  constructor(address) {
    this.#address = address;
    document.title = `${address.fault} · Lab · Kibitz`;
    this.element = h(
      "article",
      { class: "lab" },
      h("header", { class: "lab-head" }, backLink(address), h("h1", {}, address.fault)),
      h("p", { class: "about", role: "status" }, "Searching for the smallest board that shows it …"),
    );
    void this.#look();
  }

  /** @param {Address} address */
  update(address) {
    this.#address = address;
  }

  close() {
    this.#work.abort();
  }

  async #look() {
    const { signal } = this.#work;
    try {
      const fault = /** @type {Fault} */ (await ask("lab/fault", { fault: this.#address.fault }, signal));
      const shown = await ask("position", { game: fault.game, moves: fault.moves }, signal);
      this.#draw(fault, shown);
    } catch (error) {
      if (signal.aborted) return;
      report(error);
      const told = error instanceof Error ? error.message : String(error);
      put(this.element, h("header", {}, backLink(this.#address)), h("p", { class: "run-error" }, told));
    }
  }

  /** @param {Fault} fault @param {import("../shared/api_types.js").Position} shown */
  #draw(fault, shown) {
    document.title = `${fault.id} ${fault.title} · Kibitz`;
    const board = /** @type {KibitzBoard} */ (document.createElement("kibitz-board"));
    board.inert = true;
    board.show({
      board: shown.board,
      look: shown.look,
      sides: shown.sides,
      last: shown.last?.cells,
      label: `${shown.variant}, ${fault.to_move} to move`,
    });
    put(
      this.element,
      h(
        "header",
        { class: "lab-head" },
        backLink(this.#address),
        h("h1", {}, h("span", { class: "lab-id" }, fault.id), ` ${capital(fault.title)}`),
        h(
          "p",
          { class: "about" },
          fault.report && `${fault.report}: `,
          `a fault of ${fault.replicas.join(" and ")}; ${fault.switch}=false corrects it.`,
        ),
      ),
      h(
        "div",
        { class: "lab-fault" },
        h(
          "div",
          { class: "lab-fault-words" },
          h("h2", {}, "What it does"),
          h("p", {}, capital(fault.does)),
          fault.said && h("blockquote", {}, fault.said),
          h("h2", {}, "A correct program"),
          h("p", {}, capital(fault.right)),
        ),
        h(
          "figure",
          { class: "card lab-exhibit" },
          board,
          h(
            "figcaption",
            {},
            h(
              "p",
              {},
              `The smallest board that shows it: ${shown.title}, ${shown.variant}. ${fault.to_move} is to move.`,
            ),
            h(
              "dl",
              {},
              answer("With the fault", fault.faulty),
              answer("Corrected", fault.correct),
              h("dt", {}, "Results of the moves"),
              h(
                "dd",
                {},
                Object.entries(fault.results)
                  .map(([move, result]) => `${move} ${result}`)
                  .join(", "),
              ),
            ),
            h("p", {}, h("a", { class: "lab-go", href: fault.page }, "Continue from here against it")),
          ),
        ),
      ),
    );
  }
}

/** @param {string} title @param {import("./lab_types.js").Answered} answered */
function answer(title, { player, move, asked_for, nodes, outcome }) {
  const illegal = asked_for === null ? "" : ` (it asked for ${asked_for}, which cannot be played)`;
  return [
    h("dt", {}, title),
    h("dd", {}, h("b", {}, `${move}, ${outcome}`), `${illegal} after ${plural(nodes, "node")} `, h("code", {}, player)),
  ];
}
