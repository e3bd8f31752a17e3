"""What compiled code asks of the processor itself: bits, words in a row of an array, a line of the cache."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import int64, types, uint64
from numba.core import cgutils
from numba.extending import intrinsic, overload, overload_method
from numba.np.arrayobj import make_array

from kibitz.core import bits
from kibitz.core.game import State

# States that wait in an array, one a row.


def keep_state(states: Any, row: Any, state: State) -> None:
    states[row] = state


def kept_state(states: Any, row: int, like: State) -> State:
    """The state in a row; `like` tells the compiler how many words it has."""
    return tuple(states[row].tolist())


@overload(keep_state)
def _keep_state(states, row, state):
    def keep(states, row, state):
        for index in range(len(state)):
            states[row, index] = state[index]

    return keep


@overload(kept_state)
def _kept_state(states, row, like):
    return lambda states, row, like: _words_in_row(states, row, like)  # type: ignore[call-arg]  # as below


@intrinsic
def _words_in_row(_context: Any, states: Any, row: Any, like: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(signature.args[0])(context, builder, arguments[0])
        width = context.get_constant(types.intp, like.count)
        first = builder.mul(arguments[1], width)
        places = [builder.add(first, context.get_constant(types.intp, index)) for index in range(like.count)]
        words = [builder.load(builder.gep(array.data, [place])) for place in places]
        return context.make_tuple(builder, signature.return_type, words)

    return like(states, row, like), generate


# Bits.


@intrinsic
def _population(_context: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return int64(uint64), generate


@overload(bits.popcount)
def _popcount(word):
    return lambda word: _population(np.uint64(word))  # type: ignore[call-arg]  # the context is not passed by hand


@overload_method(types.Integer, "bit_count")
def _bit_count(word):
    return lambda word: _population(np.uint64(word))  # type: ignore[call-arg]  # as above


@overload(bits.word)
def _word(number):
    return lambda number: np.int64(number)


@overload(bits.shift_right)
def _right(word, step):
    return lambda word, step: np.int64(np.uint64(word) >> np.uint64(step))


# Memory.


def prefetch(array: Any, index: Any) -> None:
    """Ask for the line of cache with an item of an array, which will be looked at soon."""


@overload(prefetch)
def _prefetch_overload(array, index):
    return lambda array, index: _prefetch(array, index)  # type: ignore[call-arg]  # the context is not passed by hand


@intrinsic
def _prefetch(_context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [address, number(0), number(3), number(1)])  # to read, often, data
        return context.get_dummy_value()

    return types.void(array, index), generate
