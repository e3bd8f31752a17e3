/** One entry: what was published, the verdict, the run that measures it, the plot and the table. */

import { announce, report } from "../shared/announcer.js";
import { tell } from "../shared/api.js";
import { button, h, keepingFocus, put } from "../shared/dom.js";
import { watch } from "../shared/watching.js";
import { plural, timeText } from "../shared/words.js";
import { answerList, backLink, measuredText, requestParameters, rowsChoice } from "./verdicts.js";
import { drawPlot } from "./entry_plot.js";
import { drawTable } from "./entry_table.js";

/** @typedef {import("../shared/address.js").Address} Address */
/** @typedef {import("./lab_types.js").EntryTable} EntryTable */
/** @typedef {import("./lab_types.js").RunStatus} RunStatus */

const NARROW = matchMedia("(max-width: 40rem)");

export class EntryView {
  #address;
  #work = new AbortController();
  /** @type {EntryTable | null} */ #sheet = null;
  /** @type {RunStatus | null} */ #run = null;
  #head = h("header", { class: "lab-head" });
  #verdict = h("div", { class: "lab-first-verdict" }, "Loading …");
  #progress = h("div", { class: "run-progress" });
  #clock = h("span", {});
  #actions = h("div", { class: "row lab-actions" });
  #plot = h("section", { "aria-label": "Plot", hidden: true });
  #table = h("section", { "aria-label": "Table", hidden: true });
  #sources = h("section", { class: "lab-sources", "aria-label": "How it was measured", hidden: true });
  #timer = setInterval(() => this.#tick(), 500);
  #redraw = () => this.#drawPlot();

  /** @param {Address} address */
  constructor(address) {
    this.#address = address;
    put(this.#head, backLink(address), h("h1", {}, address.entry));
    this.element = h(
      "article",
      { class: "lab" },
      this.#head,
      h("div", { class: "card lab-first" }, this.#verdict, this.#progress, this.#actions),
      this.#plot,
      this.#table,
      this.#sources,
    );
    document.title = `${address.entry} · Lab · Kibitz`;
    NARROW.addEventListener("change", this.#redraw);
    void this.#watch();
  }

  /** @param {Address} address */
  update(address) {
    this.#address = address;
  }

  close() {
    this.#work.abort();
    clearInterval(this.#timer);
    NARROW.removeEventListener("change", this.#redraw);
  }

  async #watch() {
    await watch("lab/watch", requestParameters(this.#address), this.#work.signal, {
      shows: {
        run: (run) => this.#showRun(run),
        sheet: (sheet) => this.#showSheet(sheet),
      },
      isRunning: () => Boolean(this.#run?.is_running),
      lost: (why) => {
        if (!this.#sheet) put(this.#verdict, h("p", { class: "run-error" }, why));
        put(this.#actions, button("Look again", "fresh", () => void this.#watch()));
      },
    });
  }

  /** @param {EntryTable} sheet */
  #showSheet(sheet) {
    const isFirst = !this.#sheet;
    this.#sheet = sheet;
    const { entry } = sheet;
    if (isFirst) this.#drawHead();
    put(
      this.#verdict,
      answerList(entry.answers, { isBrief: false }),
      entry.measured_by === "us" &&
        h("p", { class: "lab-note" }, h("b", {}, "Source of the figures: "), measuredText(entry)),
      entry.measured < entry.cells && entry.measured > 0
        ? h("p", { class: "about" }, `So far; ${plural(entry.cells - entry.measured, "row")} not measured yet.`)
        : null,
    );
    this.#drawRun();
    this.#drawPlot();
    this.#table.hidden = false;
    keepingFocus(
      this.#table,
      () => put(this.#table, h("h2", {}, "Reported and measured"), drawTable(sheet, this.#run)),
    );
    this.#sources.hidden = !sheet.sources.length;
    put(
      this.#sources,
      h("h2", {}, "How it was measured"),
      sheet.sources.map((text) => h("p", { class: "about" }, text)),
      h(
        "p",
        { class: "about" },
        `Counts are the same on every machine; times and memory are those of ${
          entry.measured_by === "us" ? "the machine named here" : "this machine"
        }.`,
      ),
    );
  }

  #drawHead() {
    const { entry } = /** @type {EntryTable} */ (this.#sheet);
    document.title = `${entry.id} ${entry.title} · Kibitz`;
    put(
      this.#head,
      backLink(this.#address),
      h("h1", {}, h("span", { class: "lab-id" }, entry.id), ` ${entry.title}`),
      h(
        "p",
        { class: "about" },
        entry.report && `${entry.report}: `,
        entry.source,
        entry.covers.length > 0 && ` · also settles ${entry.covers.join(", ")}`,
      ),
      entry.says && h("blockquote", {}, entry.says),
      entry.assumes && h("p", { class: "lab-note" }, h("b", {}, "Assumed here: "), entry.assumes),
    );
  }

  #drawPlot() {
    const picture = this.#sheet?.plot;
    const drawn = picture ? drawPlot(picture, NARROW.matches) : null;
    this.#plot.hidden = !drawn;
    if (drawn) put(this.#plot, drawn);
  }

  /** @param {RunStatus} run */
  #showRun(run) {
    const before = this.#run;
    this.#run = run;
    if (before?.is_running && !run.is_running) {
      const { entry } = this.#sheet ?? {};
      const failed = run.failed.length ? ` ${plural(run.failed.length, "row")} could not be measured.` : "";
      announce(
        `${entry?.id ?? "The run"}: ${run.done} of ${plural(run.planned, "row")} measured.${failed} ${run.error}`,
      );
    }
    this.#drawRun();
    if (this.#sheet) {
      const sheet = this.#sheet;
      keepingFocus(this.#table, () => put(this.#table, h("h2", {}, "Reported and measured"), drawTable(sheet, run)));
    }
  }

  #drawRun() {
    const [run, sheet] = [this.#run, this.#sheet];
    if (!run || !sheet) return;
    const { entry } = sheet;
    const isOurs = entry.measured_by === "us";
    const missing = isOurs ? entry.cells : entry.cells - entry.measured;
    put(
      this.#progress,
      run.is_running && [
        h("progress", { max: run.planned, value: run.done, "aria-label": "Rows measured" }),
        h(
          "p",
          {},
          run.is_stopping ? "Stopping … " : `${run.done} of ${plural(run.planned, "row")} done`,
          run.row && !run.is_stopping && [" · measuring “", h("b", {}, run.row), "”"],
          this.#clock,
        ),
      ],
      run.failed.length > 0 &&
        h(
          "p",
          { class: "run-error" },
          `${plural(run.failed.length, "row")} could not be measured; the table says why.`,
        ),
      run.error && h("p", { class: "run-error" }, run.error),
    );
    this.#tick();
    const { rows } = this.#address;
    keepingFocus(this.#actions, () =>
      put(
        this.#actions,
        run.is_running
          ? button("Stop", "pause", () => void this.#act("stop"), { class: "primary", disabled: run.is_stopping })
          : rows === "ours"
          ? null
          : missing > 0
          ? button(isOurs || !entry.measured ? "Measure here" : "Go on", "play", () => void this.#act("start"), {
            class: "primary",
          })
          : h("p", { class: "lab-done" }, rows === "all" ? "Every row is measured." : "Every quick row is measured."),
        rowsChoice(this.#address),
        entry.measured > 0 && [
          h("a", { class: "lab-download", href: this.#file("html"), download: "" }, "Report (HTML)"),
          h("a", { class: "lab-download", href: this.#file("csv"), download: "" }, "Table (CSV)"),
          sheet.plot && h("a", { class: "lab-download", href: this.#file("svg"), download: "" }, "Plot (SVG)"),
        ].filter(Boolean),
      ));
  }

  /** Show how long the current row has taken so far. */
  #tick() {
    const since = Date.parse(this.#run?.since ?? "");
    const isShown = this.#run?.is_running && this.#run.row && !this.#run.is_stopping && !Number.isNaN(since);
    put(this.#clock, isShown && ` for ${timeText(Math.max(0, Math.round((Date.now() - since) / 1000)) || 1)}`);
  }

  /** @param {string} format */
  #file(format) {
    const { entry, quick, ours } = requestParameters(this.#address);
    return `/api/lab/file?entry=${encodeURIComponent(entry)}&format=${format}&quick=${quick}&ours=${ours}`;
  }

  /** @param {"start" | "stop"} what */
  async #act(what) {
    try {
      const { entry, quick } = requestParameters(this.#address);
      this.#showRun(await tell(`lab/${what}`, { entry, quick }));
      if (what === "stop") return;
      announce("The run has started.");
      this.#work.abort();
      this.#work = new AbortController();
      void this.#watch();
    } catch (error) {
      report(error);
    }
  }
}
