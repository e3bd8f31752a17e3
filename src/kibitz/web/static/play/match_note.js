/** What the end of a game means for the level of the next one, when the level follows the results. */

import { HUMAN, levelOf } from "../shared/forms/player_chooser.js";
import { countResult } from "../shared/match_me.js";

/**
 * Count a finished game of a person against a level; what follows, in a sentence, "" if nothing does.
 *
 * @param {import("./game.js").Game} game
 */
export function matchNote(game) {
  const { first, second, seed, moves } = game.address;
  const person = first === HUMAN ? 0 : 1;
  const level = levelOf(game.player(1 - person));
  if (level === null || game.player(person) !== HUMAN || game.isLookingBack) return "";
  const points = game.winner === null ? 0 : game.winner === person ? 1 : -1;
  const key = [first, second, seed ?? moves].join("|"); // a game whose end is taken back and played again counts once
  return countResult(game.position.game, key, level, points);
}
