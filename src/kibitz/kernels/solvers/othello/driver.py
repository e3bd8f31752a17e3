"""From one yes or no to a score: which numbers to compare it with, for one position or for many in one call."""

from __future__ import annotations

from typing import Any

from kibitz.core.bits import popcount
from kibitz.kernels.common.control import NODES
from kibitz.kernels.compiler.bridge import kernel
from kibitz.kernels.solvers.othello.search import STOPPED, root_move, search
from kibitz.kernels.solvers.othello.table import NO_MOVE
from kibitz.kernels.solvers.table_solver import MAX_NODES


@kernel
def narrow(
    table: Any,
    generation: Any,
    board: Any,
    roots: Any,
    bounds: Any,
    found: Any,
    guess: int,
    workspace: Any,
    knowledge: Any,
    cells: Any,
    busy: Any,
    split: int,
) -> None:
    """Close the bounds on the scores of positions, one after the other, until they meet.

    `roots` and `bounds` hold two words and two numbers a position, `found` the nodes that each has cost and a move that
    proves the lower bound. The first question is whether the score reaches the guess; each answer is a bound, from
    which the next goes one step on [Plaat et al., "Best-first fixed-depth minimax algorithms", 1996]. Told to stop by
    `cells`, it leaves the bounds as they are. Scores are even: between two of them there is one odd question.
    """
    for number in range(len(roots)):
        before, move = cells[NODES], NO_MOVE
        least, most = bounds[number, 0], bounds[number, 1]
        low = max(least - (least & 1), -popcount(board))
        high = min(most + (most & 1), popcount(board))
        ask = guess - 1
        while low < high:
            ask = min(max(ask, low + 1), high - 1)
            root = roots[number, 0], roots[number, 1]
            value = search(
                table, generation, board, root, ask, workspace, knowledge, cells, cells[MAX_NODES], busy, split
            )
            if value == STOPPED:
                break
            if value > ask:
                low, move = min(value, high), root_move(workspace)
                ask = low + 1
            else:
                high = max(value, low)
                ask = high - 1
        bounds[number, 0], bounds[number, 1] = min(max(low, least), most), max(min(high, most), least)
        found[number, 0], found[number, 1] = cells[NODES] - before, move
        if low < high:
            break
