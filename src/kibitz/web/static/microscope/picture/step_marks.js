/** A step of the replay in a picture: what is known then, the path to the node, and the windows along it. */

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
      isMax: at.to_move === recording.to_move,
      window: recording.has_windows ? windowOf(at) : "",
    })),
  });
}

/** @param {import("../tree_types.js").Step} at */
const windowOf = ({ closed, alpha_text, beta_text }) => closed ? "window closed" : `(${alpha_text}, ${beta_text})`;
