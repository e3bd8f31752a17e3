/**
 * What brings a person back: the last games, to go on with or to review, today's puzzles, and how strong they are at each
 * game. All of it is kept in this browser; who has played nothing sees nothing.
 */

import { announce } from "../shared/announcer.js";
import { button, h, put } from "../shared/dom.js";
import { forgetMatching } from "../shared/match_me.js";
import { forgetOwnGames, readOwnGames } from "../shared/own_games.js";
import { DAILY, forget as forgetPuzzles, readStreak } from "../shared/puzzle_progress.js";
import { plural, signed } from "../shared/words.js";
import { estimateRating, gamesLeft } from "./own_rating.js";

/** @typedef {import("../shared/own_games.js").OwnGame} OwnGame */

const SHOWN = 4; // of the last games, and of the games with a rating

/** @param {HTMLElement} root */
export function drawOwnGames(root) {
  const games = readOwnGames().filter(({ href }) => href);
  const { solved, streak } = readStreak();
  root.hidden = !games.length && !solved && !streak;
  if (root.hidden) return put(root);
  const ratings = listRatings(games);
  return put(
    root,
    h("h2", { class: "unseen" }, "Your games"),
    games.length > 0 && h("ul", { class: "own-games" }, games.slice(0, SHOWN).map(gameTile)),
    h(
      "ul",
      { class: "own-facts" },
      h("li", {}, h("a", { href: "/exercises?exercise=daily" }, "Today’s puzzles"), `: ${puzzleText(solved, streak)}`),
      ratings.map((text) => h("li", {}, text)),
      h("li", { class: "about" }, "Kept in this browser only. ", forgetButton(() => drawOwnGames(root))),
    ),
  );
}

/** @param {number} solved @param {number} streak */
function puzzleText(solved, streak) {
  const today = solved ? `${solved} of ${DAILY} solved` : `${DAILY} for today`;
  return streak > 1 ? `${today}, ${plural(streak, "day")} in a row` : today;
}

/** @param {OwnGame} game */
function gameTile({ title, opponent, href, plies, isOver, points }) {
  const result = points === null ? "" : ["you lost", "a draw", "you won"][points + 1];
  const state = isOver ? `${result} · Review` : `move ${plies} · Resume`;
  return h(
    "li",
    {},
    h(
      "a",
      { class: "own-game", href: isOver ? href.replace("/play?", "/analyse?") : href },
      h("span", { class: "own-title" }, title),
      h("span", { class: "door-about" }, `${opponent}: ${state}`),
    ),
  );
}

/** How strong the person is at the games played last. @param {OwnGame[]} games */
function listRatings(games) {
  return [...new Set(games.map(({ game }) => game))].slice(0, SHOWN).flatMap((spec) => {
    const played = games.filter(({ game, points, level, isRated }) =>
      game === spec && points !== null && level !== null && isRated
    );
    return played.length ? [`${played[0].title}: ${ratingText(played)}`] : [];
  });
}

/** @param {OwnGame[]} games  finished, against levels */
function ratingText(games) {
  const rated = games.flatMap(({ elo, points }) => (elo === null || points === null ? [] : [{ elo, points }]));
  const found = estimateRating(rated);
  if (found) {
    const range = `${signed(found.low)} to ${signed(found.high)}`;
    return `about ${signed(found.rating)} Elo (${range}), where level 1 is 0; ${plural(rated.length, "game")}`;
  }
  const won = games.filter(({ points }) => points === 1).length;
  const lost = games.filter(({ points }) => points === -1).length;
  const levels = games.map(({ level }) => Number(level));
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const against = low === high ? `level ${low}` : `levels ${low} to ${high}`;
  const drawn = games.length - won - lost;
  const score = [`${won} won`, `${lost} lost`, ...(drawn ? [`${drawn} drawn`] : [])].join(", ");
  const more = rated.length ? `; a rating after ${plural(gamesLeft(rated.length), "more game")}` : "";
  return `${score} against ${against}${more}`;
}

/** Asks once more before it forgets everything. @param {() => void} done */
function forgetButton(done) {
  const forget = button("Forget it", null, () => {
    put(forget, "Forget games, ratings and solved puzzles?");
    forget.onclick = () => {
      forgetOwnGames();
      forgetPuzzles();
      forgetMatching();
      announce("Forgotten.");
      done();
    };
  }, { class: "quiet" });
  return forget;
}
