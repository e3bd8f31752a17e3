/** The doctor: the faults it knows, each with its smallest tree, and the reports made on this machine. */

import { go, readAddress, writeAddress } from "../shared/address.js";
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
 * @property {number} leaves
 * @property {number} right_leaves
 * @property {boolean} in_microscope
 */
/**
 * @typedef {object} Run
 * @property {{static: number | null}[]} nodes
 * @property {number[] | null} leaves
 * @property {string | number | null} value
 * @property {number | null} move
 * @property {string} error
 */
/**
 * @typedef {object} Report
 * @property {string} patient
 * @property {string} verdict
 * @property {string} sentence
 * @property {{id: string, sentence: string, why: string, right: string, wrong: string}[]} faults
 * @property {any} smallest
 * @property {any} [example]  the tree of the runs of a right program
 * @property {number | null} smallest_depth
 * @property {string} smallest_to_move
 * @property {string} violation
 * @property {number | null} leaves
 * @property {number | null} textbook_leaves
 * @property {number | null} minimal_leaves
 * @property {string} next_step
 * @property {string[]} remarks
 * @property {string} understood
 * @property {boolean} is_pair
 * @property {number} cases
 * @property {string} unit
 * @property {number} wrong_cases
 * @property {number} seconds
 * @property {Run | null} patient_run
 * @property {Run | null} right_run
 */

/**
 * @param {HTMLElement} root
 * @param {Address} address
 * @returns {import("../shared/page_types.js").OpenPage}
 */
export function open(root, address) {
  return new DoctorPage(root, address);
}

/** What to examine, and the command for it. */
const OWN_PROGRAM = [
  ["a file in Python", "kibitz doctor my_search.py"],
  ["one function of it", "kibitz doctor my_search.py:alphabeta"],
  ["a program in any language", 'kibitz doctor --program "java Search"'],
  ["a whole class", "kibitz doctor --all submissions/ --out report/"],
];

class DoctorPage {
  #work = new AbortController();
  #element = h("article", { class: "doctor" }, h("p", { class: "about" }, "Loading …"));

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
      } else if (address.report) {
        const [report, faults] = await Promise.all([
          ask("doctor/report", { report: address.report }, signal),
          ask("doctor/faults", {}, signal),
        ]);
        document.title = `${report.patient} · Doctor · Kibitz`;
        put(this.#element, ...drawReport(report, faults, address));
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
  return [
    h(
      "header",
      {},
      h("h1", {}, "The doctor"),
      h(
        "p",
        { class: "doctor-lede" },
        `The doctor examines a search program and names its faults. It recognizes ${faults.length} faults. `,
        h("a", { href: "/manual?document=doctor" }, "How it works"),
      ),
    ),
    h(
      "section",
      {},
      h("h2", {}, "Examine your own program"),
      h(
        "p",
        { class: "doctor-lede" },
        "Programs run in a terminal, never on this page. Their reports are then listed below.",
      ),
      h(
        "dl",
        { class: "doctor-more" },
        OWN_PROGRAM.flatMap(([what, command]) => [h("dt", {}, what), h("dd", {}, h("code", {}, command))]),
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
          reports.map((one) => listReport(one, faults, address)),
        )
        : h("p", { class: "about" }, "None yet."),
    ),
    ...listFaults(faults, address),
  ];
}

/** The faults by their families, and a field to find some. @param {ListedFault[]} faults @param {Address} address */
function listFaults(faults, address) {
  const items = faults.map((fault) => ({
    ...fault,
    text: `${fault.family} ${fault.id} ${fault.sentence}`.toLowerCase(),
    element: h("li", {}, h("a", { href: writeAddress({ ...address, fault: fault.id }) }, fault.sentence)),
  }));
  const families = [...new Set(faults.map(({ family }) => family))].map((family) => ({
    family,
    element: h(
      "section",
      {},
      h("h3", {}, family.charAt(0).toUpperCase() + family.slice(1)),
      h("ul", { class: "doctor-list" }, items.filter((item) => item.family === family).map(({ element }) => element)),
    ),
  }));
  const count = h("output", {}, `${faults.length} faults`);
  const find = h("input", {
    type: "search",
    id: "fault-search",
    placeholder: "window, sign, depth …",
    maxlength: "60",
  });
  find.addEventListener("input", () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { text, element } of items) element.hidden = !words.every((word) => text.includes(word));
    const shown = items.filter(({ element }) => !element.hidden);
    for (const { family, element } of families) element.hidden = !shown.some((item) => item.family === family);
    put(count, words.length ? `${shown.length} of ${faults.length} faults` : `${faults.length} faults`);
  });
  return [
    h("h2", {}, "Known faults"),
    h("p", { class: "doctor-find" }, h("label", { for: "fault-search" }, "Find a fault"), find, count),
    ...families.map(({ element }) => element),
  ];
}

/** @param {ListedReport} report @param {ListedFault[]} known @param {Address} address */
function listReport({ id, patient, verdict, sentence, faults }, known, address) {
  const links = faults
    .filter((fault) => known.some((one) => one.id === fault))
    .map((fault) => [" ", h("a", { href: writeAddress({ ...address, fault }) }, fault)]);
  return h(
    "li",
    {},
    h("a", { href: writeAddress({ ...address, report: id }) }, h("code", {}, patient)),
    " ",
    h("b", {}, verdict),
    ` ${sentence}`,
    ...links.flat(),
  );
}

/** @param {ShownFault} fault @param {Address} address */
function drawFault(fault, address) {
  const depth = fault.depth === null ? "" : `, searched to depth ${fault.depth}`;
  return [
    h(
      "header",
      {},
      h("a", { href: writeAddress({ ...address, fault: "" }) }, "← All faults"),
      h("h1", {}, fault.sentence),
    ),
    h("p", {}, fault.why),
    ...quote(fault),
    h(
      "p",
      {},
      "The smallest tree that shows it: ",
      h("code", {}, fault.tree),
      `, ${nameSide(fault.to_move)} to move${depth}.`,
    ),
    ...drawRuns({ fault: fault.id }, [fault.leaves, fault.right_leaves], fault.in_microscope, [
      `With the fault: ${fault.answers}`,
      `Right: ${fault.right_answers}`,
    ]),
  ];
}

/** @param {Report} report @param {ListedFault[]} known @param {Address} address */
function drawReport(report, known, address) {
  const depth = report.smallest_depth === null ? "" : `, searched to depth ${report.smallest_depth}`;
  const runs = [report.patient_run, report.right_run].filter((run) => run !== null);
  const rows = [
    report.leaves !== null &&
    ["leaves", `${report.leaves}; textbook alpha-beta ${report.textbook_leaves}; fewest ${report.minimal_leaves}`],
    report.next_step && ["try next", report.next_step],
    ...report.remarks.map((remark) => ["note", remark]),
    report.understood && ["read as", report.understood],
    ["asked", `${report.cases} ${report.unit}, ${report.wrong_cases} answered wrongly, ${report.seconds} s`],
  ].filter((row) => Array.isArray(row));
  return [
    h(
      "header",
      {},
      h("a", { href: writeAddress({ ...address, report: "" }) }, "← All reports and faults"),
      h("h1", {}, h("code", {}, report.patient)),
    ),
    h(
      "p",
      { class: "doctor-verdict", "data-verdict": report.verdict },
      h("b", {}, report.verdict),
      ` ${report.sentence}`,
    ),
    ...report.faults.map(({ id, sentence, why, right, wrong }, place) =>
      h(
        "section",
        {},
        h(
          "h2",
          {},
          place > 0 && (report.is_pair ? "And: " : "Or: "),
          known.some((one) => one.id === id)
            ? h("a", { href: writeAddress({ ...address, report: "", fault: id }) }, sentence)
            : sentence,
        ),
        h("p", {}, why),
        wrong && quote({ wrong, right }),
      )
    ),
    report.smallest !== null &&
    h(
      "p",
      {},
      "The smallest tree: ",
      h("code", {}, JSON.stringify(report.smallest)),
      `, ${nameSide(report.smallest_to_move)} to move${depth}: ${report.violation}.`,
    ),
    report.example &&
    h("p", {}, "Its search of a small tree, ", h("code", {}, JSON.stringify(report.example)), ":"),
    ...(runs.length === 2
      ? drawRuns(
        { report: address.report },
        runs.map((run) => run.leaves?.length ?? 0),
        fitsMicroscope(runs[1]),
        [`This program: ${answer(runs[0])}`, `Right: ${answer(runs[1])}`],
      )
      : []),
    h("dl", { class: "doctor-more" }, rows.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])),
  ];
}

/** @param {string} side */
const nameSide = (side) => (side === "max" ? "Max" : "Min");

/** The line of pseudocode with a fault and without. @param {{wrong: string, right: string}} fault */
const quote = ({ wrong, right }) => [
  h("pre", {}, `- ${wrong}\n+ ${right}`),
  h("p", { class: "about" }, "From the textbook’s pseudocode; in your program the line may look different."),
];

/** Whether the microscope can show a search: there is a move, and all numbers may be results of a game. @param {Run} run */
const fitsMicroscope = (run) => run.nodes.length > 1 && run.nodes.every((node) => Math.abs(node.static ?? 0) <= 1000);

/** @param {Run} run */
function answer(run) {
  if (run.error) return run.error;
  return [run.value !== null && `value ${run.value}`, run.move !== null && `move ${run.move}`].filter(Boolean).join(
    ", ",
  );
}

/**
 * The two searches beside each other, with a slider through their leaves and a way into the microscope.
 *
 * @param {{fault?: string, report?: string}} of
 * @param {number[]} leaves  how many each of the two looks at
 * @param {boolean} inMicroscope
 * @param {string[]} captions
 */
function drawRuns(of, leaves, inMicroscope, captions) {
  const steps = Math.max(...leaves);
  const pictures = ["wrong", "right"].map((run, place) => ({
    run,
    caption: captions[place],
    image: h("img", { alt: captions[place] }),
  }));
  const slider = h("input", { type: "range", min: "0", max: String(steps), value: String(steps) });
  const count = h("output", {});
  const show = () => {
    for (const { run, image } of pictures) {
      image.setAttribute("src", `/api/doctor/drawing?${new URLSearchParams({ ...of, run, step: slider.value })}`);
    }
    const [ours, right] = leaves.map((all) => Math.min(all, Number(slider.value)));
    put(count, `${ours} of ${leaves[0]} by this program, ${right} of ${leaves[1]} by the right one`);
  };
  slider.addEventListener("input", () => {
    show();
    announce(`After ${slider.value} leaves.`);
  });
  show();
  return [
    h("label", { class: "doctor-step" }, "Leaves visited ", slider, count),
    h(
      "div",
      { class: "doctor-runs" },
      pictures.map(({ run, caption, image }) =>
        h(
          "figure",
          {},
          h("figcaption", {}, caption),
          image,
          inMicroscope &&
            h("button", {
              class: "quiet",
              onclick: () => void openInMicroscope({ ...of, run }),
            }, "Open in the microscope"),
        )
      ),
    ),
  ];
}

/** @param {{fault?: string, report?: string, run: string}} of */
async function openInMicroscope(of) {
  try {
    const { tree } = await ask("doctor/recording", of);
    go({ ...readAddress(`${location.origin}/tree`), tree, view: "drawing" });
  } catch (error) {
    complain(error);
  }
}
