/**
 * In front of a class: a stage with the picture, one line of text, the windows, the code and Play, all in sight at once,
 * larger and with high contrast. And on paper: one clean page in light colours.
 */

import { button } from "../shared/dom.js";

/** @typedef {import("./microscope.js").Microscope} Microscope */

const root = document.documentElement;

/** Whether the page is laid out for a lecture. */
export const isProjector = () => root.classList.contains("projector");

/** How much larger the picture is drawn than usual: as much as the text is. */
export const pictureScale = () => (isProjector() ? parseFloat(getComputedStyle(root).fontSize) / 16 : 1);

/** @param {Microscope} scope */
export const projectorButton = (scope) =>
  button("Projector", null, () => scope.setProjector(!isProjector()), {
    class: "stays",
    title: "Only what a lecture needs, larger and with high contrast (f)",
  });

/** @param {Microscope} scope @param {boolean} isOn */
export function present(scope, isOn) {
  if (isOn === isProjector()) return;
  root.classList.toggle("projector", isOn);
  void fitAgain(scope);
}

/** The frame has another size: draw for it, and keep in sight what was. @param {Microscope} scope */
async function fitAgain({ pictures }) {
  for (const picture of pictures) {
    picture.resize();
    await picture.drawing.reopen();
    const { selected } = picture.marks;
    if (selected) picture.drawing.show(selected, false);
    picture.repaint();
  }
}

/** Pictures are painted in light colours while the page is printed. @param {Microscope} scope */
export function preparePrinting(scope) {
  /** @type {string | undefined} */
  let theme;
  /** What is seen of the pictures, which are printed whole. @type {string[]} */
  let places = [];
  const before = () => {
    theme = root.dataset.theme;
    root.dataset.theme = "light";
    places = scope.pictures.map(({ place }) => place);
    scope.fit();
    for (const picture of scope.pictures) picture.repaintNow();
  };
  const after = () => {
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
    scope.pictures.forEach((picture, i) => void picture.goToPlace(places[i] ?? ""));
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
export const endPresenting = () => root.classList.remove("projector");
