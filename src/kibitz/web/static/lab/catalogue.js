/** The catalogue by report: its tables, its claims, each with a verdict, and the faults of its programs. */

import { writeAddress } from "../shared/address.js";
import { announce, report as complain } from "../shared/announcer.js";
import { ask, pause, tell } from "../shared/api.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { plural } from "../shared/words.js";
import {
  answerList,
  capital,
  choice,
  labelled,
  measuredText,
  requestParameters,
  rowsChoice,
  VERDICTS,
} from "./verdicts.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./lab_types.js").Catalogue} Catalogue */
/** @typedef {import("./lab_types.js").Report} Report */

const AGAIN = 2000; // milliseconds between two requests while something is being measured

export class CatalogueView {
  #address;
  #work = new AbortController();
  /** @type {Catalogue | null} */ #catalogue = null;
  #tools = h("div", { class: "lab-tools" });
  #run = h("div", { class: "lab-run-all" });
  #list = h("div", { class: "lab-reports" }, h("p", { class: "about" }, "Loading …"));

  /** @param {Address} address */
  constructor(address) {
    this.#address = address;
    this.element = h(
      "article",
      { class: "lab" },
      h(
        "header",
        {},
        h("h1", {}, "The lab"),
        h(
          "p",
          { class: "lab-lede" },
          "The tables and claims of published reports on game search, measured again: each next to the result here, with " +
            "a computed verdict. Until you measure an entry on this machine, it shows the figures that ship with Kibitz. ",
          h("a", { href: "/manual?document=lab" }, "About the lab"),
          " · ",
          h("a", { href: "/manual?document=slips" }, "Slips in print"),
        ),
      ),
      this.#tools,
      this.#run,
      this.#list,
    );
    document.title = "Lab · Kibitz";
    void this.#look();
  }

  /** @param {Address} address */
  update(address) {
    this.#address = address;
    document.title = "Lab · Kibitz";
    this.#draw();
    announce(
      `${plural(this.#shown().reduce((sum, { entries }) => sum + entries.length, 0), "entry", "entries")} shown.`,
    );
  }

  close() {
    this.#work.abort();
  }

  async #look() {
    const { signal } = this.#work;
    try {
      for (;;) {
        const { quick, ours } = requestParameters(this.#address);
        this.#catalogue = /** @type {Catalogue} */ (await ask("lab/list", { quick, ours }, signal));
        this.#draw();
        if (!this.#catalogue.reports.some(({ entries }) => entries.some(({ is_running }) => is_running))) return;
        await pause(AGAIN, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      complain(error);
      put(this.#list, h("p", { class: "run-error" }, error instanceof Error ? error.message : String(error)));
    }
  }

  #draw() {
    if (!this.#catalogue) return;
    const address = this.#address;
    const { counts } = this.#catalogue;
    const { quick, ours } = requestParameters(address);
    /** @param {string} format @param {string} title */
    const download = (format, title) =>
      h(
        "a",
        { class: "lab-download", href: `/api/lab/file?format=${format}&quick=${quick}&ours=${ours}`, download: "" },
        title,
      );
    keepingFocus(this.#tools, () =>
      put(
        this.#tools,
        rowsChoice(address),
        labelled(
          "Verdict",
          choice(address, "verdict", [
            ["", "any"],
            ...VERDICTS.map(
              ([verdict]) => /** @type {[string, string]} */ ([verdict, `${verdict} (${counts[verdict] ?? 0})`]),
            ),
          ]),
        ),
        labelled(
          "Published as",
          choice(address, "printed", [
            ["", "tables and claims"],
            ["tables", "tables"],
            ["claims", "claims"],
          ]),
        ),
        download("html", "Download a report of all (HTML)"),
        download("csv", "Table of all (CSV)"),
      ));
    this.#drawRun();
    const reports = this.#shown();
    keepingFocus(this.#list, () =>
      put(
        this.#list,
        reports.length
          ? reports.map((one) => section(one, address))
          : this.#catalogue?.reports.length
          ? h("p", {}, "No entry matches. ", h("a", { href: writeAddress(all(address)) }, "Show all entries"))
          : h("p", {}, "No report is installed. Run your own table in the terminal: kibitz lab run my_table.py."),
      ));
  }

  #drawRun() {
    const run = /** @type {Catalogue} */ (this.#catalogue).run;
    keepingFocus(this.#run, () =>
      put(
        this.#run,
        run.is_running
          ? [
            button("Stop measuring", "pause", () => void this.#act("stop-all"), { disabled: run.is_stopping }),
            h("progress", { max: run.planned, value: run.done, "aria-label": "Rows measured" }),
            h("p", {}, `${run.done} of ${plural(run.planned, "row")} done`, run.row && ` · ${run.entry}, ${run.row}`),
          ]
          : button("Measure all quick rows here", "play", () => void this.#act("start-all")),
        run.error && h("p", { class: "run-error" }, run.error),
      ));
  }

  /** @param {"start-all" | "stop-all"} what */
  async #act(what) {
    try {
      await tell(`lab/${what}`, {});
      announce(what === "start-all" ? "The quick rows of all entries are being measured." : "Measuring was stopped.");
      this.#work.abort();
      this.#work = new AbortController();
      void this.#look();
    } catch (error) {
      complain(error);
    }
  }

  /** The reports with the entries that pass the filters. @returns {Report[]} */
  #shown() {
    const { verdict, printed } = this.#address;
    const isFiltered = Boolean(verdict || printed);
    return (this.#catalogue?.reports ?? [])
      .map((one) => ({
        ...one,
        entries: one.entries.filter(
          ({ entry }) =>
            (!verdict || entry.answers.some((answer) => answer.verdict === verdict)) &&
            (!printed || `${entry.kind}s` === printed),
        ),
        faults: isFiltered ? [] : one.faults,
      }))
      .filter(({ entries, faults }) => entries.length || faults.length);
  }
}

/** @param {Address} address @returns {Address} */
const all = (address) => ({ ...address, verdict: "", printed: "" });

/** @param {Report} report @param {Address} address */
function section({ id, title, about, entries, faults }, address) {
  const kinds = /** @type {["table" | "claim", string][]} */ ([
    ["table", "Tables"],
    ["claim", "Claims"],
  ]);
  return h(
    "section",
    { "aria-label": id ? `${id}, ${title}` : title },
    h("h2", {}, id && [h("span", { class: "lab-id" }, id), ", "], title),
    about && h("p", { class: "about" }, about),
    kinds.map(([kind, heading]) => {
      const own = entries.filter(({ entry }) => entry.kind === kind);
      return h(
        "div",
        { class: "lab-kind", hidden: !own.length },
        h("h3", {}, heading),
        h(
          "ul",
          { class: "lab-entries" },
          own.map((listed) => line(listed, address)),
        ),
      );
    }),
    faults.length > 0 &&
      h(
        "div",
        { class: "lab-kind" },
        h("h3", {}, "Faults of its programs"),
        h(
          "ul",
          { class: "lab-faults" },
          faults.map((fault) =>
            h(
              "li",
              {},
              h("span", { class: "lab-id" }, fault.id),
              " ",
              h("a", { href: writeAddress({ ...address, fault: fault.id }) }, capital(fault.title)),
            )
          ),
        ),
      ),
  );
}

/** @param {Report["entries"][number]} listed @param {Address} address */
function line({ entry, is_running }, address) {
  return h(
    "li",
    { class: "card lab-entry" },
    h(
      "p",
      { class: "lab-entry-head" },
      h("span", { class: "lab-id" }, entry.id),
      " ",
      h("a", { class: "lab-link card-link", href: writeAddress({ ...address, entry: entry.id }) }, entry.title),
    ),
    h(
      "p",
      { class: "lab-entry-state" },
      is_running && h("span", { class: "lab-running" }, "being measured "),
      h("span", { class: "about" }, measuredText(entry)),
    ),
    answerList(entry.answers, { isBrief: true }),
  );
}
