"""What one thread of the engine works with: its orders, its arrays, and the small things done with them.

A row of `frames` is one node on the way down from the root, one column for each thing to remember of it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.score import Bound
from kibitz.kernels.common.symmetry import Turns
from kibitz.kernels.compiler.bridge import subkernel

EXACT, LOWER, UPPER = int(Bound.EXACT), int(Bound.LOWER), int(Bound.UPPER)

# The columns of a frame.
ALPHA, BETA, FLOOR, DEPTH, BEST, BEST_MOVE, DOUBT, KEY, TURN, COUNT, TRIED, MOVE, STAGE, REST = range(14)
FRAME = 14

LONGEST_LINE = 64  # moves of a line kept during the search; what follows is read from the table
HISTORY_LIMIT = 1 << 30


class Orders(NamedTuple):
    """What a pass is to do."""

    depth: int
    alpha: int
    beta: int
    first: int  # the root move to begin with, -1 for none
    reduce: bool
    guess: bool  # ask the evaluator at the horizon; otherwise every unfinished position there is level
    killers: bool
    history: bool
    order_by_eval: int
    max_nodes: int
    patience: int  # nodes after which to give up without ending the search
    max_result: int


class Workspace(NamedTuple):
    """The arrays of one thread; table, cells and busy are shared."""

    frames: NDArray[np.int64]
    rows: NDArray[np.int64]  # moves, by ply
    merits: NDArray[np.int64]
    killers: NDArray[np.int64]  # two by ply
    history: NDArray[np.int64]  # by side and move
    move_preference: NDArray[np.int64]  # by move, for the order when nothing else is known
    lines: NDArray[np.int64]
    lengths: NDArray[np.int64]
    refuted: NDArray[np.bool_]  # root moves that need no search: they are known to lose
    found: NDArray[np.int64]  # for each root move: value, bound, doubt; bound -1 when not looked at
    counts: NDArray[np.int64]  # nodes, evaluations, terminals, table hits
    cutoffs: NDArray[np.int64]
    weights: NDArray[np.int64]
    amounts: NDArray[np.int64]
    table: NDArray[np.uint64]
    generation: int
    turns: Turns
    busy: NDArray[np.int64]  # what the threads are searching; empty for one thread
    cells: NDArray[np.int64]


VISITED, EVALUATIONS, TERMINALS, HITS = range(4)  # in Workspace.counts


# Helpers take the arrays they need one by one: to take an array out of a tuple counts a reference, which costs more
# than the work on it, and threads that share the array would wait for each other's counting.


@subkernel
def keep_line(lines: Any, lengths: Any, ply: int, move: int, whole: bool) -> None:
    """Let the line at a ply go through a move, and if the whole is wanted on along the line below."""
    if ply < LONGEST_LINE:
        length = lengths[ply + 1] if whole else 0
        lines[ply, 0] = move
        for index in range(length):
            lines[ply, index + 1] = lines[ply + 1, index]
        lengths[ply] = length + 1


@subkernel
def note_root(found: Any, move: int, value: int, alpha: int, beta: int, doubt: int) -> None:
    """Write down what a root move turned out to be worth, searched in a window."""
    found[move, 0] = value
    found[move, 1] = LOWER if value >= beta else UPPER if value <= alpha else EXACT
    found[move, 2] = doubt


@subkernel
def remember_killer(killers: Any, ply: int, move: int) -> None:
    if killers[ply, 0] != move:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = move


@subkernel
def credit(history: Any, side: int, move: int, depth: int) -> None:
    """Remember that a move refuted a node."""
    history[side, move] += depth * depth
    if history[side, move] > HISTORY_LIMIT:
        for other in range(history.shape[1]):
            history[side, other] >>= 1


@subkernel
def bring_forward(rows: Any, ply: int, count: int, move: int, place: int) -> int:
    """Swap a move to a place near the front if it is among the moves; the next free place."""
    for index in range(place, count):
        if rows[ply, index] == move:
            rows[ply, index], rows[ply, place] = rows[ply, place], move
            return place + 1
    return place


@subkernel
def pick(rows: Any, merits: Any, ply: int, start: int, count: int) -> None:
    """Swap the most promising move that was not tried yet to the front of those."""
    best = start
    for index in range(start + 1, count):
        if merits[ply, index] > merits[ply, best]:
            best = index
    rows[ply, start], rows[ply, best] = rows[ply, best], rows[ply, start]
    merits[ply, start], merits[ply, best] = merits[ply, best], merits[ply, start]
