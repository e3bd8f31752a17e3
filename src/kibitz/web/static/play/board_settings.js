/** How boards are shown on the Play page: from which side, how fast pieces move, with or without sounds. */

import { skinFor } from "../shared/board/skins.js";
import { hasSounds, setSounds } from "../shared/board/sounds.js";
import { setSpeed, speed, SPEED_NAMES } from "../shared/board/speed.js";
import { h } from "../shared/dom.js";
import { readStored, store } from "../shared/storage.js";

/** @typedef {import("../shared/api_types.js").Position} Position */

const KEY = "kibitz-flipped"; // the names of the games whose boards are seen from the other side

/** @param {Position} position */
const nameOf = ({ game }) => game.split(":")[0];

const listTurned = () => readStored(KEY, /** @type {string[]} */ ([]));

/** Whether a board has another side to be seen from: discs of a stand fall down on either. @param {Position} position */
export const canTurn = ({ look, board }) => skinFor(look, board).turns;

/** @param {Position} position */
export const isTurned = (position) => canTurn(position) && listTurned().includes(nameOf(position));

/** See the boards of a game from the other side from now on; whether they have one. @param {Position} position */
export function turnBoard(position) {
  if (!canTurn(position)) return false;
  const others = listTurned().filter((name) => name !== nameOf(position));
  store(KEY, isTurned(position) ? others : [...others, nameOf(position)]);
  return true;
}

export function boardSettings() {
  const choice = h(
    "select",
    { name: "speed" },
    SPEED_NAMES.map((name) => h("option", { value: name, selected: name === speed() }, name)),
  );
  choice.addEventListener("change", () => setSpeed(choice.value));
  const sounds = h("input", { type: "checkbox", role: "switch", checked: hasSounds() });
  sounds.addEventListener("change", () => setSounds(sounds.checked));
  return h(
    "details",
    { class: "board-settings" },
    h("summary", {}, "Animation and sound"),
    h(
      "div",
      { class: "row" },
      h("label", {}, "Speed ", choice),
      h("label", { class: "switch" }, sounds, h("span", {}, "Sounds")),
    ),
  );
}
