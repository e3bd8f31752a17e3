"""From one yes or no to a score: which windows to search, for one position or for many in one call."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from kibitz.core.bits import popcount
from kibitz.kernels.bridge import kernel
from kibitz.kernels.connect_four.board import ZERO, U, masks, most_stones, threats
from kibitz.kernels.connect_four.search import STOPPED, search
from kibitz.kernels.connect_four.table import DATA_BITS
from kibitz.kernels.control import NODES

__all__ = ["narrow"]


@register_jitable
def _half(number: int) -> int:
    """Towards 0."""
    return number // 2 if number >= 0 else -(-number // 2)


@register_jitable
def _question(low: int, high: int) -> int:
    """Which number between two bounds the score is compared with next.

    Scores far from 0 are asked about first, halving the distance each time: such a window is small work, whether it
    finds a quick win or only fills the table with moves to try first.
    """
    middle = low + (high - low) // 2
    if middle <= 0 and _half(low) < middle:
        return _half(low)
    if middle >= 0 and _half(high) > middle:
        return _half(high)
    return middle


@kernel
def narrow(
    game: Any,
    table: Any,
    layout: Any,
    generation: Any,
    is_fresh: bool,
    roots: Any,
    bounds: Any,
    nodes: Any,
    room: Any,
    cells: Any,
    noise: int,
) -> Any:
    """Close the bounds on the scores of unfinished positions, one after the other, until they meet.

    `roots` and `bounds` hold two words and two numbers a position, `nodes` what each has cost. `is_fresh`: every
    position begins a new generation of the table, which is cleared when there are no more. `noise`: 0, or the number
    of a thread that is to try moves in a somewhat different order. Returns the generation that was used last. Told to
    stop, it leaves the bounds as they are.
    """
    bottom, board, _ = masks(game)
    last = (U(1) << U(64 - DATA_BITS - layout[1])) - U(1)
    for number in range(len(roots)):
        if is_fresh:
            generation += U(1)
            if generation > last:
                for at in range(len(table)):
                    table[at] = ZERO
                generation = U(1)
        mine, other = roots[number, 0], roots[number, 1]
        taken = mine | other
        empties = popcount(board ^ taken)
        least, most = bounds[number, 0], bounds[number, 1]
        before = cells[NODES]
        if threats(game, mine, (taken + bottom) & board) != ZERO:
            low = high = most_stones(empties)
        else:
            low, high = max(least, -(empties >> 1)), min(most, (empties - 1) >> 1)
        while low < high:
            middle = _question(low, high)
            value = search(game, table, layout, generation, (mine, other), (middle, middle + 1), room, cells, noise)
            if value == STOPPED:
                break
            if value <= middle:
                high = value
            else:
                low = value
        bounds[number, 0], bounds[number, 1] = min(max(low, least), most), max(min(high, most), least)
        nodes[number] = cells[NODES] - before
        if low < high:
            break
    return generation
