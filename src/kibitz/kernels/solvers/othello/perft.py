"""How many games of a given length there are, for Othello alone: the moves of the last ply are counted and not made."""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.bits import popcount
from kibitz.core.game import State
from kibitz.games.othello import Othello
from kibitz.kernels.compiler.bridge import kernel
from kibitz.kernels.solvers.othello.bitboard import ONE, ZERO, U, bit, flips, index, mobility, unpacked


def leaves(game: Othello, state: State, depth: int) -> int:
    """As `perft(...).nodes[-1]`: a pass is a ply, and a game that is over stays one leaf [A. Bik's convention]."""
    board, mine, other = (U(unpacked(game, discs)) for discs in ((1 << game.size**2) - 1, state[0], state[1]))
    found: int = _leaves(board, mine, other, depth, np.zeros((max(depth, 1), 3), np.uint64)) if depth else 1
    return found


@kernel
def _leaves(board: Any, mine: Any, other: Any, depth: int, stack: Any) -> int:
    """`stack` holds a row for each ply: the discs of both sides, and the moves that are left to follow."""
    total, ply = 0, 0
    moves = mobility(mine, other) & board
    while True:
        # Enter a position, given with its moves.
        if ply + 1 == depth:
            total += max(popcount(moves), 1)  # a pass, or the game that is over
        elif moves != ZERO:
            stack[ply, 0], stack[ply, 1], stack[ply, 2] = mine, other, moves
            ply += 1
        else:
            moves = mobility(other, mine) & board
            if moves != ZERO:
                mine, other = other, mine
                stack[ply, 2] = ZERO  # nothing else to follow
                ply += 1
                continue
            total += 1
        # Go back to one that has a move left, and make it.
        while ply > 0 and stack[ply - 1, 2] == ZERO:
            ply -= 1
        if ply == 0:
            return total
        left = stack[ply - 1, 2]
        stack[ply - 1, 2] = left & (left - ONE)
        cell = index(left)
        turned = flips(stack[ply - 1, 0], stack[ply - 1, 1], cell)
        mine, other = stack[ply - 1, 1] ^ turned, stack[ply - 1, 0] | turned | bit(cell)
        moves = mobility(mine, other) & board
