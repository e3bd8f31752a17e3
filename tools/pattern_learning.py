"""The tables of one phase after the other, fitted to the games that were played, the last phase first.

A phase is fitted to its own positions and, the less the farther away, to those of a few discs less and more. Positions
that the tables of the round before see near level count most: there a search has to tell good moves from bad ones,
while nobody asks by how much a won game is won. (To weigh by the values themselves would make all tables too small.)
The ridge of the fit is how far values scatter over how far entries are thought to, both squared.

A value that a search found is as good as the tables at its leaves, and those are of the round before. Knowledge of the
ends would travel back only by the depth of a search in every round. So values are corrected on the way: by the time a
phase is fitted, the tables at the leaves of its searches have been fitted anew, and how these see the positions there
(a straight line) is how the value of the search would have changed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pattern_fit import Floats, Layout, entries, guesses, least_squares
from pattern_games import LATER, MOVES, NO_VALUE, positions_of

from kibitz.evals.patterns import CODES, DISC, PHASE_DISCS, PHASES, phase_of

OVERLAP = 5  # discs by which a phase looks at the positions of its neighbours
FALL = 0.7  # what a position counts less for each of them
HALF = 20 * DISC  # a position seen as worth so much counts half as much as a level one
SCATTER = 4 * DISC  # of values around the tables, roughly
COMPARED = 100_000  # positions in which two tables are compared


_layout = functools.cache(Layout.of)


class Source(NamedTuple):
    """Files of games, and what judged them: a search to a depth with a table, at so few free cells the exact solver."""

    paths: tuple[Path, ...]
    depth: int
    exact: int
    table: NDArray[np.int16]


class PhaseFit(NamedTuple):
    """The numbers of a phase, and how far they are off on positions kept back, which are so far off level (means)."""

    numbers: NDArray[np.int16]
    positions: int
    off: float
    level: float


class Sample(NamedTuple):
    """Positions by game and ply: a column has those of one number of discs. `worth` is not a number where unknown.

    `waits` marks those whose worth is to be taken from later ones of the same game.
    """

    own: NDArray[np.uint64]
    other: NDArray[np.uint64]
    black: NDArray[np.int64]
    worth: Floats
    waits: NDArray[np.bool_]
    weights: Floats

    @classmethod
    def read(cls, paths: tuple[Path, ...], table: NDArray[np.int16]) -> Sample:
        games = np.concatenate([np.load(path) for path in paths])
        values = games[:, 1]
        worth = np.where((values == NO_VALUE) | (values == LATER), np.nan, values.astype(np.float64))
        own, other, black = positions_of(games)
        waits, weights = values == LATER, np.ones(worth.shape)
        for column in range(MOVES) if not waits.any() else ():
            rows = entries(own[:, column].copy(), other[:, column].copy(), _layout())
            seen = guesses(rows, table[phase_of(4 + column)].astype(np.float64))
            weights[:, column] = 1 / (1 + (seen / HALF) ** 2)
        return cls(own, other, black, worth, waits, weights)

    def around(self, phase: int, overlap: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64], Floats, Floats]:
        """The positions of a phase and of `overlap` discs less and more: own and other discs, worth, weight."""
        first = PHASE_DISCS * phase
        low, high = max(first - overlap, 0), min(first + PHASE_DISCS + overlap, MOVES)
        columns = np.arange(low, high)
        apart = np.maximum(np.maximum(first - columns, columns - first - PHASE_DISCS + 1), 0)
        worth = self.worth[:, low:high]
        known = ~np.isnan(worth)
        weights = self.weights[:, low:high] * FALL**apart
        return self.own[:, low:high][known], self.other[:, low:high][known], worth[known], weights[known]


class Corrections:
    """How much larger the newly fitted tables see the positions of each phase than the tables that judged them."""

    def __init__(self, source: Source, sample: Sample) -> None:
        self._source, self._sample, self._found = source, sample, sample.worth.copy()
        self._factors = np.ones(PHASES)

    def apply(self, phase: int) -> None:
        """Correct the values that the fit of a phase looks at; the phases after it have been fitted."""
        first = PHASE_DISCS * phase
        for column in range(max(first - OVERLAP, 0), min(first + PHASE_DISCS, MOVES - self._source.exact)):
            leaf = min(max((column + self._source.depth) // PHASE_DISCS, phase + 1), PHASES - 1)
            self._sample.worth[:, column] = self._found[:, column] * self._factors[leaf]

    def learn(self, phase: int, numbers: Floats) -> None:
        """Compare the tables of a phase that were fitted now with those that judged."""
        own, other, _, weights = (part[:COMPARED] for part in self._sample.around(phase, 0))
        rows = entries(own, other, _layout())
        old, new = guesses(rows, self._source.table[phase].astype(np.float64)), guesses(rows, numbers)
        level = (weights * old * old).sum()
        if level > 0:
            self._factors[phase] = (weights * old * new).sum() / level


def fit_backwards(
    sources: tuple[Source, ...], kept_back: tuple[Path, ...], spread: float, steps: int
) -> Iterator[PhaseFit]:
    """All phases, the last one first. A position of unknown worth gets what later ones of its game are worth."""
    samples = [Sample.read(source.paths, source.table) for source in sources]
    test = Sample.read(kept_back, sources[-1].table)
    judged = [*zip(sources, samples, strict=True), (sources[-1], test)]
    corrections = [Corrections(source, sample) for source, sample in judged if not sample.waits.any()]
    start, overlap = np.zeros(_layout().size), OVERLAP if corrections else 0
    for phase in reversed(range(PHASES)):
        for sample in (*samples, test):
            if phase < PHASES - 1 and sample.waits.any():
                _take_later_worth(sample, phase, start)
        for correction in corrections:
            correction.apply(phase)
        found, start = _fit(samples, test, phase, start, overlap, spread, steps)
        for correction in corrections:
            correction.learn(phase, start)
        yield found


def _take_later_worth(sample: Sample, phase: int, later: Floats) -> None:
    """Give the positions of a phase that wait the mean of what the tables of the next phase say in their games."""
    layout, first = _layout(), PHASE_DISCS * phase
    columns = slice(first + PHASE_DISCS, min(first + 2 * PHASE_DISCS, MOVES))
    own, other, black = sample.own[:, columns], sample.other[:, columns], sample.black[:, columns]
    said = guesses(entries(own.ravel(), other.ravel(), layout), later).reshape(own.shape)
    for_black = np.where(sample.waits[:, columns], said, sample.worth[:, columns]) * black
    there = np.abs(black).sum(axis=1)
    mean = np.nansum(for_black, axis=1) / np.maximum(there, 1)
    here = slice(first, first + PHASE_DISCS)
    waits = sample.waits[:, here] & (there > 0)[:, None]
    sample.worth[:, here] = np.where(waits, sample.black[:, here] * mean[:, None], sample.worth[:, here])


def _fit(
    samples: list[Sample], test: Sample, phase: int, start: Floats, overlap: int, spread: float, steps: int
) -> tuple[PhaseFit, Floats]:
    layout = _layout()
    own, other, worth, weights = (
        np.concatenate(parts) for parts in zip(*(sample.around(phase, overlap) for sample in samples), strict=True)
    )
    ridge = SCATTER**2 / (spread * DISC) ** 2
    found = least_squares(entries(own, other, layout), worth, weights, start, ridge, steps)
    numbers = round_to_codes(found[layout.firsts])
    own, other, worth, _ = test.around(phase, 0)
    said = guesses(entries(own, other, layout), numbers.astype(np.float64))
    off, level = (float(np.abs(amounts).mean()) if len(worth) else 0.0 for amounts in (worth - said, worth))
    return PhaseFit(numbers, len(worth), off, level), found


def round_to_codes(numbers: Floats) -> NDArray[np.int16]:
    """The numbers nearest to these that the file can hold."""
    codes = np.array(CODES)
    return codes[np.searchsorted((codes[1:] + codes[:-1]) / 2, numbers)].astype(np.int16)
