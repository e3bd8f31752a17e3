"""The compiled transposition table: one array, four entries of two words to a bucket of 64 bytes.

    word 0   key xor data
    word 1   data:  value 32 bits | move + 1, 14 | depth 8 | bound 2 | doubt 2 | generation 6

Threads share a table without a lock. Two that write one entry at the same time may leave halves of different entries
behind; then word 0 xor word 1 is no key that anybody looks for [Hyatt & Mann, "A lock-less transposition-table
implementation for parallel search chess engines", 2002].

Every search has a generation of its own and takes the entries of others for empty slots, so that a table is used again
without clearing it and a search still finds exactly what it would find with a new one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption
from kibitz.kernels.common.kept_tables import when_memory_is_short
from kibitz.kernels.common.large_arrays import clear
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.search.common.free_memory import free_memory

__all__ = [
    "GUESSED",
    "MAX_MOVES",
    "REDUCED",
    "Lease",
    "aligned",
    "bound_of",
    "depth_of",
    "doubt_of",
    "find",
    "lease",
    "mixed",
    "move_of",
    "pack",
    "store",
    "value_of",
]

# Doubt: what stands between a value and the truth. 0 is none: no evaluator had any part in it.
GUESSED = 1  # an evaluator guessed at the horizon
REDUCED = 2  # one guessed before the horizon, where a late move was searched less deep

MAX_MOVES = (1 << 14) - 2  # as many as an entry can tell apart
DEEPEST = 255
GENERATIONS = 63
NEW = 0  # the generation of an empty slot

ENTRY_WORDS, BUCKET_WORDS = 2, 8


# What kernels call.

_FIRST, _SECOND, _STEP = (np.uint64(c) for c in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x9E3779B97F4A7C15))
_S27, _S30, _S31, _S32, _LOW32 = (np.uint64(c) for c in (27, 30, 31, 32, (1 << 32) - 1))


@subkernel
def mixed(key: Any, word: Any) -> Any:
    """A key that depends on every bit of an earlier key and one more word (the mixing of SplitMix64)."""
    x = (np.uint64(key) ^ np.uint64(word)) + _STEP
    x = (x ^ (x >> _S30)) * _FIRST
    x = (x ^ (x >> _S27)) * _SECOND
    return np.int64(x ^ (x >> _S31))


@subkernel
def _bucket(table: Any, key: Any) -> Any:
    high = np.uint64(key) >> _S32
    return np.int64((high * np.uint64(len(table) // BUCKET_WORDS)) >> _S32) * BUCKET_WORDS


@subkernel
def pack(value: int, move: int, depth: int, bound: int, doubt: int, generation: int) -> int:
    """An entry's data; a depth too large for the entry is noted as less, which is true as well."""
    return value << 32 | (move + 1) << 18 | min(depth, DEEPEST) << 10 | bound << 8 | doubt << 6 | generation


@subkernel
def value_of(data: int) -> int:
    return data >> 32


@subkernel
def move_of(data: int) -> int:
    """-1 when none is known."""
    return (data >> 18 & (1 << 14) - 1) - 1


@subkernel
def depth_of(data: int) -> int:
    return data >> 10 & 255


@subkernel
def bound_of(data: int) -> int:
    return data >> 8 & 3


@subkernel
def doubt_of(data: int) -> int:
    return data >> 6 & 3


@subkernel
def find(table: Any, key: int, generation: int) -> int:
    """The data stored under a key in this generation, 0 if there is none."""
    bucket = _bucket(table, key)
    for at in range(bucket, bucket + BUCKET_WORDS, ENTRY_WORDS):
        data = table[at + 1]
        if table[at] ^ data == key and data & GENERATIONS == generation:
            return data
    return 0


@subkernel
def store(table: Any, key: int, data: int) -> None:
    """Keep an entry: in its old place, else in an empty slot, else in that of the shallowest entry of the bucket."""
    bucket = _bucket(table, key)
    place, least = bucket, DEEPEST + 1
    for at in range(bucket, bucket + BUCKET_WORDS, ENTRY_WORDS):
        old = table[at + 1]
        current = (old ^ data) & GENERATIONS == 0
        if current and table[at] ^ old == key:
            place = at
            break
        depth = depth_of(old) if current else -1
        if depth < least:
            place, least = at, depth
    table[place] = key ^ data
    table[place + 1] = data


# Whose table it is.


class Lease(NamedTuple):
    """A table for the time of one search, and the generation its entries belong to."""

    table: NDArray[np.int64]
    generation: int


_MAX_IDLE = 2  # tables kept for the next search
_idle: list[Lease] = []  # each with the generation that was used last
_lock = threading.Lock()


@contextmanager
def lease(mib: int, cells: NDArray[np.int64]) -> Iterator[Lease]:
    """A table of that size that nobody else uses meanwhile, one used before if there is one.

    When the cells say stop before it is clear, it must not be used; nor is it kept.
    """
    used = _take(mib)
    is_clear = True
    if used.generation in (NEW, GENERATIONS):
        is_clear = clear(used.table, cells)
        used = Lease(used.table, NEW)
    now = Lease(used.table, used.generation + 1)
    try:
        yield now
    finally:
        if is_clear:
            with _lock:
                _idle.append(now)
                del _idle[:-_MAX_IDLE]


@when_memory_is_short
def _drop_idle() -> None:
    with _lock:
        _idle.clear()


def _take(mib: int) -> Lease:
    with _lock:
        for index, idle in enumerate(_idle):
            if idle.table.nbytes == mib << 20:
                return _idle.pop(index)
    return Lease(_new_table(mib), NEW)


def _new_table(mib: int) -> NDArray[np.int64]:
    size = mib << 20
    free = free_memory()
    if size > free:
        raise BadOption(
            f"engine: table_mib={mib} is not allowed; {free >> 20} MiB of memory are free here; take a smaller table."
        )
    return aligned(size).view(np.int64)


def aligned(size: int) -> NDArray[np.uint64]:
    """Zeros, so many bytes, that begin where a line of the processor's cache begins: one bucket is one line."""
    words = np.zeros((size + 64) // 8, np.uint64)
    skip = -words.ctypes.data % 64 // 8
    return words[skip : skip + size // 8]
