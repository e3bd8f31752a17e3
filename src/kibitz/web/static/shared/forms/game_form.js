/** The form for work with a game: pictures of all games, the parameters of the chosen one, and columns of the page's own. */

import { go, note } from "../address.js";
import { report } from "../announcer.js";
import { ApiError, askSetup, listGames } from "../api.js";
import { h, keepingFocus, put } from "../dom.js";
import { hold, holdWhileFaulty } from "./checked_input.js";
import { gameCards, markCard, optionFields, presetChips } from "./game_chooser.js";
import { shortSpec, splitSpec } from "./option_fields.js";

/** @typedef {import("../address.js").Address} Address */
/** @typedef {import("../dom.js").Child} Child */
/** @typedef {import("../api_types.js").GameInfo} GameInfo */
/** @typedef {import("../api_types.js").Position} Position */
/** @typedef {import("../api_types.js").PlayersInfo} PlayersInfo */

/**
 * @typedef {object} Chosen  the game, and the address as far as it is filled in
 * @property {GameInfo} info
 * @property {Position} position
 * @property {PlayersInfo} players
 * @property {Address} address
 * @property {(change: Partial<Address>) => void} set  change the address, and draw the form anew
 */

/**
 * @typedef {object} Drawn
 * @property {[title: string, ...content: (Child | Child[])[]][]} columns
 * @property {string} start  what the button says
 * @property {boolean} [isReady]  whether it can be pressed; true unless it is said
 * @property {Child} total  how much work that is
 * @property {(address: Address) => Promise<Partial<Address>>} begin  tells the server, and says what changes in the address
 */

/**
 * @template T
 * @param {Address} first
 * @param {object} page
 * @param {string} page.title
 * @param {Child | Child[]} page.lead  the sentence below the title
 * @param {string} page.game  the game of an address that names none
 * @param {() => Promise<T>} page.ask  what else the form is drawn from
 * @param {(chosen: Chosen) => Partial<Address>} [page.complete]  what an address lacks, now that the game is known
 * @param {(chosen: Chosen, asked: T) => Drawn} page.draw
 */
export function openGameForm(first, page) {
  let address = first;
  let turn = 0;
  const cards = h("div", { class: "games", role: "group", "aria-label": "Games" });
  const form = h("form", { class: "setup", "aria-label": "Settings" });
  form.addEventListener("submit", (event) => event.preventDefault());
  const fault = h("p", { class: "fault form-fault", role: "alert" });
  holdWhileFaulty(form);
  const element = h(
    "div",
    {},
    h("div", { class: "opening" }, h("h1", {}, page.title), h("p", { class: "lead" }, page.lead)),
    cards,
    form,
  );

  /** @param {Partial<Address>} change */
  function set(change) {
    address = { ...address, ...change };
    note(address);
    void draw();
  }

  async function draw() {
    const mine = ++turn;
    try {
      const [games, { position, players }, asked] = await Promise.all([
        listGames(),
        askSetup({ game: address.game || page.game, position: "", moves: "" }),
        page.ask(),
      ]);
      if (mine !== turn) return;
      if (!cards.childElementCount) put(cards, gameCards(games, choose));
      const info = games.find(({ name }) => name === splitSpec(position.game).name) ?? games[0];
      markCard(cards, info.name, position.game);
      address = { ...address, game: address.game || shortSpec(position.game, info.options) };
      const chosen = { info, position, players, set };
      address = { ...address, ...page.complete?.({ ...chosen, address }) };
      keepingFocus(form, () => drawForm({ ...chosen, address }, asked));
    } catch (error) {
      if (mine !== turn) return;
      if (!fault.isConnected || !(error instanceof ApiError)) return report(error);
      put(fault, error.message); // the server would not start it
      hold(form);
    }
  }

  /** @param {Chosen} chosen @param {T} asked */
  function drawForm(chosen, asked) {
    put(fault);
    const { info, position } = chosen;
    const { columns, start, isReady = true, total, begin } = page.draw(chosen, asked);
    put(
      form,
      h(
        "div",
        { class: "setup-columns" },
        h(
          "div",
          {},
          h("h2", {}, position.title),
          presetChips(info, position.game, choose),
          optionFields(info, position.game, choose),
          fault,
        ),
        columns.map(([title, ...content]) => h("div", {}, h("h2", {}, title), ...content)),
      ),
      h(
        "p",
        { class: "start" },
        h(
          "button",
          {
            type: "button",
            class: "primary large",
            "data-sends": isReady, // sound fields alone do not make it ready
            disabled: !isReady,
            onclick: () => void beginWith(begin),
          },
          start,
        ),
        total,
      ),
    );
  }

  /** @param {Drawn["begin"]} begin */
  async function beginWith(begin) {
    try {
      const change = await begin(address);
      go({ ...address, ...change });
      scrollTo(0, 0);
    } catch (error) {
      report(error);
    }
  }

  /** @param {string} game */
  function choose(game) {
    set({ game, moves: "", position: "" });
  }

  void draw();
  return {
    element,
    /** @param {Address} next */
    update(next) {
      address = next;
      void draw();
    },
  };
}
