"""What the solver remembers: four entries of two words to a bucket of 64 bytes; a look-up touches one line of cache.

    word 0   key xor data
    word 1   data:  lower bound 8 bits | upper bound 8 | best move 7 | work 6 | generation 16

Threads share a table without a lock: of two that write one entry at the same time, halves may stay behind, whose xor
is no key that anybody looks for. A key has 64 bits of a position's 128: in a billion look-ups two positions are taken
for each other with a probability of about 10^-10.

An entry of another generation is an empty place: a new generation forgets everything without touching the memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.kernels.common.transposition_table import aligned
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.compiler.intrinsics import prefetch
from kibitz.kernels.solvers.othello.bitboard import ONE, ZERO, U
from kibitz.search.common.free_memory import check_table_size

__all__ = [
    "BUCKET",
    "ENTRY",
    "MAX_WORK",
    "NO_MOVE",
    "Memory",
    "bucket_of",
    "find",
    "key_of",
    "lower",
    "move_of",
    "prefetch_bucket",
    "store",
    "upper",
    "work_of",
]

NO_MOVE = 64
OFFSET = 64  # scores are -64 … 64
ENTRY, BUCKET = 2, 8  # words
MAX_WORK = 63
GENERATIONS = (1 << 16) - 1

_FIRST, _SECOND, _THIRD = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_ALL16, _ALL8, _ALL7, _ALL6 = U(GENERATIONS), U(255), U(127), U(63)


class Memory:
    """The table, and the generation that counts."""

    def __init__(self, mib: int) -> None:
        check_table_size(mib)
        self.words = aligned(1 << ((mib << 20).bit_length() - 1))
        self.generation = ONE

    def forget(self) -> None:
        self.generation += ONE
        if self.generation > GENERATIONS:
            self.words[:] = 0
            self.generation = ONE


@subkernel
def key_of(mine: Any, other: Any) -> Any:
    """A number for a position that depends on every disc; never 0 in practice."""
    key = mine * _FIRST
    key = (key ^ key >> U(32)) + other
    key *= _SECOND
    key = (key ^ key >> U(29)) * _THIRD
    return key ^ key >> U(32)


@subkernel
def bucket_of(table: Any, key: Any) -> Any:
    return np.int64(key & U(len(table) // BUCKET - 1)) * BUCKET


@subkernel
def prefetch_bucket(table: Any, key: Any) -> None:
    """Have the bucket of a key fetched while there is other work to do."""
    prefetch(table, bucket_of(table, key))


@subkernel
def lower(data: Any) -> Any:
    return np.int64(data >> U(37) & _ALL8) - OFFSET


@subkernel
def upper(data: Any) -> Any:
    return np.int64(data >> U(29) & _ALL8) - OFFSET


@subkernel
def move_of(data: Any) -> Any:
    return np.int64(data >> U(22) & _ALL7)


@subkernel
def find(table: Any, generation: Any, key: Any) -> Any:
    """What is known about a position, 0 if nothing."""
    bucket = bucket_of(table, key)
    for at in range(bucket, bucket + BUCKET, ENTRY):
        data = table[at + 1]
        if table[at] ^ data == key and data & _ALL16 == generation:
            return data
    return ZERO


@subkernel
def work_of(nodes: int) -> int:
    """The logarithm of the nodes that an entry has cost."""
    work, left = 0, nodes
    while left > 1 and work < MAX_WORK:
        work, left = work + 1, left >> 1
    return work


@subkernel
def store(table: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    """Keep what is known: in its old place, else in an empty one, else in that of the entry that was least work."""
    work = work_of(nodes)
    data = U(low + OFFSET) << U(37) | U(high + OFFSET) << U(29) | U(move) << U(22) | U(work) << U(16) | generation
    bucket = bucket_of(table, key)
    place, least = bucket, MAX_WORK + 1
    for at in range(bucket, bucket + BUCKET, ENTRY):
        old = table[at + 1]
        is_current = old & _ALL16 == generation
        if is_current and table[at] ^ old == key:
            place = at
            break
        known: Any = np.int64(old >> U(16) & _ALL6) if is_current else -1
        if known < least:
            place, least = at, known
    table[place] = key ^ data
    table[place + 1] = data
