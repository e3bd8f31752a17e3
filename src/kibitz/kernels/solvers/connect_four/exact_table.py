"""The table of a board of at most 64 bits: one word a position, eight words a bucket, which is one line of cache.

    part of the key | generation | lower bound 6 bits | upper bound 6 | best move 4 | work 4

The key times an odd number, modulo 2 to the number of bits a key has, is a key just as good (the product can be taken
back) whose upper bits depend on all the others: they choose the bucket, the rest is stored. So two positions are never
mistaken for each other. A word is written at once: threads share a table without a lock and never see half an entry.

A layout is how many bits of the key choose the bucket, and how many are stored. `table.py` says what the functions do.
"""

from __future__ import annotations

from typing import Any

from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.common.bucket_table import BUCKET, bucket_of, make_packer, make_readers, work_of
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.connect_four.words import ONE, ZERO, U

OFFSET = 32  # scores are -32 … 31: a board has at most 63 cells
NO_MOVE = 15
MAX_WORK = 15
DATA_BITS = 20
_FIELDS = (6, OFFSET), (6, OFFSET), (4, 0), (4, 0)

lower, upper, move_of, _work = make_readers(*_FIELDS)
_pack = make_packer(*_FIELDS)

_MIX = U(0x9E3779B97F4A7C15)
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
def generation_bits(layout: Any) -> int:
    return 64 - DATA_BITS - layout[1]


@subkernel
def mixed(key: Any, layout: Any) -> Any:
    """The key as the table wants it: multiplied, and moved to the upper end of the word. Never 0."""
    return (key * _MIX) << (_WORD - U(layout[0] + layout[1]))


@subkernel
def find(table: Any, layout: Any, generation: Any, key: Any) -> Any:
    bucket = bucket_of(table, key)
    head = key << U(layout[0]) | generation << _DATA
    for at in range(bucket, bucket + BUCKET):
        if (table[at] ^ head) >> _DATA == ZERO:
            return table[at]
    return ZERO


@subkernel
def logarithm(nodes: int) -> int:
    """Of the nodes that an entry has cost, to the base of 4."""
    return work_of(nodes, 2, MAX_WORK)


@subkernel
def store(table: Any, layout: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    _put(table, layout, generation, key, _pack(low, high, min(move, NO_MOVE), logarithm(nodes)))


@subkernel
def _put(table: Any, layout: Any, generation: Any, key: Any, data: Any) -> None:
    """Keep an entry: in its old place, else in an empty one, else in that of the entry that was least work."""
    bucket = bucket_of(table, key)
    head = key << U(layout[0]) | generation << _DATA
    stamp = (ONE << U(generation_bits(layout))) - ONE
    place, least = bucket, MAX_WORK + 1
    for at in range(bucket, bucket + BUCKET):
        entry = table[at]
        if (entry ^ head) >> _DATA == ZERO:
            place = at
            break
        known: Any = _work(entry) if (entry >> _DATA) & stamp == generation else -1
        if known < least:
            place, least = at, known
    table[place] = head | data


@subkernel
def move_up(small: Any, small_layout: Any, large: Any, large_layout: Any, old: Any, new: Any) -> None:
    """An entry and its place make up the whole key."""
    stamp = (ONE << U(generation_bits(small_layout))) - ONE
    for at in range(len(small)):
        entry = small[at]
        if (entry >> _DATA) & stamp == old:
            part = entry >> (_WORD - U(small_layout[1])) << (_WORD - U(small_layout[1]))
            key = part >> U(small_layout[0]) | U(at // BUCKET) << (_WORD - U(small_layout[0]))
            _put(large, large_layout, new, key, entry & ((ONE << _DATA) - ONE))
