"""The tables of one phase after the other, fitted to the games that were played.

A phase is fitted to its own positions and, the less the farther away, to those of a few discs less and more. Positions
near level count most: there a search has to tell good moves from bad ones, while nobody asks by how much a won game is
won. The ridge of the fit is how far values scatter over how far entries are thought to, both squared.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pattern_fit import Floats, Layout, entries, guesses, least_squares
from pattern_games import LATER, MOVES, NO_VALUE, Games, positions_of

from kibitz.evals.patterns import CODES, DISC, PHASE_DISCS, PHASES

__all__ = ["FitTask", "PhaseFit", "Sample", "fit_backwards", "fit_phase", "round_to_codes"]

OVERLAP = 5  # discs by which a phase looks at the positions of its neighbours
FALL = 0.7  # what a position counts less for each of them
HALF = 24 * DISC  # a position worth so much counts half as much as a level one
SCATTER = 4 * DISC  # of values around the tables, roughly


_layout = functools.cache(Layout.of)


class FitTask(NamedTuple):
    """A phase to fit: files of games to learn from, files of games kept back, and how, as `--spread` and `--steps`."""

    learned: tuple[Path, ...]
    kept_back: tuple[Path, ...]
    phase: int
    spread: float
    steps: int


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

    @classmethod
    def of(cls, games: Games) -> Sample:
        values = games[:, 1]
        worth = np.where((values == NO_VALUE) | (values == LATER), np.nan, values.astype(np.float64))
        return cls(*positions_of(games), worth, values == LATER)

    @classmethod
    def read(cls, paths: tuple[Path, ...]) -> Sample:
        return cls.of(np.concatenate([np.load(path) for path in paths]))

    def around(self, phase: int, overlap: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64], Floats, Floats]:
        """The positions of a phase and of `overlap` discs less and more: own and other discs, worth, weight."""
        first = PHASE_DISCS * phase
        low, high = max(first - overlap, 0), min(first + PHASE_DISCS + overlap, MOVES)
        columns = np.arange(low, high)
        apart = np.maximum(np.maximum(first - columns, columns - first - PHASE_DISCS + 1), 0)
        worth = self.worth[:, low:high]
        known = ~np.isnan(worth)
        weights = np.broadcast_to(FALL**apart, worth.shape)[known] / (1 + (worth[known] / HALF) ** 2)
        return self.own[:, low:high][known], self.other[:, low:high][known], worth[known], weights


def fit_phase(task: FitTask) -> PhaseFit:
    return _fit(Sample.read(task.learned), Sample.read(task.kept_back), task, np.zeros(_layout().size), OVERLAP)[0]


def fit_backwards(task: FitTask) -> Iterator[PhaseFit]:
    """All phases, the last one first: a position of unknown worth gets what later ones of its game are worth."""
    learned, kept_back = Sample.read(task.learned), Sample.read(task.kept_back)
    start = np.zeros(_layout().size)
    for phase in reversed(range(PHASES)):
        task = task._replace(phase=phase)
        if phase < PHASES - 1:
            _take_later_worth(learned, phase, start)
            _take_later_worth(kept_back, phase, start)
        found, start = _fit(learned, kept_back, task, start, 0)
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


def _fit(learned: Sample, kept_back: Sample, task: FitTask, start: Floats, overlap: int) -> tuple[PhaseFit, Floats]:
    layout = _layout()
    own, other, worth, weights = learned.around(task.phase, overlap)
    ridge = SCATTER**2 / (task.spread * DISC) ** 2
    found = least_squares(entries(own, other, layout), worth, weights, start, ridge, task.steps)
    numbers = round_to_codes(found[layout.firsts])
    own, other, worth, _ = kept_back.around(task.phase, 0)
    said = guesses(entries(own, other, layout), numbers.astype(np.float64))
    off, level = (float(np.abs(amounts).mean()) if len(worth) else 0.0 for amounts in (worth - said, worth))
    return PhaseFit(numbers, len(worth), off, level), found


def round_to_codes(numbers: Floats) -> NDArray[np.int16]:
    """The numbers nearest to these that the file can hold."""
    codes = np.array(CODES)
    return codes[np.searchsorted((codes[1:] + codes[:-1]) / 2, numbers)].astype(np.int16)
