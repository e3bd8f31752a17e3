"""The compiled transposition table. The data of an entry (`bucket_table.py`) are

    value 32 bits | move 14 | depth 8 | bound 2 | doubt 2 | generation 6

Of the entries in a full bucket the shallowest gives way.

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
from kibitz.kernels.common.bucket_table import aligned, make_lookup, make_packer, make_readers
from kibitz.kernels.common.kept_tables import when_memory_is_short
from kibitz.kernels.common.large_arrays import clear
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.search.common.free_memory import free_memory

# Doubt: what stands between a value and the truth. 0 is none: no evaluator had any part in it.
GUESSED = 1  # an evaluator guessed at the horizon
REDUCED = 2  # one guessed before the horizon, where a late move was searched less deep

MAX_MOVES = (1 << 14) - 2  # as many as an entry can tell apart
DEEPEST = 255
GENERATIONS = 63
NEW = 0  # the generation of an empty slot


# What kernels call.

_FIRST, _SECOND, _STEP = (np.uint64(c) for c in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x9E3779B97F4A7C15))
_S27, _S30, _S31 = (np.uint64(c) for c in (27, 30, 31))


@subkernel
def mixed(key: Any, word: Any) -> Any:
    """A key that depends on every bit of an earlier key and one more word (the mixing of SplitMix64)."""
    x = (np.uint64(key) ^ np.uint64(word)) + _STEP
    x = (x ^ (x >> _S30)) * _FIRST
    x = (x ^ (x >> _S27)) * _SECOND
    return np.int64(x ^ (x >> _S31))


# Value, move, depth, bound, doubt, generation.
_FIELDS = (32, 1 << 31), (14, 1), (8, 0), (2, 0), (2, 0), (6, 0)

value_of, move_of, depth_of, bound_of, doubt_of, _generation_of = make_readers(*_FIELDS)
find, store = make_lookup(_generation_of, depth_of)
_pack = make_packer(*_FIELDS)


@subkernel
def pack(value: int, move: int, depth: int, bound: int, doubt: int, generation: int) -> Any:
    """An entry's data; a depth too large for the entry is noted as less, which is true as well. Move -1: none known."""
    return _pack(value, move, min(depth, DEEPEST), bound, doubt, generation)


# Whose table it is.


class Lease(NamedTuple):
    """A table for the time of one search, and the generation its entries belong to."""

    table: NDArray[np.uint64]
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


def _new_table(mib: int) -> NDArray[np.uint64]:
    size = mib << 20
    free = free_memory()
    if size > free:
        raise BadOption(
            f"engine: table_mib={mib} is not allowed; {free >> 20} MiB of memory are free here; take a smaller table."
        )
    return aligned(size)
