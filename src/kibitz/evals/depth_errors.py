"""How far a shallow search lies from a deep one, for the heuristics for which it was measured.

With v(d) the value of a search to depth d, the difference v(D) - v(d) over many positions has a standard deviation
that grows with D, falls with d, and depends on the phase. Its logarithm is fitted as a sum of a few features of the
three (`features`), once for searches that stop at a horizon and once for those that reach the end of the game, whose
values are exact. D and d are both even or both odd.

The constants come from `tools/fit_probcut.py`, which says how; they belong to the weights of the heuristic and must be
measured again when those change.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from kibitz.core.bits import popcount
from kibitz.core.evaluation import DepthErrors, Evaluator
from kibitz.core.game import State

__all__ = ["ERRORS", "FEATURES", "ErrorModel", "count_discs", "features", "measured_errors"]

FEATURES = ("1", "x", "x * x", "log(D - d)", "log(1 + d)", "x * log(1 + d)")


def features(filled: float, depth: int, shallow: int) -> tuple[float, ...]:
    """What the logarithm of the deviation is made of; `filled` is the part of the board with discs on it, x above."""
    near = math.log(1 + shallow)
    return (1.0, filled, filled * filled, math.log(depth - shallow), near, filled * near)


class ErrorModel(NamedTuple):
    """Fitted constants, one for each feature: to a horizon, and to the end of the game."""

    cells: int
    horizon: tuple[float, ...]
    end: tuple[float, ...]

    def deviation(self, discs: int, depth: int, shallow: int) -> float:
        """The standard deviation of v(depth) - v(shallow); a depth beyond the end of the game reaches the end."""
        free = self.cells - discs
        constants, depth = (self.end, free) if depth >= free else (self.horizon, depth)
        if shallow >= depth:
            return 0.0
        amounts = features(discs / self.cells, depth, shallow)
        return math.exp(sum(constant * amount for constant, amount in zip(constants, amounts, strict=True)))


# By game and heuristic.
ERRORS = {
    ("othello", "patterns"): ErrorModel(
        cells=64,
        horizon=(5.3, 1.2, -0.9, 0.35, -0.25, 0.0),
        end=(5.8, 1.2, -0.9, 0.25, -0.25, 0.0),
    ),
}


def count_discs(state: State) -> int:
    """The discs or stones on the board, of a game whose state begins with those of either side."""
    return popcount(state[0] | state[1])


def measured_errors(evaluator: Evaluator) -> DepthErrors | None:
    """What was measured for a heuristic with these very weights on this very board, by the number of discs."""
    model = ERRORS.get((evaluator.game.spec(full=False), str(evaluator)))
    return None if model is None else DepthErrors(model.cells + 1, count_discs, model.deviation)
