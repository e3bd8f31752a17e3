/** Saving: the picture as it is shown, or the selected subtree as data; and the link to this node of this search. */

import { notice, report } from "../shared/announcer.js";
import { button, h } from "../shared/dom.js";

const WORDS = /** @type {Record<string, string>} */ ({
  svg: "Subtree as SVG",
  dot: "Subtree as DOT",
  json: "Subtree as JSON",
  txt: "Subtree as a text log",
  outline: "Subtree as an outline",
  kbz: "The whole recording (.kbz)",
  html: "Save as one page (.html)",
});

/** What always holds the whole recording. */
const WHOLE = new Set(["kbz", "html"]);
const LOCAL = /^(localhost|127\.|\[::1\])/;

/** @param {import("./microscope.js").Microscope} scope */
export function saveMenu(scope) {
  const menu = h("details", { class: "menu save" });
  /** @param {string} ending @param {() => Promise<Blob | null>} make */
  const save = async (ending, make) => {
    menu.open = false;
    try {
      const blob = await make();
      if (blob) download(blob, `${fileName(scope)}.${ending}`);
    } catch (error) {
      report(error);
    }
  };
  const root = () => scope.detail?.card.node ?? scope.source.recording.root;
  const fileOf = (/** @type {string} */ format) =>
    WHOLE.has(format) && scope.source.whole ? scope.source.whole(format) : scope.source.file(root(), format);
  menu.append(
    h("summary", {}, "Save"),
    h(
      "div",
      { class: "menu-list" },
      button("Picture as shown, SVG", null, () => void save("svg", async () => scope.view.toSvg())),
      button("Picture as shown, PNG", null, () => void save("png", () => scope.view.toPng())),
      scope.source.formats.map((format) =>
        button(
          WORDS[format],
          null,
          () => void save(format === "outline" ? "txt" : format, () => fileOf(format)),
        )
      ),
      button("Print the picture and the panel", null, () => ((menu.open = false), print())),
      button("Copy the link to this node", "share", () => void copyLink().then(() => (menu.open = false))),
    ),
  );
  return menu;
}

/** @param {import("./microscope.js").Microscope} scope */
function fileName({ source, detail }) {
  const { name, searcher } = source.recording;
  return [name, searcher, detail ? `node${detail.card.node}` : ""].join("-").replace(/[^\w.=-]+/g, "-");
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    notice(`The link to this node has been copied.${caution()}`);
  } catch {
    notice(`Copy this link: ${location.href}${caution()}`); // the browser does not allow writing to the clipboard
  }
}

/** What keeps others from opening the link. */
function caution() {
  const parts = [];
  if (LOCAL.test(location.hostname)) {
    parts.push(" It opens on this computer only, while Kibitz runs: to others, send the page that Save writes.");
  }
  if (new URLSearchParams(location.search).has("tree")) {
    parts.push(" The recording came from a file: keep the file, the server forgets it when it stops.");
  }
  return parts.join("");
}
