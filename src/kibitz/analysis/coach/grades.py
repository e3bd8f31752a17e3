"""How bad a move was: what it lost, the mark it gets (?! ? ??), and the accuracy of a side.

    mark   word       games that are won or lost           games won by a margin (Othello)
    ?!     slip       estimated: a fifth of the scale      2 discs, or 4 estimated
    ?      mistake    estimated: two fifths of the scale   6 discs, or 8 estimated; or a worse result
    ??     blunder    a worse result; estimated: 3/4       12 discs, or 16 estimated; or a win turned into a loss

A move that loses at once in a position that was lost anyway is a mistake, though it costs no accuracy.

The scale goes from -1, lost, to 1, won (`MoveScore.level`). Discs are those of Othello on 8x8; on a smaller board the
larger steps are smaller in proportion, but never below the 2 discs by which any two results differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz.analysis.coach.reasons import loses_at_once
from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.score_scale import MoveScore
from kibitz.analysis.score_words import has_margin, unit_name
from kibitz.core.game import Game, Move
from kibitz.core.words import count

MARKS = {"": "", "slip": "?!", "mistake": "?", "blunder": "??"}
WORDS = ("slip", "mistake", "blunder")
WEAKER = {"slip": "a little weaker", "mistake": "weaker", "blunder": "much weaker"}
RESULTS = {1: "win", 0: "draw", -1: "loss"}
LEVEL_STEPS = (0.2, 0.4, 0.75)  # on the scale from -1 to 1
EXACT_STEPS, ESTIMATED_STEPS = (2, 6, 12), (4, 8, 16)  # discs on the 8x8 board, where 64 is the largest result
SMALLEST_LOSS = 2  # discs
HALF_LOST = 8  # discs on the 8x8 board: a move that loses so many counts one half in the accuracy
FULL = 64


@dataclass(frozen=True)
class Loss:
    """What a move lost against the best one.

    `amount` is in the unit of a game that is won by more or less, None in others and where it is not known; `level` is
    on the scale from -1 to 1. `result`: what the best move would have kept, "win" or "draw", if that is proven to be
    gone; else empty; `became`: what it is now, "draw" or "loss". Where only one of the two is proven, only that one is
    said, of games that are won or lost. `hastens`: the position was lost anyway, but this move
    loses at once and others do not. `exact`: both are proven.
    """

    amount: float | None
    level: float
    result: str
    exact: bool
    word: str
    became: str = ""
    hastens: bool = False

    @property
    def mark(self) -> str:
        return MARKS[self.word]


def grade_in_position(judged: JudgedPosition, move: Move) -> Loss:
    """What a move lost. Nothing is known against a move for which there was too little time."""
    if move not in judged.shown:
        return Loss(None, 0.0, "", False, "")
    game, state = judged.game, judged.state
    loss = grade_move(game, judged.score, judged.shown[move])
    is_lost = judged.score.proven and judged.score.level < 0 and not has_margin(game)
    if is_lost and loses_at_once(game, state, move) and not loses_at_once(game, state, judged.best):
        return replace(loss, word="mistake", hastens=True)
    return loss


def grade_move(game: Game, best: MoveScore, played: MoveScore) -> Loss:
    """A move beside the best one of its position; both scores are for the side that moves."""
    exact = best.proven and played.proven
    level = max(0.0, round(best.level - played.level, 3))
    amount = None
    if has_margin(game) and best.amount is not None and played.amount is not None:
        amount = max(0.0, round(best.amount - played.amount, 1))
    result = became = ""
    if exact and played.level < best.level:
        result, became = RESULTS[round(best.level)], RESULTS[round(played.level)]
    elif not exact and amount is None:
        result = "win" if best.proven and best.level > 0 else ""
        became = "loss" if played.proven and played.level < 0 else ""
    return Loss(amount, level, result, exact, _word(game, amount, level, result, exact), became)


def _word(game: Game, amount: float | None, level: float, result: str, exact: bool) -> str:
    if amount is None:
        return _step(level, LEVEL_STEPS)
    share = game.max_result / FULL
    steps = [max(SMALLEST_LOSS, step * share) for step in (EXACT_STEPS if exact else ESTIMATED_STEPS)]
    at_least = 2 if level > 1 and result else 1 if result else -1
    found = max(at_least, sum(amount >= step for step in steps) - 1)
    return WORDS[found] if found >= 0 else ""


def _step(level: float, steps: Sequence[float]) -> str:
    found = sum(level >= step for step in steps) - 1
    return WORDS[found] if found >= 0 else ""


def lost_words(game: Game, loss: Loss, best: str) -> str:
    """What a move gave away, to follow its name: "turned a win into a loss", "lost about 6 discs, estimated"."""
    amount = "" if loss.amount is None else count(loss.amount, unit_name(game))
    if loss.hastens:
        return "loses at once, in a position that was lost anyway"
    if loss.result and not loss.became:
        return f"passes over {best}, which wins"
    if loss.became and not loss.result:
        return "loses"
    if loss.result:
        return f"turned a {loss.result} into a {loss.became}" + (f" and lost {amount}" if amount else "")
    if amount:
        return f"lost {amount}" if loss.exact else f"lost about {amount}, estimated"
    return f"is {WEAKER[loss.word]} than {best}, estimated"


def accuracy(game: Game, losses: Sequence[Loss]) -> int | None:
    """The accuracy of a side from 0 to 100, see `accuracy_definition`; None if it never had a choice that mattered."""
    if not losses:
        return None
    return round(sum(_kept(game, loss) for loss in losses) / len(losses))


def _kept(game: Game, loss: Loss) -> float:
    if loss.amount is not None:
        half = HALF_LOST * game.max_result / FULL
        return 100 * half / (half + loss.amount)
    return 100 * max(0.0, 1 - loss.level / 2)


def accuracy_definition(game: Game) -> str:
    """What the accuracy means, in the words printed beside it."""
    counted = "the mean over the moves at which something could be lost"
    if has_margin(game):
        half = count(HALF_LOST * game.max_result / FULL, unit_name(game))
        return f"Accuracy: {counted}; a move that loses nothing counts 100 %, one that loses {half} 50 %."
    return (
        f"Accuracy: {counted}; a move that keeps the result counts 100 %, one that turns a win into a draw or a draw "
        "into a loss 50 %, a win into a loss 0 %. Estimated moves count in proportion."
    )
