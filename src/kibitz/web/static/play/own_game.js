/**
 * The game on the page as one of the person's own: kept from the person's first move on, and counted once when it is over.
 */

import { HUMAN, levelOf } from "../shared/forms/player_chooser.js";
import { countResult, tellMatching } from "../shared/match_me.js";
import { writeAddress } from "../shared/address.js";
import { findOwnGame, keepOwnGame } from "../shared/own_games.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../shared/api_types.js").PlayersInfo} PlayersInfo */

/** The side of the one person who plays against a program; -1 if there is none. @param {Game} game */
function ownSide({ address: { first, second } }) {
  if ((first === HUMAN) === (second === HUMAN)) return -1;
  return first === HUMAN ? 0 : 1;
}

/** @param {Game} game @param {number | null} [seed] */
const keyOf = ({ position, address }, seed = address.seed) => JSON.stringify([position.game, address.position, seed]);

/** @param {Game} game */
const playersOf = ({ address: { first, second } }) => `${first} ${second}`;

/** The person moves, in the position that is shown; the game has a seed by now. @param {Game} game @param {number} seed */
export function keepOwnMove(game, seed) {
  const side = ownSide(game);
  const { history } = game.whole;
  const key = keyOf(game, seed);
  if (side < 0 || findOwnGame(key)) return;
  const isFirstMove = history.slice(0, game.ply).every(({ to_move: mover }) => mover !== side);
  keepOwnGame({
    key,
    game: game.position.game,
    title: game.position.title,
    opponent: "",
    level: null,
    elo: null,
    players: playersOf(game),
    href: "",
    plies: 0,
    isOver: false,
    points: null,
    isRated: isFirstMove && !game.address.position,
  });
}

/** The person has had help: from now on this game says less about how they play. @param {Game} game */
export function noteHelp(game) {
  const kept = findOwnGame(keyOf(game));
  if (kept?.isRated && kept.points === null) keepOwnGame({ ...kept, isRated: false });
}

/**
 * Keep the game as it is now, if it is one of the person's own; say in a sentence what its end means for the level of
 * the next game, "" if nothing.
 *
 * @param {Game} game
 * @param {PlayersInfo | null} info
 * @param {(side: number) => string} nameOf
 */
export function keepOwnState(game, info, nameOf) {
  const kept = findOwnGame(keyOf(game));
  const side = ownSide(game);
  if (!kept || side < 0) return "";
  if (game.isAnalysing) {
    noteHelp(game);
    return "";
  }
  if (game.isElsewhere) return "";
  const { address, position, winner, isOver } = game;
  const spec = game.player(1 - side);
  const level = levelOf(spec);
  const isRated = kept.isRated && !game.tree.hasVariations && !address.adviser && kept.players === playersOf(game);
  const points = winner === null ? 0 : winner === side ? 1 : -1;
  const isCounted = kept.points !== null;
  keepOwnGame({
    ...kept,
    opponent: nameOf(1 - side),
    level,
    elo: info?.levels.find((one) => one.spec === spec)?.rating ?? null,
    href: writeAddress(address),
    plies: position.moves.length,
    isOver,
    points: isOver && !isCounted ? points : kept.points,
    isRated: isCounted ? kept.isRated : isRated,
  });
  if (!isOver || level === null) return "";
  return isCounted ? tellMatching(position.game) : countResult(position.game, level, points);
}
