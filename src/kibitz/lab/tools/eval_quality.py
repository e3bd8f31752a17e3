"""How good an evaluator is with given weights: how far off its values are, and what its choices cost.

    error        mean distance between the worth it expects and the true worth
    loss         worth that the move it likes best gives away, on average; it looks one move ahead

Both in percent of a win, with a 95 % interval over the positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz.arena.grading import ALL
from kibitz.arena.sampling import PHASES
from kibitz.lab.tools.fitted_weights import Vector, expected_worths, fit_scale
from kibitz.lab.tools.intervals import Estimate, estimate
from kibitz.lab.tools.labelled_positions import LabelledPosition

PERCENT = 100


@dataclass(frozen=True)
class PhaseChange:
    """An evaluator with two sets of weights on the positions of a phase, and what the second changes.

    The bounds of a change are None if there is only one position.
    """

    phase: str
    positions: int
    error_before: float
    error_after: float
    error_change: float
    error_change_low: float | None
    error_change_high: float | None
    loss_before: float
    loss_after: float
    loss_change: float
    loss_change_low: float | None
    loss_change_high: float | None

    @property
    def error_estimate(self) -> Estimate:
        return Estimate(self.error_change, self.error_change_low, self.error_change_high)

    @property
    def loss_estimate(self) -> Estimate:
        return Estimate(self.loss_change, self.loss_change_low, self.loss_change_high)


def amounts_of(positions: Sequence[LabelledPosition]) -> Vector:
    return np.array([position.amounts for position in positions], dtype=np.float64)


def worths_of(positions: Sequence[LabelledPosition]) -> Vector:
    return np.array([position.worth for position in positions], dtype=np.float64)


def phases_of(positions: Sequence[LabelledPosition]) -> list[str]:
    """The phases that have positions, in order, and all of them together at last."""
    return [phase for phase in PHASES if any(position.phase == phase for position in positions)] + [ALL]


def change_by_phase(
    weights_before: Sequence[int],
    weights_after: Sequence[int],
    judged: Sequence[LabelledPosition],
    scaled: Sequence[LabelledPosition],
) -> tuple[PhaseChange, ...]:
    """Compare two sets of weights on the positions `judged`; their scales are fitted to `scaled`."""
    both = [np.array(weights, dtype=np.float64) for weights in (weights_before, weights_after)]
    errors = [_errors(weights, judged, scaled) for weights in both]
    losses = [np.array([PERCENT * position.choice_loss(weights) for position in judged]) for weights in both]
    rows = []
    for phase in phases_of(judged):
        some = np.array([phase in (position.phase, ALL) for position in judged])
        error_before, error_after, loss_before, loss_after = (part[some] for part in (*errors, *losses))
        error, loss = (
            estimate((after - before).tolist())
            for before, after in ((error_before, error_after), (loss_before, loss_after))
        )
        rows.append(
            PhaseChange(
                phase=phase,
                positions=int(some.sum()),
                error_before=float(error_before.mean()),
                error_after=float(error_after.mean()),
                error_change=error.mean,
                error_change_low=error.low,
                error_change_high=error.high,
                loss_before=float(loss_before.mean()),
                loss_after=float(loss_after.mean()),
                loss_change=loss.mean,
                loss_change_low=loss.low,
                loss_change_high=loss.high,
            )
        )
    return tuple(rows)


def _errors(weights: Vector, judged: Sequence[LabelledPosition], scaled: Sequence[LabelledPosition]) -> Vector:
    scale = fit_scale(amounts_of(scaled) @ weights, worths_of(scaled))
    errors: Vector = PERCENT * np.abs(expected_worths(scale * (amounts_of(judged) @ weights)) - worths_of(judged))
    return errors
