"""The mean of a few numbers with its confidence interval."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean and its 95 % interval, whose ends are None if there is only one number."""

    mean: float
    low: float | None
    high: float | None

    def exp(self) -> Estimate:
        """The estimate converted from logarithms back to the numbers themselves."""
        return Estimate(*(None if x is None else math.exp(x) for x in self))  # type: ignore[arg-type]  # the mean is there


def estimate(numbers: Sequence[float]) -> Estimate:
    """The mean of independent numbers with Student's interval ["The probable error of a mean", 1908]."""
    mean = statistics.fmean(numbers)
    if len(numbers) < 2:
        return Estimate(mean, None, None)
    reach = _student(len(numbers) - 1) * statistics.stdev(numbers) / math.sqrt(len(numbers))
    return Estimate(mean, mean - reach, mean + reach)


def _student(freedom: int) -> float:
    """The 97.5 % quantile by its expansion in 1/freedom [Abramowitz & Stegun, 26.7.5]; from a table for 1 and 2."""
    exact = {1: 12.706, 2: 4.303}
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return exact.get(freedom) or z + sum(term / freedom**power for power, term in enumerate(terms, 1))
