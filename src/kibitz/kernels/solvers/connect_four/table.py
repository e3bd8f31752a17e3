"""What the solver remembers: one word a position, eight words a bucket, so that a look-up touches one line of cache.

    part of the key | generation | lower bound 6 bits | upper bound 6 | best move 4 | work 4

The key times an odd number, modulo 2 to the number of bits a key has, is a key just as good (the product can be taken
back) whose upper bits depend on all the others: they choose the bucket, the rest is stored. So two positions are never
mistaken for each other. A word is written at once: threads share a table without a lock and never see half an entry.

An entry of another generation is an empty place: a new generation forgets everything without touching the memory.

There are two tables, each with its layout: how many bits of the key choose the bucket, and how many are stored. A
small one that fits into the processor's own cache serves the first nodes of every question, which is all that most
need (0.23 instead of 0.63 ms a position in the set L1_R1); what it holds moves to the large one when they do not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.errors import BadOption
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.common.transposition_table import aligned
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.compiler.intrinsics import prefetch
from kibitz.kernels.solvers.connect_four.bitboard import ONE, ZERO, U
from kibitz.search.common.free_memory import check_table_size

__all__ = [
    "LARGE",
    "NO_MOVE",
    "SMALL",
    "Memory",
    "find",
    "lower",
    "mixed",
    "move_of",
    "move_up",
    "prefetch_bucket",
    "renew",
]
__all__ += ["store", "upper"]

DATA_BITS = 20
OFFSET = 32  # scores are -32 … 31: a board has at most 63 cells
NO_MOVE = 15
MAX_WORK = 15
BUCKET = 8
PAGE = 512  # words: the smallest that a system gives at a time

SMALL, LARGE = 0, 1
SMALL_INDEX_BITS = 12  # 256 KiB
SMALL_NODES = 16_384  # searched before the large table is worth its misses

_MIX = U(0x9E3779B97F4A7C15)
_ALL6, _ALL4 = U(63), U(15)
_DATA, _WORD = U(DATA_BITS), U(64)


class Memory:
    """The tables of one game, and the generations that count."""

    def __init__(self, game: ConnectFour, mib: int) -> None:
        check_table_size(mib)
        key_bits = game.width * (game.height + 1)
        least = max(0, key_bits + DATA_BITS - 63)  # bits that must be left to the index, one being the generation's
        index_bits = ((mib << 20) // 64).bit_length() - 1
        if index_bits < least:
            raise BadOption(f"table_mib={mib} is too small for {game}, which needs at least {64 << least >> 20}.")
        bits = (min(SMALL_INDEX_BITS, key_bits), min(index_bits, key_bits))
        self.small_nodes = SMALL_NODES if bits[SMALL] >= least else 0
        self.words = tuple(aligned(64 << index) for index in bits)
        self.layouts = tuple((index, key_bits - index) for index in bits)
        self.generations = np.ones(2, np.uint64)

    def claim(self, which: int) -> None:
        """Have the system give us a table's memory now, which it otherwise does page by page while a search waits."""
        self.words[which][::PAGE] |= ZERO

    def forget(self) -> None:
        for which in (SMALL, LARGE):
            renew(self.words[which], self.layouts[which], self.generations, which)


@subkernel
def renew(table: Any, layout: Any, generations: Any, which: int) -> None:
    """Begin a new generation of one of the tables."""
    generations[which] += ONE
    if generations[which] >> (_WORD - _DATA - U(layout[1])) != ZERO:
        table[:] = ZERO
        generations[which] = ONE


@subkernel
def mixed(key: Any, layout: Any) -> Any:
    """The key as the table wants it: multiplied, and moved to the upper end of the word. Never 0."""
    return (key * _MIX) << (_WORD - U(layout[0] + layout[1]))


@subkernel
def _bucket(key: Any, layout: Any) -> Any:
    return np.int64(key >> (_WORD - U(layout[0]))) * BUCKET if layout[0] else np.int64(0)


@subkernel
def prefetch_bucket(table: Any, layout: Any, key: Any) -> None:
    """Have the bucket of a mixed key fetched while there is other work to do."""
    prefetch(table, _bucket(key, layout))


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
    """The entry of a position, 0 if there is none."""
    bucket = _bucket(key, layout)
    head = key << U(layout[0]) | generation << _DATA
    for at in range(bucket, bucket + BUCKET):
        if (table[at] ^ head) >> _DATA == ZERO:
            return table[at]
    return ZERO


@subkernel
def store(table: Any, layout: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    """Keep what is known about a position."""
    work, left = 0, nodes
    while left > 1 and work < MAX_WORK:
        work, left = work + 1, left >> 2
    data = U(low + OFFSET) << U(14) | U(high + OFFSET) << U(8) | U(min(move, NO_MOVE)) << U(4) | U(work)
    _put(table, layout, generation, key, data)


@subkernel
def _put(table: Any, layout: Any, generation: Any, key: Any, data: Any) -> None:
    """Keep an entry: in its old place, else in an empty one, else in that of the entry that was least work."""
    bucket = _bucket(key, layout)
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
def move_up(small: Any, small_layout: Any, large: Any, large_layout: Any, generations: Any) -> None:
    """Copy what the small table holds to the large one: an entry and its place make up the whole key."""
    stamp = (ONE << (_WORD - _DATA - U(small_layout[1]))) - ONE
    for at in range(len(small)):
        entry = small[at]
        if (entry >> _DATA) & stamp == generations[SMALL]:
            part = entry >> (_WORD - U(small_layout[1])) << (_WORD - U(small_layout[1]))
            key = part >> U(small_layout[0]) | U(at // BUCKET) << (_WORD - U(small_layout[0]))
            _put(large, large_layout, generations[LARGE], key, entry & ((ONE << _DATA) - ONE))
