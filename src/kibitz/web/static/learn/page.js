/** Learn: begin a training, watch a player get better, look into what it has learned. The address says which. */

import { go } from "../shared/address.js";
import { announce, report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import { openStartForm } from "./start_form.js";
import { TrainingView } from "./training.js";
import { listing } from "./training_list.js";

/** @typedef {import("../shared/address.js").Address} Address */

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  return new LearnPage(root, address);
}

class LearnPage {
  #root;
  /** @type {TrainingView | null} */ #view = null;
  /** @type {ReturnType<typeof openStartForm> | null} */ #form = null;
  #list = h("section", { class: "run-list", "aria-label": "Trainings" });

  /** @param {HTMLElement} root @param {Address} address */
  constructor(root, address) {
    this.#root = root;
    this.update(address);
  }

  /** @param {Address} address */
  update(address) {
    if (address.training) {
      if (this.#view?.training === address.training) return this.#view.update(address);
      this.close();
      this.#view = new TrainingView(address, () => go({ ...address, training: "", at: null, view: "", moves: "" }));
      put(this.#root, this.#view.element);
      return;
    }
    document.title = "Learn · Kibitz";
    if (this.#form) return this.#form.update(address);
    this.close();
    this.#form = openStartForm(address);
    put(this.#root, this.#form.element, this.#list);
    void this.#drawList();
  }

  close() {
    this.#view?.close();
    this.#view = this.#form = null;
  }

  async #drawList() {
    try {
      const { trainings } = await ask("learn/list");
      put(this.#list, listing(trainings));
      if (trainings.length && this.#form) announce(`${plural(trainings.length, "earlier training")}.`);
    } catch (error) {
      report(error);
    }
  }
}
