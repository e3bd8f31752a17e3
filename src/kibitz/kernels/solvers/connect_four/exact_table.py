"""The table of a board of at most 64 bits: one word a position, eight words a bucket, which is one line of cache.

    part of the key | generation | lower bound 6 bits | upper bound 6 | best move 4 | work 4

The key times an odd number, modulo 2 to the number of bits a key has, is a key just as good (the product can be taken
back) whose upper bits depend on all the others: they choose the bucket, the rest is stored. So two positions are never
mistaken for each other. A word is written at once: threads share a table without a lock and never see half an entry.

A layout is how many bits of the key choose the bucket, and how many are stored. `table.py` says what the functions do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.compiler.intrinsics import prefetch
from kibitz.kernels.solvers.connect_four.words import ONE, ZERO, U

__all__ = ["find", "least_index_bits", "lower", "make_layout", "mixed", "move_of", "move_up", "prefetch_bucket"]
__all__ += ["renew", "store", "upper"]

DATA_BITS = 20
OFFSET = 32  # scores are -32 … 31: a board has at most 63 cells
NO_MOVE = 15
MAX_WORK = 15
BUCKET = 8

_MIX = U(0x9E3779B97F4A7C15)
_ALL6, _ALL4 = U(63), U(15)
_DATA, _WORD = U(DATA_BITS), U(64)


def least_index_bits(game: ConnectFour) -> int:
    """How many bits of a key must choose the bucket, so that an entry has room for the others and a generation."""
    return max(0, _key_bits(game) + DATA_BITS - 63)


def make_layout(game: ConnectFour, index_bits: int) -> tuple[int, int]:
    """The layout of a table of at most 2 to that number of buckets."""
    index_bits = min(index_bits, _key_bits(game))
    return index_bits, _key_bits(game) - index_bits


def _key_bits(game: ConnectFour) -> int:
    return game.width * (game.height + 1)


@subkernel
def renew(table: Any, layout: Any, generations: Any, which: int) -> None:
    generations[which] += ONE
    if generations[which] >> (_WORD - _DATA - U(layout[1])) != ZERO:
        table[:] = ZERO
        generations[which] = ONE


@subkernel
def mixed(key: Any, layout: Any) -> Any:
    """The key as the table wants it: multiplied, and moved to the upper end of the word. Never 0."""
    return (key * _MIX) << (_WORD - U(layout[0] + layout[1]))


@subkernel
def bucket_of(key: Any, layout: Any) -> Any:
    """Where the bucket of a mixed key begins."""
    return np.int64(key >> (_WORD - U(layout[0]))) * BUCKET if layout[0] else np.int64(0)


@subkernel
def prefetch_bucket(table: Any, layout: Any, key: Any) -> None:
    prefetch(table, bucket_of(key, layout))


@subkernel
def lower(data: Any) -> Any:
    return np.int64(data >> U(14) & _ALL6) - OFFSET


@subkernel
def upper(data: Any) -> Any:
    return np.int64(data >> U(8) & _ALL6) - OFFSET


@subkernel
def move_of(data: Any) -> Any:
    return np.int64(data >> U(4) & _ALL4)


@subkernel
def find(table: Any, layout: Any, generation: Any, key: Any) -> Any:
    bucket = bucket_of(key, layout)
    head = key << U(layout[0]) | generation << _DATA
    for at in range(bucket, bucket + BUCKET):
        if (table[at] ^ head) >> _DATA == ZERO:
            return table[at]
    return ZERO


@subkernel
def work_of(nodes: int) -> int:
    """The logarithm of the nodes that an entry has cost, to the base of 4."""
    work, left = 0, nodes
    while left > 1 and work < MAX_WORK:
        work, left = work + 1, left >> 2
    return work


@subkernel
def store(table: Any, layout: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    work = work_of(nodes)
    data = U(low + OFFSET) << U(14) | U(high + OFFSET) << U(8) | U(min(move, NO_MOVE)) << U(4) | U(work)
    _put(table, layout, generation, key, data)


@subkernel
def _put(table: Any, layout: Any, generation: Any, key: Any, data: Any) -> None:
    """Keep an entry: in its old place, else in an empty one, else in that of the entry that was least work."""
    bucket = bucket_of(key, layout)
    head = key << U(layout[0]) | generation << _DATA
    stamp = (ONE << (_WORD - _DATA - U(layout[1]))) - ONE
    place, least = bucket, MAX_WORK + 1
    for at in range(bucket, bucket + BUCKET):
        entry = table[at]
        if (entry ^ head) >> _DATA == ZERO:
            place = at
            break
        known: Any = np.int64(entry & _ALL4) if (entry >> _DATA) & stamp == generation else -1
        if known < least:
            place, least = at, known
    table[place] = head | data


@subkernel
def move_up(small: Any, small_layout: Any, large: Any, large_layout: Any, old: Any, new: Any) -> None:
    """An entry and its place make up the whole key."""
    stamp = (ONE << (_WORD - _DATA - U(small_layout[1]))) - ONE
    for at in range(len(small)):
        entry = small[at]
        if (entry >> _DATA) & stamp == old:
            part = entry >> (_WORD - U(small_layout[1])) << (_WORD - U(small_layout[1]))
            key = part >> U(small_layout[0]) | U(at // BUCKET) << (_WORD - U(small_layout[0]))
            _put(large, large_layout, new, key, entry & ((ONE << _DATA) - ONE))
