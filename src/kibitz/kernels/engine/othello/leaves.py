"""Where the search of the middle game ends: a ply before the horizon, or where the solver takes over."""

from __future__ import annotations

from typing import Any

from kibitz.core.bits import popcount
from kibitz.kernels.common.control import NODES
from kibitz.kernels.common.shared_work import ALONE
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.engine.othello.pattern_indices import ROW, value_after
from kibitz.kernels.engine.othello.workspace import EVALUATIONS, HUNDREDTHS, MOST, NOTHING, POINTS, STOPPED
from kibitz.kernels.solvers.othello.bitboard import ONE, ZERO, U, flips, index
from kibitz.kernels.solvers.othello.search import STOPPED as SOLVER_STOPPED
from kibitz.kernels.solvers.othello.search import search as solve_null
from kibitz.kernels.solvers.table_solver import MAX_NODES

SOLVER_LATE = 2048  # nodes by which the solver's search may exceed its limit
CORNERS, BESIDE_CORNERS = U(0x8100000000000081), U(0x42C300000000C342)
ALL = U(0xFFFFFFFFFFFFFFFF)


@subkernel
def to_points(hundredths: int) -> int:
    """To the nearest point, and short of what only a finished game is worth."""
    return max(1 - MOST, min(MOST - 1, (hundredths + HUNDREDTHS // 2) // HUNDREDTHS))


@subkernel
def copy_row(rows: Any, row: int, to: int) -> None:
    for number in range(ROW):
        rows[to * ROW + number] = rows[row * ROW + number]


@subkernel
def best_leaf(
    rows: Any, row: int, memory: Any, mine: Any, other: Any, moves: Any, side: int, beta: int, cells: Any, counts: Any
) -> int:
    """The value of a position one ply before the horizon, in points; a move that reaches `beta` ends the search."""
    base = memory.bases[2 * (popcount(mine | other) + 1) + 1 - side]
    best = NOTHING
    for part in (moves & CORNERS, moves & ~(CORNERS | BESIDE_CORNERS), moves & BESIDE_CORNERS):
        while part != ZERO:
            cell = index(part)
            part &= part - ONE
            turned = flips(mine, other, cell)
            cells[NODES] += 1
            if turned == other:
                return MOST
            counts[EVALUATIONS] += 1
            value = -to_points(value_after(rows, row, memory.values, base, cell, turned, side))
            if value > best:
                best = value
                if value >= beta:
                    return best
    return best


@subkernel
def solve_window(memory: Any, workspace: Any, mine: Any, other: Any, alpha: int, beta: int) -> int:
    """The exact value where few cells are free, or a bound on it outside of the window."""
    cells = workspace.cells
    low = alpha // POINTS
    while True:
        found = solve_null(
            memory.table,
            memory.generation,
            ALL,
            (mine, other),
            low,
            workspace.solver,
            memory.knowledge,
            cells,
            cells[MAX_NODES] - SOLVER_LATE,
            memory.busy,
            ALONE,
        )
        if found == SOLVER_STOPPED:
            return STOPPED
        if found <= low or found * POINTS >= beta:
            return found * POINTS
        low = found + 1
        # The score is even: it is more than `found` only if it is at least `found` + 2.
        if found == 64:
            return MOST
