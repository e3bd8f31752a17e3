"""The one rule by which moves are listed best first, wherever they stand with their values.

For the side that moves, from the top of a list to its end:

    won     the larger result first, then the sooner win
    open    by value; a proven draw is worth 0, like a level guess
    lost    the smaller loss first, then the later one

Of equal values one that is only a lower bound ("at least") stands before an exact one, and an upper bound ("at most")
after it. Moves that are alike in all of this keep their order, but the one that was chosen stands before the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from kibitz.core.score import Bound, Score, final, is_decided, result_of

Move = TypeVar("Move")  # a move, its name, or anything that stands for it

_STEPS = {Bound.LOWER: 1, Bound.EXACT: 0, Bound.UPPER: -1}


def measure_merit(score: Score) -> int:
    """A score for the side that moves as one number: the larger it is, the further up the move stands."""
    value = score.value
    if is_decided(value) and score.distance is not None:
        value = final(result_of(value), score.distance, True)  # solvers keep the distance beside the value
    return 3 * value + _STEPS[score.bound]


def sort_best_first(moves: Iterable[Move], merit_of: Callable[[Move], int], chosen: Move | None = None) -> list[Move]:
    """The moves in the order of the list; `chosen`: the one that a search or a solver decided for."""
    return sorted(moves, key=lambda move: (-merit_of(move), move != chosen))
