/** The arena: set up a tournament, watch it, look at the results. The address holds its settings or its name. */

import { go } from "../shared/address.js";
import { announce, report } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { h, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import { listing } from "./tournament_list.js";
import { openSetupForm } from "./setup_form.js";
import { TournamentView } from "./tournament.js";

/** @typedef {import("../shared/address.js").Address} Address */

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  return new ArenaPage(root, address);
}

class ArenaPage {
  #root;
  /** @type {TournamentView | null} */ #view = null;
  /** @type {ReturnType<typeof openSetupForm> | null} */ #setting = null;
  #list = h("section", { class: "run-list", "aria-label": "Tournaments" });

  /** @param {HTMLElement} root @param {Address} address */
  constructor(root, address) {
    this.#root = root;
    this.update(address);
  }

  /** @param {Address} address */
  update(address) {
    document.title = "Arena · Kibitz";
    if (address.tournament) {
      if (this.#view?.tournament === address.tournament) return;
      this.close();
      this.#view = new TournamentView(address, () => go({ ...address, tournament: "" }));
      put(this.#root, this.#view.element);
      return;
    }
    if (this.#setting) return this.#setting.update(address);
    this.close();
    this.#setting = openSetupForm(address);
    put(this.#root, this.#setting.element, this.#list);
    void this.#drawList();
  }

  close() {
    this.#view?.close();
    this.#view = this.#setting = null;
  }

  async #drawList() {
    try {
      const { tournaments } = await ask("arena/list");
      put(this.#list, listing(tournaments));
      if (tournaments.length && this.#setting) announce(`${plural(tournaments.length, "earlier tournament")}.`);
    } catch (error) {
      report(error);
    }
  }
}
