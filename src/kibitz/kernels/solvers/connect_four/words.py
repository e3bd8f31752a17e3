"""The words that hold a board: 64 bits where those are enough, else a number of several such words.

All other code of the solver is written once. Of which kind a word is, is known when the code is compiled: the masks of
a board decide it (`bitboard.masks`), and what differs between the two is here. Numbers such as ZERO and ONE are made as
wide as the words they meet.

    7x6      49 bits   uint64
    9x7      72 bits   two words: wide128
    26x26   702 bits   eleven words: wide704
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload, register_jitable

from kibitz.core.bits import shift_right
from kibitz.kernels.compiler.wide_ints import WORD, WideType, read_wide, write_wide

U = np.uint64
ZERO, ONE = U(0), U(1)


def word_count(word: Any) -> int:
    """How many 64-bit words a word is made of."""
    return 1


def get_word(words: Any, at: int, like: Any) -> Any:
    """The word that begins at a place of an array; `like` is any word of the board."""
    return words[at]


def put_word(words: Any, at: int, word: Any) -> None:
    """Write a word to a place of an array, and as many after it as it takes."""
    words[at] = word


@overload(word_count)
def _word_count(word):
    count = word.count if isinstance(word, WideType) else 1
    return lambda word: count


@overload(get_word)
def _get_word(words, at, like):
    if isinstance(like, WideType):
        return lambda words, at, like: read_wide(words, at, like)  # type: ignore[call-arg]  # the context is not passed by hand
    return lambda words, at, like: words[at]


@overload(put_word)
def _put_word(words, at, word):
    if isinstance(word, WideType):
        return lambda words, at, word: write_wide(words, at, word)  # type: ignore[call-arg]  # as above

    def put(words, at, word):
        words[at] = word

    return put


def _shift_down(word: Any, count: int) -> Any:
    return word >> U(count)


@overload(_shift_down)
def _overload_shift_down(word, count):
    if isinstance(word, WideType):
        return lambda word, count: shift_right(word, count)  # a wide number has a sign, which >> would repeat
    return lambda word, count: word >> U(count)


@register_jitable(forceinline=True)
def shift_up(word: Any, count: int) -> Any:
    """A machine shifts by less than the size of a word only."""
    return word << U(count) if count < WORD * word_count(word) else ZERO


@register_jitable(forceinline=True)
def shift_down(word: Any, count: int) -> Any:
    """Filled with zeros."""
    return _shift_down(word, count) if count < WORD * word_count(word) else ZERO


@register_jitable(forceinline=True)
def all_bits(word: Any) -> Any:
    """A word like the given one with all bits set."""
    return word | ~word


@register_jitable(forceinline=True)
def lowest(word: Any) -> Any:
    """Only the lowest bit of a word."""
    return word & (ZERO - word)
