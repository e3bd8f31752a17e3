"""What a search value means, and how it is read.

A value is one int, from the view of the side to move:

    -1000 WIN … -WIN          -EVAL_LIMIT … EVAL_LIMIT          WIN … 1000 WIN
    lost for certain          what an evaluator guessed         won for certain

A finished game of result r is worth r * WIN. Searches that prefer the sooner win take one off for every ply from the
root to the end (`final`), so that the distance can be read back from the value. Draws are 0 like a level guess;
whether a 0 is proven is known from the search, not from the number.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

WIN = 1_000_000
EVAL_LIMIT = WIN // 2
MAX_RESULT = 1_000
INFINITY = 1 << 30  # beyond every value, and small enough to negate and add to


class Bound(enum.IntEnum):
    """How a value relates to the truth at the depth searched."""

    EXACT = 0
    LOWER = 1  # the truth is at least this: a search failed high
    UPPER = 2  # at most this: it failed low

    @classmethod
    def of(cls, value: int, alpha: int, beta: int) -> Bound:
        """What a value returned from a search in the window (alpha, beta) is."""
        return cls.LOWER if value >= beta else cls.UPPER if value <= alpha else cls.EXACT

    def __neg__(self) -> Bound:
        """The bound as the other side sees it."""
        return (Bound.EXACT, Bound.UPPER, Bound.LOWER)[self]


def sign(number: int) -> int:
    """1, 0 or -1: of a result, whether it is a win, a draw or a loss."""
    return (number > 0) - (number < 0)


def final(result: int, ply: int, sooner: bool) -> int:
    """The value of a finished game, `ply` plies from the root of the search."""
    value = result * WIN
    if sooner and result:
        value += -ply if result > 0 else ply
    return value


def is_decided(value: int) -> bool:
    """Whether the value comes from a finished game that somebody won."""
    return value > EVAL_LIMIT or value < -EVAL_LIMIT


def result_of(value: int) -> int:
    """The result r behind a decided value (r * WIN, give or take the distance)."""
    size = (abs(value) + EVAL_LIMIT) // WIN
    return size if value > 0 else -size


def to_table(value: int, ply: int) -> int:
    """The value as seen from its own node: distances count from there, not from the root."""
    if value > EVAL_LIMIT:
        return value + ply
    return value - ply if value < -EVAL_LIMIT else value


def from_table(value: int, ply: int) -> int:
    """The reverse of `to_table`, for a node at `ply`."""
    if value > EVAL_LIMIT:
        return value - ply
    return value + ply if value < -EVAL_LIMIT else value


class Score(NamedTuple):
    """A value, how far it can be trusted, and how far away the end is.

    `value` is on the scale above. `proven`: no evaluator's guess has any part in it. `distance`: plies to the end of
    the game with both sides playing for the soonest win and the latest loss; None when the search did not find out.
    """

    value: int
    bound: Bound = Bound.EXACT
    proven: bool = False
    distance: int | None = None

    @classmethod
    def of(
        cls,
        value: int,
        bound: Bound = Bound.EXACT,
        *,
        complete: bool = False,
        sooner: bool = False,
        max_result: int = 1,
    ) -> Score:
        """Read a value. `complete`: the search never had to guess; `sooner`: distances are in the value.

        A search that had to guess has proven a win or a loss, unless its bound leaves open who wins, or the guess may
        hide a larger win, as in a game whose `max_result` is above 1.
        """
        is_sure = bound == (Bound.LOWER if value > 0 else Bound.UPPER) or (bound == Bound.EXACT and max_result == 1)
        if not is_decided(value):
            return cls(value, bound, complete and value == 0)  # another number is the end of a window, and no result
        if not (complete or is_sure):
            return cls(value, bound)
        return cls(value, bound, True, abs(value - result_of(value) * WIN) if sooner else None)

    @classmethod
    def solved(cls, result: int, distance: int | None = None) -> Score:
        """The result of the game with best play, if known so many plies before the end; 0 where it is over."""
        return cls(final(result, distance or 0, True), proven=True, distance=distance if result else None)

    def earlier(self) -> Score:
        """The same, one ply further from the end."""
        if self.distance is None:
            return self
        return Score(final(self.points, self.distance + 1, True), self.bound, self.proven, self.distance + 1)

    @property
    def points(self) -> int:
        """What people are shown: the game's own result when proven, the evaluator's number otherwise."""
        return result_of(self.value) if is_decided(self.value) else self.value

    @property
    def is_settled(self) -> bool:
        """Whether it is proven who wins, or that the game is drawn; a proven bound may leave that open."""
        side = {1: Bound.LOWER, 0: Bound.EXACT, -1: Bound.UPPER}[sign(self.value)]
        return self.proven and self.bound in (Bound.EXACT, side)

    def __neg__(self) -> Score:
        return Score(-self.value, -self.bound, self.proven, self.distance)
