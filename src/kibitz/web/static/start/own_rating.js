/**
 * How strong a person is at a game, estimated from the games against levels whose ratings were measured.
 *
 * The estimate is the rating under which the results are most likely (the Elo model), with one drawn game against the
 * average opponent added, so that only wins or only losses give a number too. The interval is two standard errors wide
 * on either side.
 */

const ELO = 400 / Math.LN10;
const FARTHEST = 2000; // from the opponents
const ENOUGH = 5; // games

/**
 * @param {{elo: number, points: number}[]} games  points: 1 for a win, 0 for a draw, -1 for a loss
 * @returns {{rating: number, low: number, high: number} | null}  null for too few games; to the nearest 10
 */
export function estimateRating(games) {
  if (games.length < ENOUGH) return null;
  const average = games.reduce((sum, { elo }) => sum + elo, 0) / games.length;
  const all = [...games, { elo: average, points: 0 }];
  const scored = all.reduce((sum, { points }) => sum + (points + 1) / 2, 0);
  /** @param {number} rating @param {number} elo */
  const expected = (rating, elo) => 1 / (1 + Math.exp((elo - rating) / ELO));
  let low = Math.min(...games.map(({ elo }) => elo)) - FARTHEST;
  let high = Math.max(...games.map(({ elo }) => elo)) + FARTHEST;
  while (high - low > 1) {
    const middle = (low + high) / 2;
    const sum = all.reduce((total, { elo }) => total + expected(middle, elo), 0);
    if (sum < scored) low = middle;
    else high = middle;
  }
  const information = all.reduce((total, { elo }) => total + expected(low, elo) * (1 - expected(low, elo)), 0);
  const error = 2 * ELO / Math.sqrt(information);
  const [rating, from, to] = [low, low - error, low + error].map((elo) => 10 * Math.round(elo / 10));
  return { rating, low: from, high: to };
}

/** What is said while there are too few. @param {number} count */
export const gamesLeft = (count) => ENOUGH - count;
