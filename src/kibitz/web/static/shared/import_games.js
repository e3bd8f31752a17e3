/**
 * Opening games that lie elsewhere: a file that is chosen or dropped on the page, or moves that are pasted. The server reads
 * them; one game opens at once, of several a list is shown.
 */

import { go, readAddress, withoutMoves, writeAddress } from "./address.js";
import { clearNotices, notice, report } from "./announcer.js";
import { tell } from "./api.js";
import { button, h, put } from "./dom.js";
import { plural } from "./words.js";

/**
 * @typedef {object} ReadGame
 * @property {string} game
 * @property {string} title
 * @property {string} moves
 * @property {string} position
 * @property {number} plies
 * @property {string} first
 * @property {string} second
 * @property {string} result
 */

const MAX_BYTES = 256 * 1024;
const ACCEPTED = ".games,.moves,.sgf,.ggf,.pgn,.txt";
const TYPING = "input, select, textarea, [contenteditable]";

/**
 * @param {() => string} shown  the game on the page, for texts that do not say what is played
 * @returns {{element: HTMLElement, close: () => void}} a button, and where several games are listed
 */
export function openImport(shown) {
  const list = h("div", { class: "import-list" });
  const input = h("input", {
    type: "file",
    accept: ACCEPTED,
    class: "unseen",
    "aria-label": "File of games",
    tabindex: -1,
  });
  const title = "A file of games or moves; you can also drop it on the page, or paste moves";
  const element = h(
    "div",
    { class: "import" },
    button("Open a game …", null, () => input.click(), { class: "quiet", title }),
    input,
    list,
  );

  /** @param {Blob} text @param {string} name */
  async function take(text, name) {
    put(list);
    clearNotices();
    if (text.size > MAX_BYTES) return notice(`${name || "This text"} is too large: at most 256 KiB.`, { error: true });
    /** @type {ReadGame[]} */
    const games = await tell("games/read", { name, game: shown() }, text);
    if (games.length === 1) return go(addressOf(games[0]));
    put(
      list,
      h("p", { class: "about" }, plural(games.length, "game")),
      h(
        "ol",
        {},
        games.map((game) =>
          h(
            "li",
            {},
            h("a", { href: writeAddress(addressOf(game)) }, game.title),
            ` ${plural(game.plies, "move")}, ${game.result}`,
          )
        ),
      ),
    );
    list.scrollIntoView({ block: "nearest" });
    return undefined;
  }

  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) take(file, file.name).catch(report);
    input.value = "";
  });

  const work = new AbortController();
  const { signal } = work;
  document.addEventListener("dragover", (event) => event.preventDefault(), { signal });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain");
    if (file) take(file, file.name).catch(report);
    else if (text) take(new Blob([text]), "").catch(report);
  }, { signal });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").trim();
    const isTyping = event.target instanceof Element && event.target.closest(TYPING);
    if (text && !isTyping) take(new Blob([text]), "").catch(report);
  }, { signal });
  return { element, close: () => work.abort() };
}

/** @param {ReadGame} read */
const addressOf = ({ game, moves, position, first, second }) => ({
  ...withoutMoves(readAddress(`${location.origin}/`)),
  page: "analyse",
  game,
  moves,
  position,
  first,
  second,
});
