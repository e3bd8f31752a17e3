/** The lab: the catalogue of published tables and claims, one of them, or a fault. The address says which. */

import { put } from "../shared/dom.js";
import { CatalogueView } from "./catalogue.js";
import { EntryView } from "./entry.js";
import { FaultView } from "./program_fault.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {{element: HTMLElement, update: (address: Address) => void, close: () => void}} View */

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  return new LabPage(root, address);
}

class LabPage {
  #root;
  #shown = "";
  /** @type {View | null} */ #view = null;

  /** @param {HTMLElement} root @param {Address} address */
  constructor(root, address) {
    this.#root = root;
    this.update(address);
  }

  /** @param {Address} address */
  update(address) {
    const { entry, fault, rows } = address;
    const wanted = entry ? `entry ${entry} ${rows}` : fault ? `fault ${fault}` : `all ${rows}`;
    if (this.#view && wanted === this.#shown) return this.#view.update(address);
    this.close();
    this.#shown = wanted;
    this.#view = entry ? new EntryView(address) : fault ? new FaultView(address) : new CatalogueView(address);
    put(this.#root, this.#view.element);
  }

  close() {
    this.#view?.close();
    this.#view = null;
  }
}
