"""Least squares: the numbers in the tables of a phase that come nearest to what its positions are worth.

Every position is a row of a huge matrix with a one for each entry it looks up (a two where it looks one up twice), and
its worth the right side. The normal equations, with a weight on the diagonal that keeps entries which were hardly ever
seen near where they start, are solved by conjugate gradients with the diagonal as preconditioner; the matrix is never
written down. All sums are formed in one order, so that the same rows give the same numbers to the last bit.

Entries that the symmetry of a pattern makes equal are one unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.evals.patterns import PATTERNS, Pattern
from kibitz.games.othello import Othello
from kibitz.kernels.compiler.bridge import kernel

LONGEST = 10  # cells of a pattern
ENOUGH = 1e-20  # of what was left at the beginning: there is nothing more to be found

Indices = NDArray[np.int32]
Floats = NDArray[np.float64]


class Layout(NamedTuple):
    """The places of patterns: the cells of each (-1 behind the last), where its table starts, which entries are one.

    `firsts` has for each entry of a phase the first of those that a symmetry of its pattern turns it into; the last
    entry is the number for the side to move.
    """

    cells: NDArray[np.int64]
    starts: NDArray[np.int64]
    firsts: Indices

    @property
    def size(self) -> int:
        return len(self.firsts)

    @classmethod
    def of(cls, patterns: Iterable[Pattern] = PATTERNS.values(), game: Othello = Othello(8)) -> Layout:
        patterns = tuple(patterns)
        found = [(place, pattern.start) for pattern in patterns for place in pattern.places(game)]
        cells = np.full((len(found), LONGEST), -1, np.int64)
        for row, (place, _) in zip(cells, found, strict=True):
            row[: len(place)] = place
        firsts = np.arange(max(pattern.start + pattern.size for pattern in patterns) + 1)
        for pattern in patterns:
            numbers = np.arange(pattern.size)
            digits = [numbers // 3**place % 3 for place in range(len(pattern.cells))]
            own = slice(pattern.start, pattern.start + pattern.size)
            for turn in game.symmetries():
                image = [turn.moves[cell] for cell in pattern.cells]
                if set(image) == set(pattern.cells):
                    turned = sum(d * 3 ** pattern.cells.index(cell) for d, cell in zip(digits, image, strict=True))
                    firsts[own] = np.minimum(firsts[own], pattern.start + turned)
        return cls(cells, np.array([start for _, start in found]), firsts.astype(np.int32))


def entries(own: NDArray[np.uint64], other: NDArray[np.uint64], layout: Layout) -> Indices:
    """A row for each position: the entries in the tables of its phase that it looks up, the first of equal ones."""
    rows = np.empty((len(own), len(layout.starts) + 1), np.int32)
    _look_up(own.view(np.int64), other.view(np.int64), layout.cells, layout.starts, layout.firsts, rows)
    rows[:, -1] = layout.size - 1
    return rows


@kernel
def _look_up(own: Any, other: Any, cells: Any, starts: Any, firsts: Any, rows: Any) -> None:
    for row in range(len(own)):
        for place in range(len(cells)):
            index, weight = starts[place], 1
            for digit in range(cells.shape[1]):
                cell = cells[place, digit]
                if cell < 0:
                    break
                index += weight * ((own[row] >> cell & 1) + 2 * (other[row] >> cell & 1))
                weight *= 3
            rows[row, place] = firsts[index]


def least_squares(rows: Indices, worth: Floats, weights: Floats, start: Floats, ridge: float, steps: int) -> Floats:
    """The entries whose sums come nearest to the worth of the rows; those that no row has stay where they start."""
    seen = np.zeros(len(start))
    _add_up(rows, weights, seen)
    scale = 1 / (seen + ridge)
    found = np.zeros(len(start))  # less the start
    rest = np.zeros(len(start))  # right side less left side
    _add_up(rows, (worth - guesses(rows, start)) * weights, rest)
    scaled = rest * scale
    way = scaled.copy()
    begun = size = _dot(rest, scaled)
    for _ in range(steps):
        if size <= ENOUGH * begun:
            break
        product = ridge * way
        _add_up(rows, guesses(rows, way) * weights, product)
        step = size / _dot(way, product)
        found += step * way
        rest -= step * product
        scaled = rest * scale
        last, size = size, _dot(rest, scaled)
        way = scaled + size / last * way
    return start + found


@kernel
def guesses(rows: Any, numbers: Any) -> Any:
    """The sum of its entries for each row."""
    sums = np.zeros(len(rows))
    for row in range(len(rows)):
        total = 0.0
        for column in range(rows.shape[1]):
            total += numbers[rows[row, column]]
        sums[row] = total
    return sums


@kernel
def _add_up(rows: Any, amounts: Any, sums: Any) -> None:
    """Add a row's amount to each of its entries."""
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            sums[rows[row, column]] += amounts[row]


@kernel
def _dot(one: Any, two: Any) -> Any:
    """Written out: a library's may add up in another order on another machine."""
    total = 0.0
    for index in range(len(one)):
        total += one[index] * two[index]
    return total
