/** The form that chooses what to record: game, position and search; or a recording from a file. */

import { report } from "../shared/announcer.js";
import { ask, gameInfo, listGames, listPlayers } from "../shared/api.js";
import { KibitzBoard } from "../shared/board/board.js";
import { button, h, put } from "../shared/dom.js";
import { playerChooser } from "../shared/forms/player_chooser.js";

/** @typedef {import("../shared/address.js").Address} Address */

/** Suggested searches: spec, title, description. @type {[string, string, string][]} */
const SUGGESTIONS = [
  ["minimax:depth=3", "Minimax, 3 plies", "every move of both sides"],
  ["alphabeta:depth=5", "Alpha-beta, 5 plies", "leaves out what cannot matter"],
  ["alphabeta:depth=7,order=centre", "Alpha-beta, 7 plies, centre first", "searching good moves first cuts off more"],
  [
    "pvs:depth=6",
    "Principal variation search, 6 plies",
    "guesses that the first move is best, and searches again where it was not",
  ],
  ["alphabeta:depth=6,deepen=true", "Iterative deepening, 6 plies", "one tree for every depth"],
  ["mtd:depth=5", "MTD(f), 5 plies", "one tree for every test of the value"],
  ["mcts:simulations=2000", "Monte Carlo, 2,000 random games", "the tree grows where moves look promising"],
  ["proof:nodes=20000", "Proof-number search, 20,000 nodes", "grows where a proof seems nearest"],
];

/**
 * @param {Address} first
 * @param {(chosen: Address) => void} record
 * @param {(file: File) => void} openRecording
 * @param {boolean} [onlySearch]  the position stays as it is
 */
export function openRecordingForm(first, record, openRecording, onlySearch = false) {
  let address = first;
  const form = h("form", { class: "card setting-form" });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    record(address);
  });
  void draw().catch(report);

  async function draw() {
    const [games, position] = await Promise.all([
      listGames(),
      ask("position", { game: address.game, moves: address.moves, position: address.position }),
    ]);
    const [info, players] = await Promise.all([gameInfo(position.game), listPlayers(position.game)]);
    const names = new Set(players.players.map(({ name }) => name));
    if (!names.has(address.searcher.split(":")[0])) address = { ...address, searcher: SUGGESTIONS[1][0] };
    const levels = SUGGESTIONS.filter(([spec]) => names.has(spec.split(":")[0])).map(([spec, title, about]) => ({
      spec,
      title,
      about,
    }));
    const searchers = players.players.filter(({ searches }) => searches);
    const presets = games.flatMap((game) => game.presets);
    const known = presets.some(({ spec }) => spec === position.game || spec === address.game);
    const select = h(
      "select",
      { name: "game" },
      !known && h("option", { value: address.game }, address.game),
      games.map((game) =>
        h(
          "optgroup",
          { label: game.title },
          game.presets.map(({ spec, title }) =>
            h(
              "option",
              { value: spec, selected: spec === position.game || spec === address.game },
              `${game.title}: ${title}`,
            )
          ),
        )
      ),
    );
    select.addEventListener("change", () => void change({ game: select.value, moves: "", position: "" }));
    const moves = h("input", {
      type: "text",
      name: "moves",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "from the start",
    });
    moves.value = address.moves;
    moves.addEventListener("change", () => void change({ moves: moves.value.trim() }));
    const board = new KibitzBoard();
    board.show({
      board: position.board,
      look: position.look,
      sides: position.sides,
      label: position.title,
      last: position.last?.cells ?? [],
    });
    put(
      form,
      !onlySearch &&
        h(
          "div",
          { class: "setting-board" },
          board,
          position.over && h("p", { class: "about" }, "The game is over here."),
        ),
      !onlySearch && h("div", { class: "field" }, h("label", {}, "Game", select)),
      !onlySearch && h("div", { class: "field" }, h("label", {}, "Moves played before", moves)),
      h(
        "div",
        { class: "field searcher-field" },
        h("span", { class: "label-text" }, onlySearch ? "The other search" : "Search"),
        playerChooser(
          "Search",
          address.searcher,
          { ...players, levels, players: searchers },
          info,
          (searcher) => void change({ searcher }),
        ),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "submit", class: "primary", disabled: position.over },
          onlySearch ? "Compare" : "Record the search",
        ),
        !onlySearch && fileButton(openRecording),
      ),
    );
  }

  /** @param {Partial<Address>} part */
  async function change(part) {
    const before = address;
    address = { ...address, ...part };
    try {
      await draw();
    } catch (error) {
      address = before;
      report(error);
    }
  }

  return form;
}

/** @param {(file: File) => void} take */
function fileButton(take) {
  const input = h("input", {
    type: "file",
    accept: ".kbz,.txt,.json",
    class: "unseen",
    "aria-label": "Recording",
    tabindex: -1,
  });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) take(file);
    input.value = "";
  });
  return [button("Open a recording …", null, () => input.click(), { title: "A .kbz file, or a text log" }), input];
}
