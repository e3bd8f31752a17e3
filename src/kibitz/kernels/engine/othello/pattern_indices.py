"""The patterns of a board as table indices, kept up to date move by move, and their value.

The indices of all places (see `evals/patterns.py`) are 16-bit numbers in one row of an array. Here a cell counts 0 if
it is empty, 1 if Black has it and 2 if White has it, whoever is to move, so that a move changes an index only by the
discs it puts and turns: each cell has a row of what it adds to every index. A row is a few vector registers, and a
move a few additions. The table of weights is there twice for each phase, as either side to move sees it.

    values[phase][side to move]   the numbers of a phase, as in `evals/patterns.py`, for Black; for White with 1 and 2
                                  exchanged in every index
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from kibitz.core.bits import bits
from kibitz.evals.patterns import PATTERNS, PHASE_SIZE, PHASES, TEMPO, phase_of
from kibitz.games.othello import Othello

_LANES = 16  # numbers in a vector register
_PLACES = [(pattern.start, cells) for pattern in PATTERNS.values() for cells in pattern.places(Othello(8))]
_VECTORS = -(-len(_PLACES) // _LANES)
ROW = _VECTORS * _LANES  # numbers in a row of indices, those at the end unused
_STARTS = [start for start, _ in _PLACES]


def _make_deltas() -> Any:
    deltas = np.zeros((64, ROW), np.uint16)
    for place, (_, cells) in enumerate(_PLACES):
        for digit, cell in enumerate(cells):
            deltas[cell, place] = 3**digit
    return deltas.reshape(-1)


DELTAS = _make_deltas()  # what a black disc on a cell adds to each index
# Where the numbers begin that hold for so many discs and side to move, 0 Black, 1 White.
BASES = np.array([(2 * int(phase_of(max(discs, 4))) + side) * PHASE_SIZE for discs in range(65) for side in (0, 1)])


@functools.lru_cache(1)
def _exchanged() -> Any:
    """For each entry of a phase the one with own and other discs exchanged."""
    entry = np.arange(PHASE_SIZE)
    for pattern in PATTERNS.values():
        numbers = np.arange(pattern.size)
        turned = np.zeros_like(numbers)
        for digit in range(len(pattern.cells)):
            turned += 3**digit * (-(numbers // 3**digit) % 3)  # 0, 1, 2 become 0, 2, 1
        entry[pattern.start : pattern.start + pattern.size] = pattern.start + turned
    return entry


def make_values(table: Sequence[int]) -> Any:
    """The numbers of all phases for either side to move, from those of `evals/patterns.py`."""
    phases = np.asarray(table, np.int16)[-PHASES * PHASE_SIZE :].reshape(PHASES, PHASE_SIZE)
    return np.ascontiguousarray(np.stack([phases, phases[:, _exchanged()]], axis=1)).reshape(-1)


def write_indices(rows: Any, row: int, black: int, white: int) -> None:
    """The indices of a position, into a row."""
    deltas = DELTAS.reshape(64, ROW)
    total = np.zeros(ROW, np.uint16)
    for cell in bits(black):
        total += deltas[cell]
    for cell in bits(white):
        total += 2 * deltas[cell]
    rows[row * ROW : (row + 1) * ROW] = total


# What compiled code calls, with the same in plain Python. `side` is who moves: 0 Black, 1 White.


def write_row_after(rows: Any, row: int, to: int, cell: int, turned: Any, side: int) -> None:
    """The indices after a move, into another row."""
    deltas = DELTAS.reshape(64, ROW)
    flipped = sum((deltas[disc] for disc in bits(int(turned))), np.zeros(ROW, np.uint16))
    old = rows[row * ROW : (row + 1) * ROW]
    rows[to * ROW : (to + 1) * ROW] = old + (2 * deltas[cell] + flipped if side else deltas[cell] - flipped)


def value_of_row(rows: Any, row: int, values: Any, base: int) -> int:
    """The sum of the numbers of a row of indices, in hundredths of a disc."""
    places = zip(_STARTS, rows[row * ROW :], strict=False)
    return int(values[base + TEMPO]) + sum(int(values[base + start + int(index)]) for start, index in places)


def value_after(rows: Any, row: int, values: Any, base: int, cell: int, turned: Any, side: int) -> int:
    """As `value_of_row` for the position after a move."""
    after = np.zeros(2 * ROW, np.uint16)
    after[:ROW] = rows[row * ROW : (row + 1) * ROW]
    write_row_after(after, 0, 1, cell, turned, side)
    return value_of_row(after, 1, values, base)


@overload(write_row_after)
def _write_row_after_overload(rows, row, to, cell, turned, side):
    return lambda rows, row, to, cell, turned, side: _write_after(rows, row, to, DELTAS, cell, turned, side)  # type: ignore[call-arg]  # the context is not passed by hand


@overload(value_of_row)
def _value_of_row_overload(rows, row, values, base):
    return lambda rows, row, values, base: _value(rows, row, values, base)  # type: ignore[call-arg]  # as above


@overload(value_after)
def _value_after_overload(rows, row, values, base, cell, turned, side):
    return lambda rows, row, values, base, cell, turned, side: _value_after(
        rows,
        row,
        values,
        base,
        DELTAS,
        cell,
        turned,
        side,  # type: ignore[call-arg]  # as above
    )


_short, _int, _word = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_vector = ir.VectorType(_short, _LANES)


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


def _load_row(builder: Any, data: Any, row: Any) -> list[Any]:
    first = builder.mul(row, _word(ROW))
    places = [builder.add(first, _word(_LANES * number)) for number in range(_VECTORS)]
    return [
        builder.load(builder.bitcast(builder.gep(data, [place]), _vector.as_pointer()), align=2) for place in places
    ]


def _store_row(builder: Any, data: Any, row: Any, vectors: Sequence[Any]) -> None:
    first = builder.mul(row, _word(ROW))
    for number, vector in enumerate(vectors):
        place = builder.gep(data, [builder.add(first, _word(_LANES * number))])
        builder.store(vector, builder.bitcast(place, _vector.as_pointer()), align=2)


def _after(builder: Any, old: Sequence[Any], deltas: Any, cell: Any, turned: Any, side: Any) -> list[Any]:
    """The indices after a move that turns at least one disc."""
    zero = ir.Constant(_vector, [_short(0)] * _LANES)
    entry = builder.block
    loop, done = builder.append_basic_block("turn"), builder.append_basic_block("turned")
    builder.branch(loop)
    builder.position_at_end(loop)
    left = builder.phi(_word)
    left.add_incoming(turned, entry)
    sums = [builder.phi(_vector) for _ in range(_VECTORS)]
    for total in sums:
        total.add_incoming(zero, entry)
    disc = builder.cttz(left, ir.IntType(1)(1))
    totals = [builder.add(total, delta) for total, delta in zip(sums, _load_row(builder, deltas, disc), strict=True)]
    rest = builder.and_(left, builder.sub(left, _word(1)))
    left.add_incoming(rest, loop)
    for total, more in zip(sums, totals, strict=True):
        total.add_incoming(more, loop)
    builder.cbranch(builder.icmp_unsigned("!=", rest, _word(0)), loop, done)
    builder.position_at_end(done)
    # White puts a 2, and turns a 1 into a 2; Black puts a 1, and turns a 2 into a 1.
    one = builder.insert_element(ir.Constant(_vector, ir.Undefined), builder.trunc(side, _short), _int(0))
    spread = ir.Constant(ir.VectorType(_int, _LANES), [_int(0)] * _LANES)
    white = builder.neg(builder.shuffle_vector(one, one, spread))  # all bits or none
    black = builder.not_(white)
    found = []
    for index, total, put in zip(old, totals, _load_row(builder, deltas, cell), strict=True):
        signed = builder.sub(builder.xor(total, black), black)
        found.append(builder.add(builder.add(index, signed), builder.add(put, builder.and_(put, white))))
    return found


def _sum(builder: Any, indices: Any, values: Any, base: Any) -> Any:
    """The numbers that a row of indices in memory leads to, added up."""
    start = builder.gep(values, [base])
    terms = [builder.sext(builder.load(builder.gep(start, [_word(TEMPO)])), _int)]
    for place, first in enumerate(_STARTS):
        index = builder.zext(builder.load(builder.gep(indices, [_word(place)])), _word)
        number = builder.load(builder.gep(start, [builder.add(index, _word(first))]))
        terms.append(builder.sext(number, _int))
    while len(terms) > 1:
        pairs = [builder.add(one, two) for one, two in zip(terms[::2], terms[1::2], strict=False)]
        terms = pairs + terms[len(pairs) * 2 :]
    return builder.sext(terms[0], _word)


@intrinsic
def _write_after(_context: Any, rows: Any, row: Any, to: Any, deltas: Any, cell: Any, turned: Any, side: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data(context, builder, signature.args[0], arguments[0])
        added = _data(context, builder, signature.args[3], arguments[3])
        old = _load_row(builder, data, arguments[1])
        _store_row(builder, data, arguments[2], _after(builder, old, added, *arguments[4:7]))
        return context.get_dummy_value()

    return types.void(rows, types.int64, types.int64, deltas, types.int64, types.uint64, types.int64), generate


@intrinsic
def _value(_context: Any, rows: Any, row: Any, values: Any, base: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data(context, builder, signature.args[0], arguments[0])
        numbers = _data(context, builder, signature.args[2], arguments[2])
        indices = builder.gep(data, [builder.mul(arguments[1], _word(ROW))])
        return _sum(builder, indices, numbers, arguments[3])

    return types.int64(rows, types.int64, values, types.int64), generate


@intrinsic
def _value_after(
    _context: Any, rows: Any, row: Any, values: Any, base: Any, deltas: Any, cell: Any, turned: Any, side: Any
) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data(context, builder, signature.args[0], arguments[0])
        numbers = _data(context, builder, signature.args[2], arguments[2])
        added = _data(context, builder, signature.args[4], arguments[4])
        old = _load_row(builder, data, arguments[1])
        after = _after(builder, old, added, *arguments[5:8])
        room = cgutils.alloca_once(builder, ir.ArrayType(_short, ROW))
        place = builder.gep(room, [_word(0), _word(0)])
        for number, vector in enumerate(after):
            spot = builder.bitcast(builder.gep(place, [_word(_LANES * number)]), _vector.as_pointer())
            store = builder.store(vector, spot, align=2)
            store.volatile = True
        return _sum(builder, place, numbers, arguments[3])

    return types.int64(rows, types.int64, values, types.int64, deltas, types.int64, types.uint64, types.int64), generate
