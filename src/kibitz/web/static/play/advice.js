/**
 * Advice: before each move of a person a program says which move it finds best and what that is worth; the person plays
 * it or another. The address names the adviser, so that a link gives the same advice.
 */

import { announce, report } from "../shared/announcer.js";
import { gameInfo } from "../shared/api.js";
import { button, h, put } from "../shared/dom.js";
import { levelOf, playerChooser, playerTitle, withoutPeople } from "../shared/forms/player_chooser.js";
import { askForMove, searchProgressText } from "../shared/search_progress.js";
import { plural, signed, timeText } from "../shared/words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../shared/api_types.js").PlayersInfo} PlayersInfo */
/** @typedef {import("../shared/search_progress.js").SearchProgress} SearchProgress */

const BEST = { text: "best", best: true, tone: "hint" };

/**
 * The switch beside the board, and who advises.
 *
 * @param {Game} game
 * @param {PlayersInfo} players
 */
export function adviceSwitch(game, players) {
  const { adviser } = game.address;
  const change = () => game.takeAdvice(adviser ? "" : usualAdviser(game, players));
  const title = "Before each of your moves, a program suggests its best move";
  const input = h("input", { type: "checkbox", role: "switch", onchange: change, checked: Boolean(adviser) });
  return h(
    "div",
    { class: "advice-choice" },
    h("label", { class: "switch", title }, input, h("span", {}, "Advice")),
    adviser && adviserChooser(game, players),
  );
}

/** @param {Game} game @param {PlayersInfo} players */
function adviserChooser(game, players) {
  const { adviser } = game.address;
  const place = h("div", {});
  const details = h("details", {}, h("summary", {}, `by ${playerTitle(adviser, players)}`), place);
  details.addEventListener("toggle", async () => {
    if (!details.open || place.hasChildNodes()) return;
    const info = await gameInfo(game.position.game).catch(report);
    put(
      place,
      playerChooser("Adviser", adviser, withoutPeople(players), info ?? undefined, (spec) => game.takeAdvice(spec)),
    );
  });
  return details;
}

/** The program that plays the other side, if it searches; a strong one otherwise. @param {Game} game @param {PlayersInfo} players */
function usualAdviser(game, players) {
  const other = [game.address.first, game.address.second].find((spec) => {
    const name = spec.split(":")[0];
    return levelOf(spec) === null && players.players.some((player) => player.name === name && player.searches);
  });
  return other ?? players.hint;
}

/**
 * Ask for advice if it is a person's turn, and show it below the board.
 *
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {PlayersInfo} players
 * @param {AbortSignal} signal
 * @param {(change: Partial<import("../shared/board/board.js").Picture>) => void} lay  draws over the board
 */
export async function showAdvice(place, game, players, signal, lay) {
  const { adviser, page } = game.address;
  put(place);
  const isOn = Boolean(adviser) && page === "play" && game.hasHuman && !game.isOver;
  place.classList.toggle("on", isOn);
  if (!isOn || !game.isHumanTurn || game.position.passed) return;
  const name = playerTitle(adviser, players);
  try {
    const answer = await askForMove(
      { ...game.query, seed: game.seed },
      adviser,
      signal,
      (progress) => put(place, h("p", { class: "about" }, `${name}: `, searchProgressText(progress))),
    );
    if (signal.aborted || !answer?.move) return;
    const move = answer.move;
    game.costs.advise(answer);
    lay({ scores: { [move]: BEST } });
    const sentence = adviceText(name, answer);
    put(
      place,
      h(
        "section",
        { class: "advice", "aria-label": "Advice" },
        h("p", {}, sentence),
        h("p", { class: "about" }, effortText(answer)),
        button(`Play ${move}`, "play", () => game.play(move)),
      ),
    );
    announce(sentence);
  } catch (error) {
    if (signal.aborted) return;
    put(place);
    report(error);
  }
}

/** @param {string} name @param {SearchProgress} answer */
function adviceText(name, { move, score, proven, refused }) {
  const value = score === null || score === undefined ? "" : `, value ${signed(score)}${proven ? ", proven" : ""}`;
  const asked = refused ? ` It asked for ${refused}, which cannot be played.` : "";
  return `${name}: the best move is ${move}${value}.${asked}`;
}

/** @param {SearchProgress} answer */
const effortText = ({ depth = 0, boards_evaluated = 0, nodes = 0, seconds = 0 }) =>
  [`depth ${depth}`, plural(boards_evaluated, "board") + " evaluated", plural(nodes, "node"), timeText(seconds)]
    .join(" · ");
