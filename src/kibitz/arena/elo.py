"""How sure one can be who is better: Elo with an interval, and a test that stops as soon as the answer is known.

Games are played in pairs, each opening once from either side. The two games of a pair are not independent (an opening
that favours one side gives a win each), but pairs are; so everything here counts pairs by the first player's points,
the pentanomial:

    pairs[0 … 4]    0, ½, 1, 1½ and 2 points from the two games

A score is the share of the points, from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of the two points of a pair
PSEUDO_PAIRS = (1, 0, 0, 0, 1)
MIN_COUNT = 1e-3  # pairs of each kind are counted at least so often, so that no likelihood is zero


def score_from_elo(elo: float) -> float:
    """The score to expect of a player rated so much higher [Elo, "The Rating of Chessplayers", 1978]."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_from_score(score: float) -> float | None:
    """The reverse of `score_from_elo`; None where no finite number exists (a score of 0 or 1)."""
    return 400 * math.log10(score / (1 - score)) if 0 < score < 1 else None


def count_pairs(points: Iterable[tuple[float, float]]) -> tuple[int, ...]:
    """The pentanomial of pairs of games, each given as the first player's points (0, ½ or 1) from the two."""
    counts = [0] * len(SHARES)
    for one, other in points:
        counts[round(2 * (one + other))] += 1
    return tuple(counts)


@dataclass(frozen=True)
class Interval:
    """An estimate in Elo; None stands for an infinite number (nothing but wins, or nothing but losses)."""

    elo: float | None
    low: float | None
    high: float | None


def elo_interval(pairs: Sequence[int], confidence: float = 0.95) -> Interval | None:
    """How much better the first player is, and the interval that holds the truth with that confidence.

    The estimate is that of the score itself. The interval is the normal one for a mean of independent pairs, after one
    pair won and one lost have been added, which keeps its promise for few pairs and for lopsided scores too [Agresti &
    Coull, "Approximate is better than exact for interval estimation of binomial proportions", 1998]. None without
    pairs.
    """
    if not sum(pairs):
        return None
    score, _ = _mean_and_variance(pairs)
    padded = [count + pseudo for count, pseudo in zip(pairs, PSEUDO_PAIRS, strict=True)]
    centre, variance = _mean_and_variance(padded)
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * math.sqrt(variance / sum(padded))
    low = elo_from_score(centre - reach) if score > 0 else None
    high = elo_from_score(centre + reach) if score < 1 else None
    return Interval(elo_from_score(score), low, high)


def _mean_and_variance(pairs: Sequence[int]) -> tuple[float, float]:
    total = sum(pairs)
    mean = sum(count * share for count, share in zip(pairs, SHARES, strict=True)) / total
    return mean, sum(count * (share - mean) ** 2 for count, share in zip(pairs, SHARES, strict=True)) / total


# The sequential test.


@dataclass(frozen=True)
class SprtVerdict:
    """What a sequential test says: continue, or stop. `ratio`, the log-likelihood ratio, decides at `low` or `high`."""

    decided: bool
    better: bool
    ratio: float
    low: float
    high: float
    words: str


@dataclass(frozen=True)
class Sprt:
    """Is the first player better by `elo1` rather than by `elo0`? Asked after every pair, so as to stop in time.

    Wald's sequential probability ratio test ["Sequential Tests of Statistical Hypotheses", 1945], generalised to
    results whose distribution is not known but for its mean, as M. Van den Bergh worked out for chess programs ["A
    Practical Introduction to the GSPRT", 2018]. Wrong with a probability of about `risk` either way.
    """

    elo0: float
    elo1: float
    risk: float = 0.05

    def verdict(self, pairs: Sequence[int]) -> SprtVerdict:
        high = math.log((1 - self.risk) / self.risk)
        ratio = log_likelihood_ratio(pairs, self.elo0, self.elo1)
        decided, better = not -high < ratio < high, ratio >= high
        return SprtVerdict(decided, better, ratio, -high, high, self._words(decided, better))

    def _words(self, decided: bool, better: bool) -> str:
        if not decided:
            return "not known yet: more games are needed"
        percent = f"{100 * (1 - self.risk):.0f} %"
        if better and self.elo0 >= 0:
            return f"stop: the first is better, {percent}"
        if better:
            return f"stop: the first is not worse, {percent}"
        return f"stop: the first is not better by {self.elo1:g} Elo, {percent}"


def log_likelihood_ratio(pairs: Sequence[int], elo0: float, elo1: float) -> float:
    """How much likelier, as a logarithm, the pairs are if the first is better by `elo1` than if by `elo0`."""
    if not sum(pairs):
        return 0.0
    counts = [max(count, MIN_COUNT) for count in pairs]
    return _likelihood(counts, score_from_elo(elo1)) - _likelihood(counts, score_from_elo(elo0))


def _likelihood(counts: Sequence[float], score: float) -> float:
    """The log-likelihood of the likeliest distribution whose mean is `score`, but for a constant.

    That distribution is f / (1 + t (share - score)) for the frequencies f, with the t that makes it one [Van den Bergh,
    proposition 1.1; it is the empirical likelihood of A. Owen, "Empirical Likelihood Ratio Confidence Intervals",
    1988].
    """
    total = sum(counts)
    above = [share - score for share in SHARES]

    def excess(t: float) -> float:  # falls as t grows; zero where the mean is right
        return sum(count / total * a / (1 + t * a) for count, a in zip(counts, above, strict=True))

    margin = 1e-9
    t = _root(excess, -1 / max(above) + margin, -1 / min(above) - margin)
    return -sum(count * math.log(1 + t * a) for count, a in zip(counts, above, strict=True))


def _root(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is zero, by bisection."""
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
