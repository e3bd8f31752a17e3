"""n-tuples of cells found on any board, and where the contents of each lie in one array of weights.

A tuple is a few cells in a fixed order. What is on a cell is a digit, so what is on all of them is a number, the index
of a weight [Lucas, "Learning to play Othello with n-tuple systems", 2008]:

    . x x .      cells  b4 c4 c3 d2       digits  empty 0, own 1, other 2
    . . x .      index  0·1 + 2·3 + 1·9 + 0·27
    . . . x

The cells of a tuple are a random walk from neighbour to neighbour. Every tuple is used in all its symmetric images,
which share its weights. An index is a sum of what each bit of the state adds to it, so the whole layout is a matrix: a
row for every bit, a column for every image. Bits outside the cells make tuples of their own. Where the state tells
whose turn it is, each side has weights of its own, since the same board is not worth the same to both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, State
from kibitz.core.rng import Rng
from kibitz.learned.board_cells import NOWHERE, BoardCells, Words, find_cells, find_turns, sample_states, words_of

MAX_BITS = 16  # of an index
MAX_TABLE = 1 << MAX_BITS  # weights of one tuple at most
MAX_TRIES = 30  # walks in search of one that leads over other cells than those before
MAX_STEPS = 100  # of a walk, for each cell of it
SPARE_ROWS = 64  # equations more than there are unknowns, see `_find_side_bits`

Bits = NDArray[np.int32]


class TupleLayout(NamedTuple):
    """Which weights belong to a position.

    `bits[i]`: a bit of the state that matters, numbered as in `BoardCells`. `steps[i, t]`: what it adds to the index of
    image t, if it is set. `starts[t]`: where the weights of that image begin. `size`: the weights of one side.
    `side_bits`: the parity of these bits tells whose turn it is, and so whose weights are used; none if all are for
    both.
    """

    bits: Bits
    steps: NDArray[np.uint16]
    starts: NDArray[np.int32]
    size: int
    side_bits: Bits

    @property
    def images(self) -> int:
        return len(self.starts)

    @property
    def sides(self) -> int:
        return 2 if len(self.side_bits) else 1

    def find_weights(self, words: Words) -> NDArray[np.int64]:
        """For each of many states, given as rows of words, the numbers of the weights that add up to its value."""
        bits = _bits_of(words)
        indexes = bits[:, self.bits].astype(np.int64) @ self.steps.astype(np.int64) + self.starts
        sides = bits[:, self.side_bits].sum(axis=1, dtype=np.int64) % 2
        found: NDArray[np.int64] = indexes + self.size * sides[:, None]
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        """As a file keeps it."""
        return {
            "bits": self.bits,
            "steps": self.steps,
            "starts": self.starts,
            "size": np.array(self.size, np.int64),
            "side_bits": self.side_bits,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> TupleLayout:
        return cls(
            arrays["bits"].astype(np.int32),
            np.ascontiguousarray(arrays["steps"], np.uint16),
            arrays["starts"].astype(np.int32),
            int(arrays["size"]),
            arrays["side_bits"].astype(np.int32),
        )

    def check(self, game: Game, weights: int) -> None:
        """Raise ValueError if the parts do not fit each other, the game or the weights; compiled code trusts them."""
        last = self.starts + self.steps.sum(axis=0, dtype=np.int64)
        if self.steps.shape != (len(self.bits), len(self.starts)) or weights != self.sides * self.size:
            raise ValueError("its numbers do not make tuples")
        if len(last) and (self.starts.min() < 0 or last.max() >= self.size):
            raise ValueError("its tuples reach beyond its weights")
        used = np.concatenate([self.bits, self.side_bits])
        if len(used) and not 0 <= used.min() <= used.max() < 64 * game.words:
            raise ValueError("its tuples are for another game")


def find_layout(game: Game, count: int, length: int, *, per_side: bool = True, seed: int = 0) -> TupleLayout:
    """A layout of so many tuples of so many cells; fewer and shorter ones where the board has no more.

    `per_side`: whether each side has weights of its own, where that is possible.
    """
    cells, states = find_cells(game), sample_states(game, seed)
    words, own = words_of(game, states), len(cells.planes)
    is_one_bit = int(cells.read(words)[:, :own].sum(axis=1).max(initial=0)) <= 1  # on a cell, in every position
    base = own + 1 if is_one_bit else 1 << own
    while length > 1 and base**length > MAX_TABLE:
        length -= 1
    side_bits = _find_side_bits(game, states, words) if per_side else np.empty(0, np.int32)
    number = _number_digits if is_one_bit else _number_bits
    tables = [
        _Table([number(cells, image) for image in images], base ** len(images[0]))
        for images in _find_images(game, cells, count, length, seed)
    ]
    others = [bit for bit in cells.others.tolist() if side_bits.tolist() != [bit]]
    for first in range(0, len(others), MAX_BITS):
        chosen = others[first : first + MAX_BITS]
        tables.append(_Table([{bit: 1 << place for place, bit in enumerate(chosen)}], 1 << len(chosen)))
    return _arrange(tables, side_bits)


class _Table(NamedTuple):
    """The weights of one tuple: for each image, what every bit adds to its index; and how many weights there are."""

    images: Sequence[dict[int, int]]
    size: int


def _number_digits(cells: BoardCells, chosen: Sequence[int]) -> dict[int, int]:
    """What each bit of some cells adds to their index, where no two bits of a cell are ever set."""
    base, steps = len(cells.planes) + 1, Counter[int]()
    for place, cell in enumerate(chosen):
        for plane, bit in enumerate(cells.planes[:, cell].tolist()):
            if bit != NOWHERE:
                steps[bit] += (plane + 1) * base**place
    return steps


def _number_bits(cells: BoardCells, chosen: Sequence[int]) -> dict[int, int]:
    """The same where there may be more: the bits themselves make the number, those of several cells only once."""
    bits = dict.fromkeys(bit for cell in chosen for bit in cells.planes[:, cell].tolist())
    return {bit: 1 << place for place, bit in enumerate(bits) if bit != NOWHERE}


def _arrange(tables: Sequence[_Table], side_bits: Bits) -> TupleLayout:
    """The tables one behind the other; of each, what the bits add to the index of every image."""
    bits = sorted({bit for table in tables for image in table.images for bit in image})
    rows = {bit: row for row, bit in enumerate(bits)}
    steps = np.zeros((len(bits), sum(len(table.images) for table in tables)), np.uint16)
    starts, start, end = list[int](), 0, 0
    for table in tables:
        for image in table.images:
            for bit, step in image.items():
                steps[rows[bit], len(starts)] = step
            starts.append(start)
            # With all bits set, which no state should have; but nobody shall read beyond the weights.
            end = max(end, start + sum(image.values()) + 1)
        start += table.size
    return TupleLayout(np.array(bits, np.int32), steps, np.array(starts, np.int32), max(start, end), side_bits)


# Walks.


def _find_images(game: Game, cells: BoardCells, count: int, length: int, seed: int) -> list[list[tuple[int, ...]]]:
    """Of so many tuples, the cells of every image; no two tuples have the same cells."""
    turns, rng, neighbours = find_turns(game, cells), Rng(seed), _find_neighbours(cells)
    length = min(length, cells.size)
    found: list[list[tuple[int, ...]]] = []
    known: set[frozenset[int]] = set()
    misses = 0
    while len(found) < count and misses < MAX_TRIES:
        walk = _walk(neighbours, len(found) % cells.size, length, rng)
        misses += 1
        if frozenset(walk) in known:
            continue
        images = [walk, *(tuple(turn.cells[list(walk)].tolist()) for turn in turns)]
        found.append(list(dict.fromkeys(images)))
        known.update(map(frozenset, images))
        misses = 0
    return found


def _walk(neighbours: Sequence[Sequence[int]], start: int, length: int, rng: Rng) -> tuple[int, ...]:
    """Cells met on a random walk; where it gets nowhere any more, it jumps."""
    here, met = start, {start: None}
    for step in range(MAX_STEPS * length):
        if len(met) == length:
            break
        stuck = step % MAX_STEPS == MAX_STEPS - 1 or not neighbours[here]
        here = rng.below(len(neighbours)) if stuck else rng.choice(neighbours[here])
        met[here] = None
    return tuple(met)


def _find_neighbours(cells: BoardCells) -> list[list[int]]:
    """For each cell the ones around it; where there are none, the nearest in the same sense: a king's moves away."""
    distances = np.abs(cells.places[:, None] - cells.places[None]).max(axis=2)
    np.fill_diagonal(distances, np.iinfo(np.int32).max)
    nearest = distances.min(axis=1, keepdims=True)
    return [np.flatnonzero(row).tolist() for row in distances <= nearest] if cells.size > 1 else [[]]


# Whose turn it is.


def _bits_of(words: Words) -> NDArray[np.uint8]:
    return np.unpackbits(words.astype("<u8").view(np.uint8).reshape(len(words), -1), axis=1, bitorder="little")


def _find_side_bits(game: Game, states: Sequence[State], words: Words) -> Bits:
    """Bits whose parity tells whose turn it is; none if there are no such bits.

    One bit alone if it can be, else the solution of a system of linear equations modulo 2, one for every position: on
    many boards the number of stones tells it.
    """
    bits = _bits_of(words)
    sides = np.array([game.to_move(state) for state in states], np.uint8)
    varying = np.flatnonzero(bits.min(axis=0) != bits.max(axis=0))
    for bit in varying:
        if len(np.unique(bits[:, bit] ^ sides)) == 1:
            return np.array([bit], np.int32)
    ones = np.ones((len(states), 1), np.uint8)  # whichever side an even number means
    chosen = np.sort(_sample_rows(len(states), len(varying) + 1 + SPARE_ROWS))
    solution = _solve_modulo_2(np.concatenate([bits[:, varying], ones], axis=1)[chosen], sides[chosen])
    if solution is None:
        return np.empty(0, np.int32)
    found = varying[solution[:-1].astype(bool)]
    parity = bits[:, found].sum(axis=1, dtype=np.int64) % 2
    return found.astype(np.int32) if len(np.unique(parity ^ sides)) == 1 else np.empty(0, np.int32)


def _sample_rows(total: int, wanted: int) -> NDArray[np.int64]:
    rows = list(range(total))
    Rng(0).shuffle(rows)
    return np.array(rows[:wanted], np.int64)


def _solve_modulo_2(matrix: NDArray[np.uint8], right: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """A solution of matrix · x = right by Gauss's elimination, None if there is none."""
    work = np.concatenate([matrix, right[:, None]], axis=1)
    pivots: list[int] = []
    for column in range(matrix.shape[1]):
        below = np.flatnonzero(work[len(pivots) :, column])
        if not len(below):
            continue
        row = len(pivots)
        work[[row, row + below[0]]] = work[[row + below[0], row]]
        clearing = work[:, column].astype(bool)
        clearing[row] = False
        work[clearing] ^= work[row]
        pivots.append(column)
    if work[len(pivots) :, -1].any():
        return None
    solution = np.zeros(matrix.shape[1], np.uint8)
    solution[pivots] = work[: len(pivots), -1]
    return solution
