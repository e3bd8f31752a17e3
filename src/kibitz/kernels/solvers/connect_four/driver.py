"""From one yes or no to a score: which windows to search, for one position or for many in one call."""

from __future__ import annotations

from typing import Any

from kibitz.core.bits import popcount
from kibitz.kernels.common.control import NODES, STOP
from kibitz.kernels.compiler.bridge import kernel, subkernel
from kibitz.kernels.solvers.connect_four.bitboard import masks, most_stones, threats
from kibitz.kernels.solvers.connect_four.search import STOPPED, search
from kibitz.kernels.solvers.connect_four.table import LARGE, SMALL, move_up, renew
from kibitz.kernels.solvers.connect_four.words import ZERO, get_word, word_count
from kibitz.kernels.solvers.table_solver import MAX_NODES

FEW = 14  # free cells: fewer nodes in L3_R1, more in L2_R1 if it were larger


@subkernel
def _half(number: int) -> int:
    """Towards 0."""
    return number // 2 if number >= 0 else -(-number // 2)


@subkernel
def _question(low: int, high: int, empties: int) -> int:
    """Which number between two bounds the score is compared with next.

    Scores far from 0 are asked about first, halving the distance each time: such a window is small work, whether it
    finds a quick win or only fills the table with moves to try first. Near the end of the game every window is small;
    there most scores are near 0.
    """
    if empties < FEW:
        if low < 0 < high:
            return 0
        return low if low >= 0 else high - 1
    middle = low + (high - low) // 2
    if middle <= 0 and _half(low) < middle:
        return _half(low)
    if middle >= 0 and _half(high) > middle:
        return _half(high)
    return middle


@kernel
def narrow(
    game: Any,
    small: Any,
    large: Any,
    layouts: Any,
    generations: Any,
    small_nodes: int,
    is_fresh: bool,
    roots: Any,
    bounds: Any,
    nodes: Any,
    workspace: Any,
    cells: Any,
    busy: Any,
    split: int,
) -> None:
    """Close the bounds on the scores of unfinished positions, one after the other, until they meet.

    `roots` and `bounds` hold two words of the board and two numbers a position, `nodes` what each has cost. The small
    table serves the first `small_nodes`. `is_fresh`: every position begins with empty tables. `busy` and `split`: see
    `search`. Told to stop by `cells`, it leaves the bounds as they are.
    """
    bottom, board, _ = masks(game)
    for number in range(len(roots)):
        root = roots[number]
        mine, other = get_word(root, 0, board), get_word(root, word_count(board), board)
        taken = mine | other
        empties = popcount(board ^ taken)
        least, most = bounds[number, 0], bounds[number, 1]
        before = cells[NODES]
        if threats(game, mine, (taken + bottom) & board) != ZERO:
            low = high = most_stones(empties)
        else:
            low, high = max(least, -(empties >> 1)), min(most, (empties - 1) >> 1)
        table, layout, which = small, layouts[SMALL], SMALL
        if is_fresh:
            renew(game, small, layouts[SMALL], generations, SMALL)
        budget = min(before + small_nodes, cells[MAX_NODES])
        while low < high:
            middle = _question(low, high, empties)
            value = STOPPED
            if cells[NODES] < budget:
                value = search(
                    game,
                    table,
                    layout,
                    generations[which],
                    (mine, other),
                    middle,
                    workspace,
                    cells,
                    budget,
                    busy,
                    split,
                )
            if value == STOPPED:
                if cells[STOP] != 0 or cells[NODES] >= cells[MAX_NODES]:
                    break
                if is_fresh:
                    renew(game, large, layouts[LARGE], generations, LARGE)
                if small_nodes > 0:
                    old, new = generations[SMALL], generations[LARGE]
                    move_up(game, small, layouts[SMALL], large, layouts[LARGE], old, new)
                table, layout, which, budget = large, layouts[LARGE], LARGE, cells[MAX_NODES]
            elif value <= middle:
                high = value
            else:
                low = value
        bounds[number, 0], bounds[number, 1] = min(max(low, least), most), max(min(high, most), least)
        nodes[number] = cells[NODES] - before
        if low < high:
            break
