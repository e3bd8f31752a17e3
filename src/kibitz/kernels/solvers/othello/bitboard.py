"""Bits of an Othello board: where one may move, what a move turns, which discs are safe, and whose turn the last is.

A position is two unsigned words, the discs of the side to move and those of the other (the layout is drawn in
`games/othello.py`). Smaller boards lie in the middle of the 8x8 board, and a third word tells which cells there are:

    4x4     . . . . . . . .        6x6     . . . . . . . .
            . . . . . . . .                . # # # # # # .
            . . # # # # . .                . # # # # # # .
            …                              …

Nobody's disc is ever beside the board, so that a run of discs ends there by itself.

A line through a cell has two halves, one towards higher bits and one towards lower, and there are four lines. The
compiled code treats four halves at once, as words of one vector, which every processor of today can do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from kibitz.core.bits import bits, popcount
from kibitz.games.othello import Othello, mobility_rule

U = np.uint64
ZERO, ONE = U(0), U(1)
SIZE = 8
STEPS = (1, 8, 7, 9)  # along a row, a column, and the two diagonals
TOP = 1 << 63

_WAYS = ((0, 1), (1, 0), (1, -1), (1, 1))  # rows and columns that one step of each leads on
_INNER = 0x7E7E7E7E7E7E7E7E  # a run of turned discs never touches the first or last column, else it went round the edge
_ALL = (1 << 64) - 1


def unpacked(game: Othello, discs: int) -> int:
    """The discs of a board of any size where they lie in the middle of the 8x8 board."""
    edge = (SIZE - game.size) // 2
    return sum(
        1 << (row + edge) * SIZE + column + edge for row, column in (divmod(cell, game.size) for cell in bits(discs))
    )


def _ray(cell: int, way: tuple[int, int]) -> int:
    """The cells from one to the edge, itself left out."""
    row, column = divmod(cell, SIZE)
    found = 0
    while 0 <= (row := row + way[0]) < SIZE and 0 <= (column := column + way[1]) < SIZE:
        found |= 1 << row * SIZE + column
    return found


def _rays(cell: int) -> list[int]:
    """The eight half lines: four up, then four down."""
    return [_ray(cell, (sign * row, sign * column)) for sign in (1, -1) for row, column in _WAYS]


def _around(cell: int) -> int:
    row, column = divmod(cell, SIZE)
    near = ((row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
    return sum(1 << r * SIZE + c for r, c in near if 0 <= r < SIZE and 0 <= c < SIZE)


LINES = np.array([_rays(cell) for cell in range(64)], np.uint64)
NEAR = np.array([_around(cell) for cell in range(64)], np.uint64)  # a move there turns something only beside a disc


@register_jitable
def bit(cell: int) -> Any:
    return ONE << U(cell)


@register_jitable
def lowest(word: Any) -> Any:
    """Only the lowest bit of a word."""
    return word & (ZERO - word)


@register_jitable
def index(word: Any) -> int:
    """The number of the lowest bit of a word that has one."""
    return popcount(lowest(word) - ONE)


# Moves.

_mobility = mobility_rule(Othello(SIZE))


def mobility(mine: Any, other: Any) -> Any:
    """The free cells of the 8x8 board where the side to move can turn a disc."""
    return U(_mobility(int(mine), int(other)))


def flips(mine: Any, other: Any, cell: int) -> Any:
    """The discs that a move to a free cell turns."""
    found = 0
    for number, ray in enumerate(LINES[cell].tolist()):
        ends = ray & ~int(other)
        end = ends & -ends if number < 4 else 1 << ends.bit_length() >> 1
        if end & int(mine):
            found |= ray & (end - 1) if number < 4 else ray & ~(2 * end - 1)
    return U(found)


@overload(mobility)
def _mobility_overload(mine, other):
    return lambda mine, other: _mobility_vector(mine, other)  # type: ignore[call-arg]  # the context is not passed by hand


@overload(flips)
def _flips_overload(mine, other, cell):
    return lambda mine, other, cell: _flips_vector(LINES, mine, other, cell)  # type: ignore[call-arg]  # as above


_word = ir.IntType(64)
_four = ir.VectorType(_word, 4)


def _constant(*words: int) -> Any:
    return ir.Constant(_four, [_word(word) for word in (words if len(words) > 1 else words * 4)])


def _spread(builder: Any, word: Any) -> Any:
    """Four times the same word."""
    one = builder.insert_element(ir.Constant(_four, ir.Undefined), word, ir.IntType(32)(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), 4), [ir.IntType(32)(0)] * 4))


def _gathered(builder: Any, vector: Any) -> Any:
    """The four words combined with or."""
    kind = ir.FunctionType(_word, [_four])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.vector.reduce.or.v4i64"), [vector])


@intrinsic
def _mobility_vector(_context: Any, mine: Any, other: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        own, others = arguments
        taken = builder.or_(own, others)
        own = _spread(builder, own)
        inner = builder.and_(_spread(builder, others), _constant(_INNER, _ALL, _INNER, _INNER))
        found = []
        for shift in (builder.shl, builder.lshr):
            step, twice = _constant(*STEPS), _constant(*(2 * step for step in STEPS))
            run = builder.and_(inner, shift(own, step))
            run = builder.or_(run, builder.and_(inner, shift(run, step)))
            pairs = builder.and_(inner, shift(inner, step))  # from here on two discs at a time: runs of up to six
            run = builder.or_(run, builder.and_(pairs, shift(run, twice)))
            run = builder.or_(run, builder.and_(pairs, shift(run, twice)))
            found.append(shift(run, step))
        return builder.and_(_gathered(builder, builder.or_(*found)), builder.not_(taken))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _flips_vector(_context: Any, lines: Any, mine: Any, other: Any, cell: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        own, others = _spread(builder, arguments[1]), _spread(builder, arguments[2])
        first = builder.mul(arguments[3], _word(8))
        rays = [
            builder.load(builder.bitcast(builder.gep(data, [place]), _four.as_pointer()), align=8)
            for place in (first, builder.add(first, _word(4)))
        ]
        # Up: adding 1 below the ray carries through its discs to the first cell that is not one of the other side.
        up = rays[0]
        end = builder.add(builder.or_(others, builder.not_(up)), _constant(1))
        end = builder.and_(builder.and_(end, up), own)
        is_end = builder.sext(builder.icmp_unsigned("!=", end, _constant(0)), _four)
        turned_up = builder.and_(builder.add(end, is_end), up)
        # Down: that cell is the highest bit left.
        down = rays[1]
        ends = builder.or_(builder.and_(down, builder.not_(others)), _constant(1))  # never nothing
        kind = ir.FunctionType(_four, [_four, ir.IntType(1)])
        zeros = cgutils.get_or_insert_function(builder.module, kind, "llvm.ctlz.v4i64")
        end = builder.lshr(_constant(TOP), builder.call(zeros, [ends, ir.IntType(1)(1)]))
        end = builder.and_(builder.and_(end, down), own)
        turned_down = builder.and_(builder.neg(builder.shl(end, _constant(1))), down)
        return _gathered(builder, builder.or_(turned_up, turned_down))

    return types.uint64(lines, types.uint64, types.uint64, types.int64), generate


# What is sure already.


def _without_neighbour(step: int, distance: int) -> tuple[Any, Any]:
    """The cells from which so many steps down, or up, leave the board."""
    way = _WAYS[STEPS.index(step)]
    off = [0, 0]
    for cell in range(64):
        row, column = divmod(cell, SIZE)
        for side, sign in enumerate((-1, 1)):
            r, c = row + sign * way[0] * distance, column + sign * way[1] * distance
            if not (0 <= r < SIZE and 0 <= c < SIZE):
                off[side] |= 1 << cell
    return U(off[0]), U(off[1])


_ROW, _COLUMN, _FALLING, _RISING = (
    (U(step), *(_without_neighbour(step, distance) for distance in (1, 2, 4))) for step in STEPS
)


@register_jitable
def _full(taken: Any, axis: Any) -> Any:
    """The cells whose whole line along an axis is taken."""
    step, (down1, up1), (down2, up2), (down4, up4) = axis
    below = taken & (taken << step | down1)
    below &= below << (step + step) | down2
    below &= below << (step * U(4)) | down4
    above = taken & (taken >> step | up1)
    above &= above >> (step + step) | up2
    above &= above >> (step * U(4)) | up4
    return below & above


@register_jitable
def _held(safe: Any, axis: Any) -> Any:
    """The cells beside a safe one, or at the edge, along an axis."""
    step, (down, up), _, _ = axis
    return safe << step | down | safe >> step | up


@register_jitable
def stable(discs: Any, taken: Any, board: Any) -> Any:
    """Discs of one side that can never be turned: not all of them, but none that can.

    A disc is safe if along every axis the line is full, or one of its neighbours is safe or beside the board.
    """
    wall = ~board
    taken |= wall
    row, column = _full(taken, _ROW), _full(taken, _COLUMN)
    falling, rising = _full(taken, _FALLING), _full(taken, _RISING)
    safe = discs & row & column & falling & rising
    while True:
        fixed = safe | wall
        more = discs & (row | _held(fixed, _ROW)) & (column | _held(fixed, _COLUMN))
        more &= (falling | _held(fixed, _FALLING)) & (rising | _held(fixed, _RISING))
        if more & ~safe == ZERO:
            return safe
        safe |= more


@register_jitable
def final(mine: Any, other: Any, cells: int) -> int:
    """The score of a finished game: the difference in discs, free cells counted for the winner."""
    own, others = popcount(mine), popcount(other)
    if own == others:
        return 0
    return cells - 2 * others if own > others else 2 * own - cells


# Parity.

_CORNERS_OF_QUARTERS, _QUARTER = U(0x0000001100000011), U(0x0F0F0F0F)


@register_jitable
def odd_cells(free: Any) -> Any:
    """The quarters of the board with an odd number of free cells: who moves there first, moves there last."""
    sums = free ^ free >> ONE
    sums ^= sums >> U(2)
    sums ^= sums >> U(8)
    sums ^= sums >> U(16)
    return (sums & _CORNERS_OF_QUARTERS) * _QUARTER
