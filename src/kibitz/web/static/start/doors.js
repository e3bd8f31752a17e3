/** The ways into Kibitz, one link each, for somebody who sees it for the first time. */

import { h, put } from "../shared/dom.js";

/** What each is for, and where it leads. @type {[title: string, about: string, href: string][]} */
const PLACES = [
  ["Watch a search think", "its tree, node by node", "/tree"],
  ["Check my code", "is your minimax right?", "/doctor"],
  ["Practise", "today’s puzzles, exercises", "/exercises"],
];

/** @param {() => void} play  starts the game that is chosen */
export function openDoors(play) {
  const offered = h("span", { class: "door-about" }, "a game from below");
  const first = h("a", { class: "door", href: "/" }, h("span", { class: "door-title" }, "Play"), offered);
  first.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    play();
  });
  const list = h("ul", { class: "doors" }, h("li", {}, first), PLACES.map((place) => h("li", {}, door(...place))));
  return {
    element: h("nav", { "aria-label": "Main areas" }, list),
    /** Name the game that the first door starts. @param {string} what @param {string} href */
    offer(what, href) {
      put(offered, what);
      first.href = href;
    },
    /** One more door, to a part of this page. @param {string} title @param {string} about @param {HTMLElement} place */
    add(title, about, place) {
      const link = door(title, about, `#${place.id}`);
      link.addEventListener("click", (event) => {
        event.preventDefault(); // a fragment would be one more address for the back button
        place.scrollIntoView();
        place.focus({ preventScroll: true });
      });
      list.append(h("li", {}, link));
    },
  };
}

/** @param {string} title @param {string} about @param {string} href */
const door = (title, about, href) =>
  h(
    "a",
    { class: "door", href },
    h("span", { class: "door-title" }, title),
    h("span", { class: "door-about" }, about),
  );
