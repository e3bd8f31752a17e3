/** In front of a class: everything larger with high contrast; and on paper: one clean page in light colours. */

import { button } from "../shared/dom.js";

const LARGER = 1.4; // times as large on the projector

/** How much larger the picture is drawn than usual. */
export const pictureScale = () => (document.documentElement.classList.contains("projector") ? LARGER : 1);

/** @param {import("./microscope.js").Microscope} scope */
export function projectorButton(scope) {
  const root = document.documentElement;
  const projector = button("Projector", null, () => {
    const isOn = root.classList.toggle("projector");
    projector.setAttribute("aria-pressed", String(isOn));
    void fitAgain(scope);
  }, { title: "Everything larger, with high contrast" });
  projector.setAttribute("aria-pressed", String(root.classList.contains("projector")));
  return projector;
}

/** The frame has another size: draw for it, and keep in sight what was. @param {import("./microscope.js").Microscope} scope */
async function fitAgain({ pictures }) {
  for (const picture of pictures) {
    picture.resize();
    await picture.drawing.reopen();
    const { selected } = picture.marks;
    if (selected) picture.drawing.show(selected, false);
    picture.repaint();
  }
}

/** Pictures are painted in light colours while the page is printed. @param {import("./microscope.js").Microscope} scope */
export function preparePrinting(scope) {
  const root = document.documentElement;
  /** @type {string | undefined} */
  let theme;
  const before = () => {
    theme = root.dataset.theme;
    root.dataset.theme = "light";
    for (const picture of scope.pictures) picture.repaintNow();
  };
  const after = () => {
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
    for (const picture of scope.pictures) picture.repaintNow();
  };
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
  };
}

/** The page is left: what comes next is not for the projector. */
export const endPresenting = () => document.documentElement.classList.remove("projector");
