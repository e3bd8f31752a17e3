/** A step of the replay in a picture: what is known then, the path to the node, and the windows along it. */

import { negated } from "../replay/step_panel.js";

/** @typedef {import("../tree_types.js").Moment} Moment */

/** @param {import("./picture.js").TreePicture} view @param {Moment | null} moment  null: the search is over */
export function markStep(view, moment) {
  view.known.set(moment);
  if (!moment) return view.mark({ path: [], now: null });
  const { recording } = view.source;
  const last = moment.path[moment.path.length - 1];
  return view.mark({
    selected: moment.card,
    now: moment.event === "enter" ? moment.node : moment.node + last.size - 1,
    path: moment.path.map((at) => ({
      node: at.node,
      ply: at.ply,
      size: at.size,
      window: recording.has_windows ? windowOf(at, recording.to_move) : "",
    })),
  });
}

/** A window for Max, as the picture has them. @param {import("../tree_types.js").Step} at @param {number} max */
function windowOf({ alpha_text, beta_text, viewer }, max) {
  return viewer === max ? `(${alpha_text}, ${beta_text})` : `(${negated(beta_text)}, ${negated(alpha_text)})`;
}
