/**
 * What an exported page answers: every node, step and explanation of the trees named, from both points of view, as
 * JSON, a tree a line. Run by Deno, which has what the page needs of a browser.
 */

import { EmbeddedSource } from "../../src/kibitz/web/static/microscope/source/embedded_source.js";

const WISHES = [["cutoff", ""], ["closes", ""], ["leaf", ""], ["depth", "2"], ["value", "1"], ["proven", ""]];
const TEXTS = ["#1", "=1", ">=2", "<-1"];

for (const path of Deno.args) {
  const source = await EmbeddedSource.from(JSON.parse(await Deno.readTextFile(path)));
  const { recording } = source;
  /** @type {any} */
  const answers = { icicle: await source.icicle(0, 0, recording.passes[0].nodes, 1e6) };
  for (const pov of /** @type {const} */ (["root", "mover"])) {
    source.pov = pov;
    const nodes = [];
    for (let node = 0; node < recording.nodes; node++) {
      const { card } = await source.node(node);
      const cut = card.kind === "inner" && recording.has_windows ? await source.why(node, "cut") : null;
      nodes.push({ detail: await source.node(node), value: await source.why(node, "value"), cut });
    }
    const steps = [];
    for (let step = 0; step < recording.steps; step++) {
      steps.push({ moment: await source.step(step), why: await source.whyStep(step) });
    }
    answers[pov] = { nodes, steps };
  }
  source.pov = "root";
  answers.found = await Promise.all(TEXTS.map((text) => source.find(text)));
  answers.sought = [];
  const known = recording.depth_first
    ? WISHES
    : WISHES.filter(([wanted]) => ["leaf", "depth", "proven"].includes(wanted));
  for (const [wanted, what] of known) {
    for (const [step, direction] of /** @type {[number, 1 | -1][]} */ ([[0, 1], [recording.steps - 1, -1]])) {
      const { moment, found } = await source.seek({ step, direction, wanted, what });
      answers.sought.push([wanted, what, step, direction, found ? moment?.step : null]);
    }
  }
  console.log(JSON.stringify(answers));
}
