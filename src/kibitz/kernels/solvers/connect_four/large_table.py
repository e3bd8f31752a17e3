"""The table of a board of more than 64 bits: two words a position, four positions a bucket, which is one line of cache.

    word 0   key xor data
    word 1   data:  generation 35 bits | lower bound 10 | upper bound 10 | best move 5 | work 4

A position does not fit into an entry. The key is a hash of its words, 64 bits, so that two positions could be mistaken
for each other: a look-up of a position that is not there meets the key of another with a probability of the number of
entries by 2 to the 64. With 256 MiB, 16.8 million entries, that is once in 1.1 million million look-ups; a search of a
thousand million nodes is wrong somewhere with a probability of some 1 %, and its answer with a much smaller one.

Threads share a table without a lock. Two that write one entry at the same time may leave halves of different entries
behind; then word 0 xor word 1 is no key that anybody looks for [Hyatt & Mann, "A lock-less transposition-table
implementation for parallel search chess engines", 2002].

A layout is how many bits of the key choose the bucket, and how many are left. `table.py` says what the functions do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.common import transposition_table
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.compiler.wide_ints import flatten
from kibitz.kernels.solvers.connect_four.exact_table import BUCKET, MAX_WORK, bucket_of, prefetch_bucket, work_of
from kibitz.kernels.solvers.connect_four.words import ONE, ZERO, U

__all__ = ["find", "least_index_bits", "lower", "make_layout", "mixed", "move_of", "move_up", "prefetch_bucket"]
__all__ += ["renew", "store", "upper"]

KEY_BITS = 64
DATA_BITS = 29
OFFSET = 512  # scores are -338 … 338: a board has at most 676 cells
ENTRY = 2  # words, four entries a bucket

_WORD = U(64)
_ALL10, _ALL5, _ALL4, _DATA = U(1023), U(31), U(15), U(DATA_BITS)
_mix = transposition_table.mixed


def least_index_bits(game: ConnectFour) -> int:
    """A table may be as small as one likes: an entry holds the whole key."""
    return 0


def make_layout(game: ConnectFour, index_bits: int) -> tuple[int, int]:
    """The layout of a table of 2 to that number of buckets."""
    return index_bits, KEY_BITS - index_bits


@subkernel
def renew(table: Any, layout: Any, generations: Any, which: int) -> None:
    generations[which] += ONE
    if generations[which] >> (_WORD - _DATA) != ZERO:
        table[:] = ZERO
        generations[which] = ONE


@subkernel
def mixed(key: Any, layout: Any) -> Any:
    words: Any = flatten((key,))  # type: ignore[call-arg]  # the context is not passed by hand
    total = np.int64(0)
    for index in range(len(words)):
        total = _mix(total, words[index])
    return U(total)


@subkernel
def lower(data: Any) -> Any:
    return np.int64(data >> U(19) & _ALL10) - OFFSET


@subkernel
def upper(data: Any) -> Any:
    return np.int64(data >> U(9) & _ALL10) - OFFSET


@subkernel
def move_of(data: Any) -> Any:
    return np.int64(data >> U(4) & _ALL5)


@subkernel
def find(table: Any, layout: Any, generation: Any, key: Any) -> Any:
    bucket = bucket_of(key, layout)
    for at in range(bucket, bucket + BUCKET, ENTRY):
        data = table[at + 1]
        if table[at] ^ data == key and data >> _DATA == generation:
            return data
    return ZERO


@subkernel
def store(table: Any, layout: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    bounds = U(low + OFFSET) << U(19) | U(high + OFFSET) << U(9)
    _put(table, layout, key, generation << _DATA | bounds | U(move) << U(4) | U(work_of(nodes)))


@subkernel
def _put(table: Any, layout: Any, key: Any, data: Any) -> None:
    """Keep an entry: in its old place, else in an empty one, else in that of the entry that was least work."""
    bucket = bucket_of(key, layout)
    place, least = bucket, MAX_WORK + 1
    for at in range(bucket, bucket + BUCKET, ENTRY):
        old = table[at + 1]
        is_current = (old ^ data) >> _DATA == ZERO
        if is_current and table[at] ^ old == key:
            place = at
            break
        known: Any = np.int64(old & _ALL4) if is_current else -1
        if known < least:
            place, least = at, known
    table[place] = key ^ data
    table[place + 1] = data


@subkernel
def move_up(small: Any, small_layout: Any, large: Any, large_layout: Any, old: Any, new: Any) -> None:
    for at in range(0, len(small), ENTRY):
        data = small[at + 1]
        if data >> _DATA == old:
            _put(large, large_layout, small[at] ^ data, (data & ((ONE << _DATA) - ONE)) | new << _DATA)
