"""Which move to try first: the one that leaves the other side least to do (fastest first) and keeps one's discs safe.

Far from the end a move is judged after the best answer to it, by `rate_position`; nearer, by what can be seen at once.
All that is added up has its weight in one array, so that tuning recompiles nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.bits import popcount
from kibitz.games.othello import Othello
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.othello.bitboard import ONE, SIZE, ZERO, U, bit, flips, index, mobility, stable, unpacked

JUDGE = 14  # free cells from which on a move is judged after the best answer to it
FRONTIER = 10  # free cells from which on places beside one's discs are counted

# Places in the array of weights. At once: for each move of the other side, for each to a corner, for each free cell
# beside one's own discs, and if the quarter of the board has an odd number of free cells.
MOVES, CORNER_MOVES, OPEN, ODD = range(4)
# After the best answer, a difference of the two sides, with the other side's corner moves apart.
WORTH, JUDGED_MOVES, JUDGED_CORNER_MOVES, JUDGED_THEIR_CORNER_MOVES, JUDGED_OPEN, JUDGED_STABLE = range(4, 10)
JUDGED_CORNERS, PASS, WEIGHTS = range(10, 13)

_WEIGHTS = {
    MOVES: 32,
    CORNER_MOVES: 32,
    OPEN: 4,
    ODD: 8,
    WORTH: 1,
    JUDGED_MOVES: 32,
    JUDGED_CORNER_MOVES: 32,
    JUDGED_THEIR_CORNER_MOVES: 48,
    JUDGED_OPEN: 6,
    JUDGED_STABLE: 30,
    JUDGED_CORNERS: 60,
    PASS: 40,
}

# What a cell is worth, by its distance from the nearest edges.
_CELLS = ((7, 2, 5, 5), (2, 0, 3, 3), (5, 3, 4, 4), (5, 3, 4, 0))

_NOT_FIRST, _NOT_LAST = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)  # columns


def make_knowledge(game: Othello) -> Any:
    """What the order needs to know of a board: the worth of each cell, which are corners, and the weights."""
    worth, corners = np.zeros(SIZE * SIZE, np.int64), 0
    for cell in range(game.size**2):
        row, column = (min(at, game.size - 1 - at) for at in divmod(cell, game.size))
        place = unpacked(game, 1 << cell)
        worth[place.bit_length() - 1] = _CELLS[row][column]
        corners |= place if row == column == 0 else 0
    weights = np.zeros(WEIGHTS, np.int64)
    for name, weight in _WEIGHTS.items():
        weights[name] = weight
    return worth, U(corners), weights


@subkernel
def _open(discs: Any, free: Any) -> int:
    """How many free cells are beside some discs: places where the other side may move, now or later."""
    wide = discs | (discs & _NOT_LAST) << ONE | (discs & _NOT_FIRST) >> ONE
    return popcount((wide | wide << U(8) | wide >> U(8)) & free)


@subkernel
def rate_position(mine: Any, other: Any, board: Any, knowledge: Any) -> int:
    """A guess at how well the side to move stands."""
    _, corners, weights = knowledge
    taken, value = mine | other, 0
    for sign in (1, -1):
        moves = mobility(mine, other) & board
        value += sign * (
            weights[JUDGED_MOVES] * popcount(moves)
            + weights[JUDGED_CORNER_MOVES if sign > 0 else JUDGED_THEIR_CORNER_MOVES] * popcount(moves & corners)
            - weights[JUDGED_OPEN] * _open(mine, board & ~taken)
            + weights[JUDGED_STABLE] * popcount(stable(mine, taken, board))
            + weights[JUDGED_CORNERS] * popcount(mine & corners)
        )
        mine, other = other, mine
    return value


@subkernel
def _after_answer(mine: Any, other: Any, moves: Any, board: Any, knowledge: Any) -> int:
    """How well the side that has just moved stands after the best answer; `mine` are the discs of the other side."""
    bonus, worst = knowledge[2][PASS] if moves == ZERO else 0, 1 << 30
    own, others = other, mine  # if the other side has to pass
    while True:
        if moves != ZERO:
            cell = index(moves)
            turned = flips(mine, other, cell)
            own, others = other ^ turned, mine | turned | bit(cell)
            moves &= moves - ONE
        worst = min(worst, rate_position(own, others, board, knowledge))
        if moves == ZERO:
            return worst + bonus


@subkernel
def rate_move(mine: Any, other: Any, moves: Any, cell: int, odd: Any, empties: int, board: Any, knowledge: Any) -> int:
    """How much a move to a cell promises: `mine`, `other` and `moves` are those of the side that has to answer.

    `odd` are the quarters with an odd number of free cells and `empties` all free cells, before the move.
    """
    worth, corners, weights = knowledge
    order = weights[ODD] if odd & bit(cell) != ZERO else 0
    if empties >= JUDGE:
        return order + weights[WORTH] * worth[cell] + _after_answer(mine, other, moves, board, knowledge)
    order += worth[cell] - weights[MOVES] * popcount(moves) - weights[CORNER_MOVES] * popcount(moves & corners)
    if empties >= FRONTIER:
        order -= weights[OPEN] * _open(other, board & ~(mine | other))
    return order
