"""How well moves and guesses agree with the truth, where the truth is known.

A `Mark` holds a move: what every move of the position is worth exactly, and which one was played. A `Guess` holds what
an evaluator thought of a position. A `PhaseGrade` summarises many of them. Values belong to the side to move, in
the unit in which the game's players write a score; the class of a value is its sign: 1 won, 0 drawn, -1 lost.
"""

from __future__ import annotations

import math
import statistics
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import NamedTuple

from kibitz.core.game import Move
from kibitz.core.score import sign

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Mark:
    """A position that the moves `line` lead to, what each move there is worth, and the one that was played."""

    phase: str
    line: tuple[Move, ...]
    scores: Mapping[Move, int]
    played: Move

    @property
    def value(self) -> int:
        """What the position is worth: as much as its best move."""
        return max(self.scores.values())

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that lose nothing."""
        return tuple(move for move in self.scores if self.loss_by(move) == 0)

    @property
    def loss(self) -> int:
        """By how much the move played fell short of the best one."""
        return self.loss_by(self.played)

    @property
    def class_loss(self) -> int:
        """The same in classes: 1 for a win or a draw half thrown away, 2 for a win turned into a loss."""
        return sign(self.value) - sign(self.scores[self.played])

    def loss_by(self, move: Move) -> int:
        return self.value - self.scores[move]


class Guess(NamedTuple):
    """What an evaluator says about a position, and its true score."""

    phase: str
    estimate: int
    score: int


@dataclass(frozen=True)
class PhaseGrade:
    """The summary of the marks and guesses of a phase. Shares are from 0 to 1.

    `won`, `drawn`, `lost`: the positions by their true class. `optimal`: the share of moves that lose nothing, with
    its 95 % interval; `kept`: of those that do not change the class. `loss` and `class_loss` are means over all moves.
    `random_optimal` and `random_loss` are what a player of random moves can expect. `guesses`: how many
    there were; the rank correlations are those with the true scores, None if there is nothing to put in order.
    """

    phase: str
    positions: int
    won: int
    drawn: int
    lost: int
    optimal: float
    optimal_low: float
    optimal_high: float
    kept: float
    loss: float
    class_loss: float
    random_optimal: float
    random_loss: float
    guesses: int
    spearman: float | None
    kendall: float | None


def summarise(phase: str, marks: Sequence[Mark], guesses: Sequence[Guess] = ()) -> PhaseGrade:
    """Summarise marks, at least one, and guesses."""
    classes = Counter(sign(mark.value) for mark in marks)
    optimal = sum(mark.loss == 0 for mark in marks)
    low, high = share_interval(optimal, len(marks))
    estimates, scores = [guess.estimate for guess in guesses], [guess.score for guess in guesses]
    return PhaseGrade(
        phase=phase,
        positions=len(marks),
        won=classes[1],
        drawn=classes[0],
        lost=classes[-1],
        optimal=optimal / len(marks),
        optimal_low=low,
        optimal_high=high,
        kept=fmean(mark.class_loss == 0 for mark in marks),
        loss=fmean(mark.loss for mark in marks),
        class_loss=fmean(mark.class_loss for mark in marks),
        random_optimal=fmean(len(mark.best) / len(mark.scores) for mark in marks),
        random_loss=fmean(fmean(map(mark.loss_by, mark.scores)) for mark in marks),
        guesses=len(guesses),
        spearman=spearman(estimates, scores),
        kendall=kendall(estimates, scores),
    )


def worst_first(marks: Sequence[Mark]) -> list[Mark]:
    """The marks whose move lost something, the worst first: by class, then by score, then the earlier in the game."""
    lost = [mark for mark in marks if mark.loss]
    return sorted(lost, key=lambda mark: (-mark.class_loss, -mark.loss, len(mark.line), mark.line))


def share_interval(count: int, total: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """The interval of a share that was found to be count / total [Wilson, "Probable inference, the law of succession,
    and statistical inference", 1927]. It stays within 0 and 1 and holds for few positions too."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, spread = count / total, z * z / total
    centre = (share + spread / 2) / (1 + spread)
    reach = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Spearman's rank correlation; equal values share the mean of their ranks. None if either side is all equal."""
    if len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    return statistics.correlation(_ranks(xs), _ranks(ys))


def _ranks(values: Sequence[float]) -> list[float]:
    ordered, counts = sorted(values), Counter(values)
    last = {value: place for place, value in enumerate(ordered, start=1)}  # of equals, the last one's place stays
    return [last[value] - (counts[value] - 1) / 2 for value in values]


def kendall(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Kendall's tau-b: (concordant - discordant pairs) over the mean number of pairs that are not tied on a side.

    None if either side is all equal. In order of x, and of y among equals, a pair is discordant when the later one
    has the smaller y, so that one pass counts them [after Knight, "A computer method for calculating Kendall's tau
    with ungrouped data", 1966].
    """
    pairs, tied_x, tied_y = _pairs(len(xs)), _tied(xs), _tied(ys)
    if pairs in (tied_x, tied_y):
        return None
    discordant, seen = 0, list[float]()
    for _, y in sorted(zip(xs, ys, strict=True)):
        discordant += len(seen) - bisect_right(seen, y)
        insort(seen, y)
    untied = pairs - tied_x - tied_y + _tied(list(zip(xs, ys, strict=True)))
    return (untied - 2 * discordant) / math.sqrt((pairs - tied_x) * (pairs - tied_y))


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _tied(values: Sequence[object]) -> int:
    """Pairs of equal values."""
    return sum(map(_pairs, Counter(values).values()))
