"""Everything about a small game that can go round in circles, by retrograde analysis.

[Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970; Thompson, "Retrograde analysis of certain endgames",
1986]

A search cannot say what a position is worth that can come again; but who wins, and how soon, follows from the ends of
games backwards. Three stages, each of which can be stopped and taken up again:

    1. list      every position that can follow, in the order it is found: `positions[n]`, and `slots`, where to find it
    2. link      for every position, the positions with a move to it: `before[starts[n] : starts[n + 1]]`
    3. settle    finished games first, then position by position in the order of their distance from the end: who can
                 move to a position lost for the other side has won, one ply later; who has no other move left than
                 to positions won for the other side has lost, one ply later than the last of them

What is never settled is a draw: neither side can force anything. `worth[n]` is plies + 1 for a win and -(plies + 1) for
a loss, for the side to move; 0 is a draw. Once it is known, links and counts are given back: a position takes its
words, two bytes for its worth, and about five to find it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.game import ONGOING
from kibitz.kernels.common.control import NODES, STOP, STOPPED_BY_NODES
from kibitz.kernels.compiler.bridge import keeps_turn, kernel, moves, play, result, subkernel
from kibitz.kernels.compiler.intrinsics import kept_state

MAX_DISTANCE = (1 << 15) - 2  # plies that fit into a worth
LOOK = 1023  # positions between two looks at the stop cell

READY, STOPPED, FULL, TOO_LONG = range(4)  # how a kernel ended

SIZE, NEXT, QUEUED, SETTLED = range(4)  # in `counts`: positions, the next to look at, those queued and settled


@subkernel
def _hash(words: Any, length: int) -> Any:
    mixed = np.uint64(0)
    for index in range(len(words)):
        mixed = (mixed ^ np.uint64(words[index])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    return np.int64((mixed & np.uint64(0xFFFFFFFF)) * np.uint64(length) >> np.uint64(32))


@subkernel
def _slot(positions: Any, slots: Any, words: Any) -> int:
    """Where a position is found, or would be; a slot holds its number plus 1."""
    slot = _hash(words, len(slots))
    while slots[slot] != 0:
        number = slots[slot] - 1
        same = True
        for index in range(len(words)):
            same &= positions[number, index] == words[index]
        if same:
            break
        slot += 1
        if slot == len(slots):
            slot = 0
    return slot


@kernel
def find_position(positions: Any, slots: Any, words: Any) -> int:
    """The number of a position, -1 if there is none."""
    return slots[_slot(positions, slots, words)] - 1


@kernel
def add_position(positions: Any, slots: Any, counts: Any, words: Any) -> None:
    slot = _slot(positions, slots, words)
    if slots[slot] == 0:
        for index in range(len(words)):
            positions[counts[SIZE], index] = words[index]
        counts[SIZE] += 1
        slots[slot] = counts[SIZE]


@kernel
def fill_slots(positions: Any, slots: Any, counts: Any, cells: Any) -> bool:
    for number in range(counts[SIZE]):
        if number & LOOK == 0 and cells[STOP] != 0:
            return False
        slots[_slot(positions, slots, positions[number])] = number + 1
    return True


@kernel
def list_positions(
    game: Any, like: Any, positions: Any, slots: Any, counts: Any, most: int, out: Any, max_nodes: int, cells: Any
) -> int:
    """Add whatever can follow a position that is listed, until nothing new follows."""
    while counts[NEXT] < counts[SIZE]:
        if counts[NEXT] & LOOK == 0 and cells[STOP] != 0:
            return STOPPED
        if cells[NODES] >= max_nodes:
            cells[STOP] = STOPPED_BY_NODES
            return STOPPED
        cells[NODES] += 1
        state = kept_state(positions, counts[NEXT], like)
        if result(game, state) == ONGOING:
            for index in range(moves(game, state, out)):
                after = play(game, state, out[index])
                slot = _slot(positions, slots, after)
                if slots[slot] == 0:
                    if counts[SIZE] >= most:
                        cells[NODES] -= 1  # this position is looked at again
                        return FULL
                    for word in range(len(after)):
                        positions[counts[SIZE], word] = after[word]
                    counts[SIZE] += 1
                    slots[slot] = counts[SIZE]
        counts[NEXT] += 1
    return READY


@kernel
def link_positions(
    game: Any,
    like: Any,
    positions: Any,
    slots: Any,
    counts: Any,
    starts: Any,
    open_moves: Any,
    before: Any,
    out: Any,
    cells: Any,
) -> bool:
    """Link every position to those with a move to it, in two passes: False when told to stop.

    Without room in `before`, count: `starts[n]` is how many moves lead to position n, `open_moves[n]` how many it has.
    With it, write where the moves come from; meanwhile `starts[n]` is where the next one of n goes.
    """
    is_counting = len(before) == 0
    while counts[NEXT] < counts[SIZE]:
        number = counts[NEXT]
        if number & LOOK == 0 and cells[STOP] != 0:
            return False
        cells[NODES] += 1
        state = kept_state(positions, number, like)
        if result(game, state) == ONGOING:
            count = moves(game, state, out)
            if is_counting:
                open_moves[number] = count
            for index in range(count):
                after = slots[_slot(positions, slots, play(game, state, out[index]))] - 1
                if not is_counting:
                    before[starts[after]] = number
                starts[after] += 1
        counts[NEXT] += 1
    return True


@kernel
def settle_positions(
    game: Any,
    like: Any,
    positions: Any,
    counts: Any,
    starts: Any,
    before: Any,
    open_moves: Any,
    queue: Any,
    worth: Any,
    cells: Any,
) -> int:
    """Finished games, then what follows backwards, nearest to the end first: the queue is in the order of distance.

    After `_write_links`, the links of position n are before[starts[n - 1] : starts[n]].
    """
    while counts[NEXT] < counts[SIZE]:
        number = counts[NEXT]
        if number & LOOK == 0 and cells[STOP] != 0:
            return STOPPED
        outcome = result(game, kept_state(positions, number, like))
        if outcome != ONGOING and outcome != 0:
            worth[number] = 1 if outcome > 0 else -1
            queue[counts[QUEUED]] = number
            counts[QUEUED] += 1
        counts[NEXT] += 1
    while counts[SETTLED] < counts[QUEUED]:
        if counts[SETTLED] & LOOK == 0 and cells[STOP] != 0:
            return STOPPED
        settled: Any = np.int64(queue[counts[SETTLED]])
        state, plies = kept_state(positions, settled, like), abs(worth[settled]) + 1
        if plies > MAX_DISTANCE:
            return TOO_LONG
        first = starts[settled - 1] if settled > 0 else 0
        for link in range(first, starts[settled]):
            parent: Any = np.int64(before[link])
            if worth[parent] != 0:
                continue
            keeps = keeps_turn(game, kept_state(positions, parent, like), state)
            if (worth[settled] > 0) == keeps:
                worth[parent] = plies
            else:
                open_moves[parent] -= 1
                if open_moves[parent] > 0:
                    continue
                worth[parent] = -plies
            queue[counts[QUEUED]] = parent
            counts[QUEUED] += 1
        counts[SETTLED] += 1
        cells[NODES] += 1
    return READY
