/** What a turn does by itself: a forced pass, or a program's move. */

import { notice, report } from "../shared/announcer.js";
import { pause } from "../shared/api.js";
import { beat } from "../shared/board/speed.js";
import { button, h } from "../shared/dom.js";
import { track } from "../shared/settled.js";
import { askForMove, searchProgressText } from "../shared/search_progress.js";

/**
 * What a turn needs from the page.
 *
 * @typedef {object} Seats
 * @property {import("./game.js").Game} game
 * @property {{paused: boolean, wait: number}} pace  of two programs; milliseconds between their moves
 * @property {(side: number) => string} nameOf  who plays a side, in words
 * @property {(...text: import("../shared/dom.js").Child[]) => void} say  writes under the board
 * @property {() => void} again  starts the turn again
 * @property {() => Promise<void>} whenStill  when the last move is seen on the board
 */

const PASS_SHOWN_FOR = 900; // milliseconds, so that an announced pass can be read

/**
 * Let whoever is to move begin, if it is not a person.
 *
 * @param {Seats} seats
 * @param {AbortSignal} signal
 */
export async function beginTurn(seats, signal) {
  const { game, pace } = seats;
  if (game.isOver || (game.isElsewhere && !game.playsOn)) return;
  if (game.position.passed) await passOn(seats, signal);
  else if (game.isProgramTurn && (game.hasHuman || !pace.paused)) await letProgramMove(seats, signal);
}

/**
 * When the last move has been seen, and a while has passed.
 *
 * @param {Seats} seats
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
const whenSeen = ({ whenStill }, milliseconds, signal) =>
  track(whenStill().then(() => signal.aborted ? undefined : pause(milliseconds, signal)));

/** A side has no move: say so, then pass for it. @param {Seats} seats @param {AbortSignal} signal */
async function passOn(seats, signal) {
  const { game, say } = seats;
  const sentence = game.position.passed ?? "";
  say(h("strong", {}, sentence));
  notice(sentence);
  try {
    await whenSeen(seats, PASS_SHOWN_FOR, signal);
    game.play(game.position.legal[0].move, { replace: true, answer: {} });
  } catch (error) {
    if (!signal.aborted) report(error);
  }
}

/**
 * The move of the program whose turn it is.
 *
 * @param {Seats} seats
 * @param {AbortSignal} signal
 */
export async function letProgramMove(seats, signal) {
  const { game, pace, nameOf, say, again } = seats;
  const name = nameOf(game.position.to_move);
  const player = game.player(game.position.to_move);
  try {
    const [answer] = await Promise.all([
      askForMove(
        { ...game.query, seed: game.seed },
        player,
        signal,
        (progress) => say(`${name}: `, searchProgressText(progress)),
      ),
      whenSeen(seats, game.hasHuman ? beat() : pace.wait, signal),
    ]);
    if (!signal.aborted && answer?.move) game.play(answer.move, { replace: true, answer });
  } catch (error) {
    if (signal.aborted) return;
    report(error);
    say("The program could not move. ", button("Ask it again", null, again, { class: "quiet" }));
  }
}
