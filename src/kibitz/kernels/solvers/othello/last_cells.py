"""The last four free cells, each number of them with code of its own: most positions of a search are of these.

Each function tells whether the side to move can have more than `alpha`: its score, or a bound on the same side of
`alpha`. `counts[0]` counts the positions.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.bits import popcount
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.othello.bitboard import NEAR, ZERO, bit, final, flips, index, odd_cells

NOTHING = -99  # less than every score


@subkernel
def _last_1(mine: Any, other: Any, alpha: int, cells: int, a: int, counts: Any) -> int:
    """One free cell: the side to move takes it, else the other side does, else nobody."""
    counts[0] += 1
    own = 2 * popcount(mine) - cells
    turned = popcount(flips(mine, other, a))
    if turned:
        return own + 2 + 2 * turned
    if own + 2 <= alpha:  # the cell counted as one's own
        return own + 2
    turned = popcount(flips(other, mine, a))
    if turned:
        return own - 2 * turned
    return own + 2 if own >= 0 else own


@subkernel
def _last_2(mine: Any, other: Any, alpha: int, cells: int, a: int, b: int, counts: Any) -> int:
    counts[0] += 1
    sign = 1
    for _ in range(2):
        best = NOTHING
        for _ in range(2):
            if NEAR[a] & other != ZERO:
                turned = flips(mine, other, a)
                if turned != ZERO:
                    after = mine | turned | bit(a)
                    best = max(best, -_last_1(other ^ turned, after, -alpha - 1, cells, b, counts))
                    if best > alpha:
                        return sign * best
            a, b = b, a
        if best > NOTHING:
            return sign * best
        mine, other, alpha, sign = other, mine, -alpha - 1, -sign  # pass
    return final(mine, other, cells)


@subkernel
def _last_3(mine: Any, other: Any, alpha: int, cells: int, a: int, b: int, c: int, counts: Any) -> int:
    counts[0] += 1
    sign = 1
    for _ in range(2):
        best = NOTHING
        for _ in range(3):
            if NEAR[a] & other != ZERO:
                turned = flips(mine, other, a)
                if turned != ZERO:
                    after = mine | turned | bit(a)
                    best = max(best, -_last_2(other ^ turned, after, -alpha - 1, cells, b, c, counts))
                    if best > alpha:
                        return sign * best
            a, b, c = b, c, a
        if best > NOTHING:
            return sign * best
        mine, other, alpha, sign = other, mine, -alpha - 1, -sign
    return final(mine, other, cells)


@subkernel
def _lone_first(a: int, b: int, c: int) -> Any:
    """Three cells, that one first which has no other in its quarter of the board."""
    quarter_a, quarter_b, quarter_c = a & 36, b & 36, c & 36
    if quarter_a == quarter_c:
        return b, a, c
    if quarter_a == quarter_b:
        return c, a, b
    return a, b, c


@subkernel
def last_four(mine: Any, other: Any, alpha: int, cells: int, free: Any, counts: Any) -> int:
    """A position with four free cells; `free` is the set of them. The position itself is not counted."""
    odd = free & odd_cells(free)
    a, b, c, d = 0, 0, 0, 0
    for part in (odd, free ^ odd):
        while part != ZERO:
            a, b, c, d = b, c, d, index(part)
            part &= part - bit(0)
    sign = 1
    for _ in range(2):
        best = NOTHING
        for _ in range(4):
            if NEAR[a] & other != ZERO:
                turned = flips(mine, other, a)
                if turned != ZERO:
                    after = mine | turned | bit(a)
                    x, y, z = _lone_first(b, c, d)
                    best = max(best, -_last_3(other ^ turned, after, -alpha - 1, cells, x, y, z, counts))
                    if best > alpha:
                        return sign * best
            a, b, c, d = b, c, d, a
        if best > NOTHING:
            return sign * best
        mine, other, alpha, sign = other, mine, -alpha - 1, -sign
    return final(mine, other, cells)
