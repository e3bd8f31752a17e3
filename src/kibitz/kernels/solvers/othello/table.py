"""What the solver remembers. The data of an entry (`common/bucket_table.py`) are

    lower bound 8 bits | upper bound 8 | best move 7 | work 6 | generation 16

Of the entries in a full bucket the one that was least work gives way. A key has 64 bits of a position's 128: in a
billion look-ups two positions are taken for each other with a probability of about 10^-10.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.kernels.common.bucket_table import BUCKET, aligned, make_lookup, make_packer, make_readers, work_of
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.compiler.intrinsics import prefetch
from kibitz.kernels.solvers.othello.bitboard import ONE, U
from kibitz.search.common.free_memory import check_table_size

NO_MOVE = 64
OFFSET = 64  # scores are -64 … 64
MAX_WORK = 63
GENERATIONS = (1 << 16) - 1

MOVE_WORK_GENERATION = (7, 0), (6, 0), (16, 0)  # these stand in the same place in entries of the engine
_FIELDS = (8, OFFSET), (8, OFFSET), *MOVE_WORK_GENERATION

_FIRST, _SECOND, _THIRD = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)


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
def _bucket_of(table: Any, key: Any) -> Any:
    return np.int64(key & U(len(table) // BUCKET - 1)) * BUCKET


@subkernel
def prefetch_bucket(table: Any, key: Any) -> None:
    """Have the bucket of a key fetched while there is other work to do."""
    prefetch(table, _bucket_of(table, key))


lower, upper, move_of, _work, _generation_of = make_readers(*_FIELDS)
find, keep = make_lookup(_generation_of, _work, _bucket_of)
_pack = make_packer(*_FIELDS)


@subkernel
def logarithm(nodes: int) -> int:
    """Of the nodes that an entry has cost."""
    return work_of(nodes, 1, MAX_WORK)


@subkernel
def store(table: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    keep(table, key, _pack(low, high, move, logarithm(nodes), generation))
