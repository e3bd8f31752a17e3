"""The weights of n-tuples added up: which ones belong to a position, and their sum.

An index is a sum of what the set bits of a state add to it. So the indexes of one position follow from those of another
by adding and subtracting the rows of the bits in which they differ: two or three where both come from the same
position by one move.

    indexes   [ 1203 |  871 | 6012 | … ]   one for each image of a tuple
    bit 17 is set now:  + row 17            bit 5 is not set any more:  - row 5
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import popcount
from kibitz.core.game import ONGOING
from kibitz.kernels.compiler.bridge import kernel, moves, play, result, seen_from, subkernel
from kibitz.kernels.compiler.intrinsics import kept_state
from kibitz.learned.board_cells import Words
from kibitz.learned.tuple_layout import TupleLayout
from kibitz.learned.tuple_value import TupleValue

WON = 1 << 40  # a sum beyond all others: the game is won


class TupleArrays(NamedTuple):
    """A layout as kernels take it."""

    steps: NDArray[np.uint16]
    rows: NDArray[np.int32]  # which row of `steps` belongs to each bit of a state; -1 for none
    starts: NDArray[np.int32]
    side_masks: NDArray[np.int64]  # a word for every word of a state
    size: int


def make_arrays(layout: TupleLayout, words: int) -> TupleArrays:
    rows = np.full(64 * words, -1, np.int32)
    rows[layout.bits] = np.arange(len(layout.bits))
    masks = np.zeros(words, np.uint64)
    for bit in layout.side_bits.tolist():
        masks[bit >> 6] |= np.uint64(1 << (bit & 63))
    return TupleArrays(np.ascontiguousarray(layout.steps), rows, layout.starts, masks.view(np.int64), layout.size)


@subkernel
def update_indexes(layout: Any, before: Any, state: Any, indexes: Any) -> None:
    """Make the indexes of one position those of another."""
    steps, rows, count = layout.steps, layout.rows, len(indexes)
    for number in range(len(state)):
        changed = before[number] ^ state[number]
        while changed != 0:
            lowest = changed & -changed
            row = rows[64 * number + popcount(lowest - 1)]
            if row >= 0:
                if state[number] & lowest:
                    for image in range(count):
                        indexes[image] += steps[row, image]
                else:
                    for image in range(count):
                        indexes[image] -= steps[row, image]
            changed ^= lowest


@subkernel
def find_side(layout: Any, state: Any) -> Any:
    """Where the weights of the side to move begin."""
    together = 0
    for number in range(len(state)):
        together ^= state[number] & layout.side_masks[number]
    return layout.size * (popcount(together) & 1)


@subkernel
def add_weights(layout: Any, side: Any, indexes: Any, weights: Any, zero: Any) -> Any:
    """The sum of the weights; `zero` is one of the same kind. Four sums at a time, so that none waits for another."""
    starts, count = layout.starts, len(indexes)
    first, second, third, fourth = zero, zero, zero, zero
    whole = count - count % 4
    for image in range(0, whole, 4):
        first += weights[side + starts[image] + indexes[image]]
        second += weights[side + starts[image + 1] + indexes[image + 1]]
        third += weights[side + starts[image + 2] + indexes[image + 2]]
        fourth += weights[side + starts[image + 3] + indexes[image + 3]]
    for image in range(whole, count):
        first += weights[side + starts[image] + indexes[image]]
    return first + second + third + fourth


def choose_moves(model: TupleValue, words: Words) -> NDArray[np.int64]:
    """The move with the best value in each of many unfinished positions, given as rows of words."""
    arrays, game = make_arrays(model.layout, model.game.words), model.game
    chosen = np.empty(len(words), np.int64)
    indexes = np.zeros(model.layout.images, np.uint16)
    room = np.empty(game.num_moves, np.int64)
    states, like = np.ascontiguousarray(words).view(np.int64), (0,) * words.shape[1]
    _choose_all(game, arrays, model.weights, states, like, indexes, room, chosen)
    return chosen


@kernel
def _choose_all(
    game: Any, layout: Any, weights: Any, states: Any, like: Any, indexes: Any, room: Any, chosen: Any
) -> None:
    before = like  # all bits are 0, as are the indexes
    for number in range(len(states)):
        state = kept_state(states, number, like)
        best, best_sum = 0, -2 * WON
        for place in range(moves(game, state, room)):
            move = room[place]
            after = play(game, state, move)
            ending = result(game, after)
            if ending == ONGOING:
                update_indexes(layout, before, after, indexes)
                before = after
                total = add_weights(layout, find_side(layout, after), indexes, weights, 0)
            else:
                total = WON * ((ending > 0) - (ending < 0))
            total = seen_from(game, state, after, total)
            if total > best_sum:
                best, best_sum = move, total
        chosen[number] = best
