"""Whole numbers of more than 64 bits in compiled code, so that rules of large boards compile as they are written.

Kernels know states as flat tuples of 64-bit words. Rules know one number for a bitboard, however large it is: in
between, `widen` makes numbers of `count` words each out of the words, and `flatten` takes them apart again. Neither
costs anything: the machine code sees the same words in the same registers.

    kernel            play(game, state, move)          state: four words
    bridge            flatten(rule(widen(state), move))
    rule              (state[1], state[0] | cell)      state: two numbers of 128 bits

A wide number has a sign, as the 64-bit words have, and wraps round as they do. Constants come from `Game.wide`.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]  # it has no types
from numba import int64, types
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    intrinsic,
    lower_builtin,
    lower_cast,
    models,
    overload,
    overload_method,
    register_model,
    typeof_impl,
)
from numba.np.arrayobj import make_array

from kibitz.core import bits

WORD = 64


class WideType(types.Type):
    """A signed number of `count` 64-bit words."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"wide{WORD * count}")

    def unify(self, _context: Any, other: Any) -> Any:
        return self if isinstance(other, (types.Integer, types.Boolean)) else None

    def can_convert_from(self, _context: Any, other: Any) -> Any:

        return Conversion.safe if isinstance(other, (types.Integer, types.Boolean)) else None


@register_model(WideType)
class _WideModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: WideType) -> None:
        super().__init__(manager, kind, ir.IntType(WORD * kind.count))


@typeof_impl.register(bits.WideInt)
def _type_of(number: bits.WideInt, _context: object) -> WideType:
    return WideType(number.words)


@lower_constant(WideType)
def _constant(_context: Any, _builder: Any, kind: WideType, number: int) -> Any:
    size = WORD * kind.count
    return ir.Constant(ir.IntType(size), number & ((1 << size) - 1))


@lower_cast(types.Integer, WideType)
def _from_integer(context: Any, builder: Any, source: Any, target: WideType, number: Any) -> Any:
    llvm = context.get_value_type(target)
    return builder.sext(number, llvm) if source.signed else builder.zext(number, llvm)


@lower_cast(types.Boolean, WideType)
def _from_boolean(context: Any, builder: Any, _source: Any, target: WideType, number: Any) -> Any:
    return builder.zext(number, context.get_value_type(target))


@lower_cast(WideType, types.Boolean)
def _to_boolean(_context: Any, builder: Any, _source: Any, _target: Any, number: Any) -> Any:
    return builder.icmp_unsigned("!=", number, number.type(0))


# Operators. One of the two numbers may be an ordinary one, which is then made as wide as the other.


def _operator(function: Any, answer: Any, generate: Any) -> None:
    @infer_global(function)
    class Template(AbstractTemplate):
        def generic(self, arguments: Any, keywords: Any) -> Any:
            wide = next((kind for kind in arguments if isinstance(kind, WideType)), None)
            if wide is None or not all(kind == wide or isinstance(kind, types.Integer) for kind in arguments):
                return None
            return signature(answer or wide, *([wide] * len(arguments)))

    count = 1 if function in (operator.invert, operator.neg, operator.not_, bool) else 2
    lower_builtin(function, *[WideType] * count)(lambda context, builder, sig, arguments: generate(builder, *arguments))


for _functions, _name in (
    ((operator.and_, operator.iand), "and_"),
    ((operator.or_, operator.ior), "or_"),
    ((operator.xor, operator.ixor), "xor"),
    ((operator.add, operator.iadd), "add"),
    ((operator.sub, operator.isub), "sub"),
):
    for _function in _functions:
        _operator(_function, None, lambda builder, left, right, name=_name: getattr(builder, name)(left, right))
for _function, _sign in (
    (operator.eq, "=="),
    (operator.ne, "!="),
    (operator.lt, "<"),
    (operator.le, "<="),
    (operator.gt, ">"),
    (operator.ge, ">="),
):
    _operator(_function, types.boolean, lambda builder, left, right, sign=_sign: builder.icmp_signed(sign, left, right))
_operator(operator.invert, None, lambda builder, number: builder.not_(number))
_operator(operator.neg, None, lambda builder, number: builder.neg(number))
_operator(bool, types.boolean, lambda builder, number: builder.icmp_unsigned("!=", number, number.type(0)))
_operator(operator.not_, types.boolean, lambda builder, number: builder.icmp_unsigned("==", number, number.type(0)))


def _shift(function: Any, name: str) -> None:
    @infer_global(function)
    class Template(AbstractTemplate):
        def generic(self, arguments: Any, keywords: Any) -> Any:
            number, step = arguments
            return signature(number, number, int64) if _is_shift(number, step) else None

    @lower_builtin(function, WideType, types.Integer)
    def lower(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        number, step = arguments
        return getattr(builder, name)(number, builder.zext(step, number.type))


def _is_shift(number: Any, step: Any) -> bool:
    return isinstance(number, WideType) and isinstance(step, types.Integer)


for _function in (operator.lshift, operator.ilshift):
    _shift(_function, "shl")
for _function in (operator.rshift, operator.irshift):
    _shift(_function, "ashr")


# What is in core/bits.py.


@intrinsic
def _shift_right(_context: Any, number: Any, step: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.lshr(arguments[0], builder.zext(arguments[1], arguments[0].type))

    return number(number, int64), generate


@intrinsic
def _count_bits(_context: Any, number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        total = ir.Constant(ir.IntType(WORD), 0)
        for word in _words(builder, arguments[0], number.count):
            total = builder.add(total, builder.ctpop(word))
        return total

    return int64(number), generate


@intrinsic
def _bit_at(_context: Any, number: Any, index: Any) -> Any:
    """Of the word that holds the bit, which is looked up in memory: shifting all words would be far more work."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:

        wide, place = arguments
        kept = cgutils.alloca_once(builder, wide.type)
        builder.store(wide, kept)
        word_type = ir.IntType(WORD)
        words = builder.bitcast(kept, word_type.as_pointer())
        word = builder.load(builder.gep(words, [builder.lshr(place, place.type(6))]))
        return builder.and_(builder.lshr(word, builder.and_(place, place.type(63))), word_type(1))

    return int64(number, int64), generate


@overload(bits.shift_right)
def _overload_shift_right(word, step):
    if isinstance(word, WideType):
        return lambda word, step: _shift_right(word, step)  # type: ignore[call-arg]  # the context is not passed by hand
    return None


@overload(bits.word)
def _overload_word(number):
    return (lambda number: number) if isinstance(number, WideType) else None


@overload(bits.popcount)
def _overload_popcount(word):
    return (lambda word: _count_bits(word)) if isinstance(word, WideType) else None  # type: ignore[call-arg]  # as above


@overload_method(WideType, "bit_count")
def _overload_bit_count(word):
    return lambda word: _count_bits(word)  # type: ignore[call-arg]  # as above


@overload(bits.bit_at)
def _overload_bit_at(word, index):
    if isinstance(word, WideType):
        return lambda word, index: _bit_at(word, index)  # type: ignore[call-arg]  # as above
    return lambda word, index: word >> index & 1


@overload(bits.write_bits)
def _overload_write_bits(word, out):
    def write(word, out):
        count = 0
        while word:
            lowest = word & -word
            out[count] = bits.popcount(lowest - 1)
            count += 1
            word ^= lowest
        return count

    def write_wide(word, out):
        words: Any = flatten((word,))  # type: ignore[call-arg]  # as above
        count = 0
        for index in range(len(words)):
            rest = words[index]
            while rest != 0:
                lowest = rest & -rest
                out[count] = 64 * index + bits.popcount(lowest - 1)
                count += 1
                rest ^= lowest
        return count

    return write_wide if isinstance(word, WideType) else write


# Between kernels and rules.


def _words(builder: Any, number: Any, count: int) -> list[Any]:
    word_type = ir.IntType(WORD)
    return [builder.trunc(builder.lshr(number, number.type(WORD * index)), word_type) for index in range(count)]


@intrinsic(prefer_literal=True)
def widen(_context: Any, state: Any, count: Any) -> Any:
    """A flat tuple of words as a tuple of numbers of `count` words, the lowest word first."""
    each = count.literal_value
    wide = WideType(each)

    def generate(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:

        words, llvm = cgutils.unpack_tuple(builder, arguments[0]), context.get_value_type(wide)
        numbers = []
        for start in range(0, state.count, each):
            number = llvm(0)
            for index, word in enumerate(words[start : start + each]):
                number = builder.or_(number, builder.shl(builder.zext(word, llvm), llvm(WORD * index)))
            numbers.append(number)
        return context.make_tuple(builder, sig.return_type, numbers)

    return types.UniTuple(wide, state.count // each)(state, count), generate


@intrinsic
def flatten(_context: Any, state: Any) -> Any:
    """The reverse of `widen`."""
    each, numbers = state.dtype.count, state.count

    def generate(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:

        words = [
            word for number in cgutils.unpack_tuple(builder, arguments[0]) for word in _words(builder, number, each)
        ]
        return context.make_tuple(builder, sig.return_type, words)

    return types.UniTuple(int64, each * numbers)(state), generate


# In arrays of 64-bit words.


def _address(context: Any, builder: Any, kinds: Any, arguments: Any, wide: Any) -> Any:
    """Where in an array a wide number begins."""
    data = make_array(kinds[0])(context, builder, arguments[0]).data
    return builder.bitcast(builder.gep(data, [arguments[1]]), context.get_value_type(wide).as_pointer())


@intrinsic
def read_wide(_context: Any, words: Any, at: Any, like: Any) -> Any:
    """The wide number whose words stand in an array from a place on, the lowest first; `like` tells how wide it is."""

    def generate(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return builder.load(_address(context, builder, sig.args, arguments, like), align=8)

    return like(words, int64, like), generate


@intrinsic
def write_wide(_context: Any, words: Any, at: Any, number: Any) -> Any:
    """The reverse of `read_wide`."""

    def generate(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _address(context, builder, sig.args, arguments, number), align=8)
        return context.get_dummy_value()

    return types.void(words, int64, number), generate
