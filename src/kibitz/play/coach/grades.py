"""How bad a move was: what it lost, the mark it gets (?! ? ??), and the accuracy of a side.

    mark   word       games that are won or lost           games won by a margin (Othello)
    ?!     slip       estimated: a fifth of the scale      2 discs, or 4 estimated
    ?      mistake    estimated: two fifths of the scale   6 discs, or 8 estimated; or a worse result
    ??     blunder    a worse result; estimated: 3/4       12 discs, or 16 estimated; or a win turned into a loss

The scale goes from -1, lost, to 1, won (`MoveScore.level`). Discs are those of Othello on 8x8; on a smaller board the
larger steps are smaller in proportion, but never below the 2 discs by which any two results differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.game import Game
from kibitz.play.analysis.score_scale import MoveScore
from kibitz.play.analysis.score_words import count, has_margin, side_name, unit_name

__all__ = ["MARKS", "Loss", "accuracy", "accuracy_definition", "grade_move", "lost_words", "say_loss"]

MARKS = {"": "", "slip": "?!", "mistake": "?", "blunder": "??"}
WORDS = ("slip", "mistake", "blunder")
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
    gone; else empty. `exact`: both are proven.
    """

    amount: float | None
    level: float
    result: str
    exact: bool
    word: str

    @property
    def mark(self) -> str:
        return MARKS[self.word]


def grade_move(game: Game, best: MoveScore, played: MoveScore) -> Loss:
    """A move beside the best one of its position; both scores are for the side that moves."""
    exact = best.proven and played.proven
    level = max(0.0, round(best.level - played.level, 3))
    amount = None
    if has_margin(game) and best.amount is not None and played.amount is not None:
        amount = max(0.0, round(best.amount - played.amount, 1))
    result = ""
    if exact and played.level < best.level:
        result = "win" if best.level > 0 else "draw"
    return Loss(amount, level, result, exact, _word(game, amount, level, result, exact))


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


def lost_words(game: Game, loss: Loss) -> str:
    """What a move gave away, to follow its name: "gave away the win", "lost about 6 discs, estimated"."""
    discs = "" if loss.amount is None else count(loss.amount, unit_name(game))
    if loss.result:
        return f"gave away the {loss.result}" + (f" and {discs}" if discs else "")
    if discs:
        return f"lost {discs}" if loss.exact else f"lost about {discs}, estimated"
    return "is the worse move by the search's estimate"


def say_loss(game: Game, loss: Loss, move: str, answer: tuple[int, str] | None) -> str:
    """One sentence about a bad move; `answer`: the side that answers it, and how, None if the game is over."""
    said = f"{move} {lost_words(game, loss)}"
    return said if answer is None else f"{said}: {side_name(game, answer[0])}'s answer is {answer[1]}"


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
