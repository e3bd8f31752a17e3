/** The doctor: the faults it knows, each with its smallest tree, and the reports made on this machine. */

import { writeAddress } from "../shared/address.js";
import { announce, report as complain } from "../shared/announcer.js";
import { ask } from "../shared/api.js";
import { h, put } from "../shared/dom.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {{family: string, id: string, sentence: string}} ListedFault */
/** @typedef {{id: string, patient: string, verdict: string, sentence: string, faults: string[]}} ListedReport */
/**
 * @typedef {object} ShownFault
 * @property {string} id
 * @property {string} sentence
 * @property {string} why
 * @property {string} right
 * @property {string} wrong
 * @property {string} tree
 * @property {string} to_move
 * @property {number | null} depth
 * @property {string} answers
 * @property {string} right_answers
 * @property {number} steps
 */

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  return new DoctorPage(root, address);
}

class DoctorPage {
  #work = new AbortController();
  #element = h("article", { class: "doctor" }, h("p", { class: "about" }, "Looking …"));

  /** @param {HTMLElement} root @param {Address} address */
  constructor(root, address) {
    put(root, this.#element);
    this.update(address);
  }

  /** @param {Address} address */
  update(address) {
    this.#work.abort();
    this.#work = new AbortController();
    void this.#look(address, this.#work.signal);
  }

  close() {
    this.#work.abort();
  }

  /** @param {Address} address @param {AbortSignal} signal */
  async #look(address, signal) {
    document.title = address.fault ? `${address.fault} · Doctor · Kibitz` : "Doctor · Kibitz";
    try {
      if (address.fault) {
        put(this.#element, ...drawFault(await ask("doctor/fault", { fault: address.fault }, signal), address));
      } else {
        const [faults, reports] = await Promise.all([
          ask("doctor/faults", {}, signal),
          ask("doctor/reports", {}, signal),
        ]);
        put(this.#element, ...drawGallery(faults, reports, address));
      }
    } catch (error) {
      if (signal.aborted) return;
      complain(error);
      put(this.#element, h("p", { class: "run-error" }, error instanceof Error ? error.message : String(error)));
    }
  }
}

/** @param {ListedFault[]} faults @param {ListedReport[]} reports @param {Address} address */
function drawGallery(faults, reports, address) {
  const families = [...new Set(faults.map(({ family }) => family))];
  return [
    h(
      "header",
      {},
      h("h1", {}, "The doctor"),
      h(
        "p",
        { class: "doctor-lede" },
        `It examines a search program and names what is wrong with it. These are the ${faults.length} faults it knows. `,
        "Examine a program of your own in a terminal: ",
        h("code", {}, "kibitz doctor my_search.py"),
        ". ",
        h("a", { href: "/learn?document=doctor" }, "How it works"),
      ),
    ),
    h(
      "section",
      {},
      h("h2", {}, "Reports made on this machine"),
      reports.length
        ? h(
          "ul",
          { class: "doctor-list" },
          reports.map((one) => drawReport(one, faults, address)),
        )
        : h("p", { class: "about" }, "None yet."),
    ),
    ...families.map((family) =>
      h(
        "section",
        {},
        h("h2", {}, family.charAt(0).toUpperCase() + family.slice(1)),
        h(
          "ul",
          { class: "doctor-list" },
          faults
            .filter((fault) => fault.family === family)
            .map(({ id, sentence }) =>
              h("li", {}, h("a", { href: writeAddress({ ...address, fault: id }) }, sentence))
            ),
        ),
      )
    ),
  ];
}

/** @param {ListedReport} report @param {ListedFault[]} known @param {Address} address */
function drawReport({ patient, verdict, sentence, faults }, known, address) {
  const links = faults
    .filter((fault) => known.some(({ id }) => id === fault))
    .map((fault) => [" ", h("a", { href: writeAddress({ ...address, fault }) }, fault)]);
  return h("li", {}, h("code", {}, patient), " ", h("b", {}, verdict), ` ${sentence}`, ...links.flat());
}

/** @param {ShownFault} fault @param {Address} address */
function drawFault(fault, address) {
  const pictures = ["wrong", "right"].map((run) => ({
    run,
    image: h("img", { alt: `${run}: ${run === "wrong" ? fault.answers : fault.right_answers}` }),
  }));
  const slider = h("input", { type: "range", min: "0", max: String(fault.steps), value: String(fault.steps) });
  const show = () => {
    for (const { run, image } of pictures) {
      const query = new URLSearchParams({ fault: fault.id, run, step: slider.value });
      image.setAttribute("src", `/api/doctor/drawing?${query}`);
    }
  };
  slider.addEventListener("input", () => {
    show();
    announce(`After ${slider.value} leaves.`);
  });
  show();
  const depth = fault.depth === null ? "" : `, searched to depth ${fault.depth}`;
  return [
    h(
      "header",
      {},
      h("a", { href: writeAddress({ ...address, fault: "" }) }, "← All faults"),
      h("h1", {}, fault.sentence),
    ),
    h("p", {}, fault.why),
    h("pre", {}, `- ${fault.wrong}\n+ ${fault.right}`),
    h("p", {}, "The smallest tree that shows it: ", h("code", {}, fault.tree), `, ${fault.to_move} to move${depth}.`),
    h("label", { class: "doctor-step" }, "Leaves looked at ", slider),
    h(
      "div",
      { class: "doctor-runs" },
      pictures.map(({ run, image }) =>
        h(
          "figure",
          {},
          h("figcaption", {}, run === "wrong" ? `With the fault: ${fault.answers}` : `Right: ${fault.right_answers}`),
          image,
        )
      ),
    ),
  ];
}
