/** The page that contains its own tree: `kibitz tree … --out t.html`. It needs no server. */

import { report } from "../shared/announcer.js";
import { h } from "../shared/dom.js";
import { track } from "../shared/settled.js";
import { EmbeddedSource } from "./source/embedded_source.js";
import { Microscope, recordingWords } from "./microscope.js";

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  const carried = JSON.parse(document.getElementById("kibitz-tree")?.textContent ?? "{}");
  const source = await EmbeddedSource.from(carried);
  const { searcher, title } = source.recording;
  document.title = `${searcher} on ${title} · Kibitz`;
  root.append(
    h(
      "header",
      { class: "scope-head" },
      h(
        "div",
        {},
        h("h1", {}, h("code", {}, searcher)),
        h(
          "p",
          { class: "about" },
          recordingWords(source.recording),
          !carried.explained &&
            ` · without explanations, which pages of up to ${carried.explained_up_to.toLocaleString("en")} nodes have`,
        ),
      ),
    ),
  );
  const spot = new URLSearchParams(location.hash.slice(1));
  const number = (/** @type {string} */ name) => (/^\d+$/.test(spot.get(name) ?? "") ? Number(spot.get(name)) : null);
  const scope = new Microscope(
    source,
    {
      node: number("node"),
      step: number("step"),
      view: spot.get("view") ?? "",
      place: spot.get("place") ?? "",
      pov: spot.get("pov") ?? "",
      projector: spot.get("projector") ?? "",
    },
    { moved },
  );
  root.append(scope.element);
}

/** The place in the tree is kept behind the # of the address. @param {import("./microscope.js").LinkedView} spot */
function moved(spot) {
  const parts = Object.entries(spot).filter(([, value]) => value !== null && value !== "");
  history.replaceState(null, "", `#${parts.map(([name, value]) => `${name}=${value}`).join("&")}`);
}

track(start()).catch(report);
