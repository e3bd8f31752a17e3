"""Least squares: the numbers in the tables of a phase that come nearest to what its positions are worth.

Every position is a row of a huge matrix with a one for each entry it looks up (a two where it looks one up twice), and
its worth the right side. The normal equations, with a weight on the diagonal that keeps entries which were hardly ever
seen near zero, are solved by conjugate gradients with the diagonal as preconditioner; the matrix is never written down.

Entries that the symmetry of a pattern makes equal are one unknown.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.evals.patterns import MAX_MOVES, OTHER_MOVES, OWN_MOVES, PATTERNS, PHASE_SIZE, TEMPO
from kibitz.games.othello import Othello
from kibitz.kernels.compiler.bridge import kernel, moves

__all__ = ["entries", "first_twins", "guesses", "least_squares"]

PASS = 64
LONGEST = 10  # cells of a pattern
ENOUGH = 1e-20  # of what was left at the beginning: there is nothing more to be found

Indices = NDArray[np.int32]


def first_twins(game: Othello) -> Indices:
    """For each entry in the tables of a phase the first of those that a symmetry of its pattern turns it into."""
    firsts = np.arange(PHASE_SIZE)
    for pattern in PATTERNS.values():
        numbers = np.arange(pattern.size)
        digits = [numbers // 3**place % 3 for place in range(len(pattern.cells))]
        for turn in game.symmetries():
            image = [turn.moves[cell] for cell in pattern.cells]
            if set(image) == set(pattern.cells):
                turned = sum(digit * 3 ** pattern.cells.index(cell) for digit, cell in zip(digits, image, strict=True))
                own = slice(pattern.start, pattern.start + pattern.size)
                firsts[own] = np.minimum(firsts[own], pattern.start + turned)
    return firsts.astype(np.int32)


def entries(own: NDArray[np.uint64], other: NDArray[np.uint64], game: Othello) -> Indices:
    """A row for each position: the entries in the tables of its phase that it looks up, the first of equal ones."""
    places = [place for pattern in PATTERNS.values() for place in pattern.places(game)]
    cells = np.full((len(places), LONGEST), -1, np.int64)
    for row, place in zip(cells, places, strict=True):
        row[: len(place)] = place
    starts = np.array([pattern.start for pattern in PATTERNS.values() for _ in pattern.places(game)])
    rows = np.empty((len(own), len(places) + 3), np.int32)
    mine, theirs = own.view(np.int64), other.view(np.int64)
    _look_up(mine, theirs, cells, starts, first_twins(game), rows)
    _count_moves(game, mine, theirs, np.zeros(game.num_moves, np.int64), rows[:, -3], OWN_MOVES)
    _count_moves(game, theirs, mine, np.zeros(game.num_moves, np.int64), rows[:, -2], OTHER_MOVES)
    rows[:, -1] = TEMPO
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


@kernel
def _count_moves(game, own, other, buffer, column, start):
    for row in range(len(own)):
        count = moves(game, (own[row], other[row], 0), buffer)
        column[row] = start + (0 if buffer[0] == PASS else min(count, MAX_MOVES))


def least_squares(rows: Indices, worth: NDArray[np.float64], ridge: float, steps: int) -> NDArray[np.float64]:
    """The entries whose sums come nearest to the worth of the rows; 0 for those that no row has."""
    seen = np.zeros(PHASE_SIZE)
    _add_up(rows, np.ones(len(rows)), seen)
    scale = 1 / (seen + ridge)
    found = np.zeros(PHASE_SIZE)
    rest = np.zeros(PHASE_SIZE)
    _add_up(rows, worth, rest)  # right side less left side; the start is zero
    scaled = rest * scale
    way = scaled.copy()
    begun = size = rest @ scaled
    for _ in range(steps):
        if size <= ENOUGH * begun:
            break
        product = ridge * way
        _add_up(rows, guesses(rows, way), product)
        step = size / (way @ product)
        found += step * way
        rest -= step * product
        scaled = rest * scale
        last, size = size, rest @ scaled
        way = scaled + size / last * way
    return found


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
