"""What the search of the middle game remembers: entries in the memory of the solver's table, beside the solver's own.

    word 0   key xor data
    word 1   data:  lower bound 13 bits | upper bound 13 | depth 6 | confidence 3 | best move 7 | work 6 | generation 16

The last three fields stand where the solver has them (`solvers/othello/table.py`), so that both sorts of entries can
share buckets; a key of this sort is another number than the solver's of the same position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.othello.bitboard import U
from kibitz.kernels.solvers.othello.table import BUCKET, ENTRY, MAX_WORK, bucket_of, find, move_of, work_of
from kibitz.kernels.solvers.othello.table import key_of as solver_key_of

__all__ = ["confidence_of", "depth_of", "find", "key_of", "lower", "move_of", "store", "upper"]

OFFSET = 4096  # points are -4095 … 4095
_OTHER_SORT = U(0x5BD1E9955BD1E995)
_ALL16, _ALL13, _ALL6, _ALL3 = U(0xFFFF), U(0x1FFF), U(63), U(7)


@subkernel
def key_of(mine: Any, other: Any) -> Any:
    return solver_key_of(mine, other) ^ _OTHER_SORT


@subkernel
def lower(data: Any) -> Any:
    return np.int64(data >> U(51) & _ALL13) - OFFSET


@subkernel
def upper(data: Any) -> Any:
    return np.int64(data >> U(38) & _ALL13) - OFFSET


@subkernel
def depth_of(data: Any) -> Any:
    return np.int64(data >> U(32) & _ALL6)


@subkernel
def confidence_of(data: Any) -> Any:
    return np.int64(data >> U(29) & _ALL3)


@subkernel
def store(
    table: Any, generation: Any, key: Any, low: int, high: int, move: int, depth: int, confidence: int, nodes: int
) -> None:
    """Keep what is known: in its old place if it is not less deep, else in that of the entry that was least work."""
    work = work_of(nodes)
    bucket = bucket_of(table, key)
    place, least = bucket, MAX_WORK + 1
    for at in range(bucket, bucket + BUCKET, ENTRY):
        old = table[at + 1]
        is_current = old & _ALL16 == generation
        if is_current and table[at] ^ old == key:
            known_depth, known_confidence = depth_of(old), confidence_of(old)
            if known_depth > depth or (known_depth == depth and known_confidence > confidence):
                return
            if known_depth == depth and known_confidence == confidence:
                low, high = max(low, lower(old)), min(high, upper(old))
                if low > high:  # cuts are guesses: two may contradict each other
                    low, high = min(low, high), max(low, high)
            place = at
            break
        known: Any = np.int64(old >> U(16) & _ALL6) if is_current else -1
        if known < least:
            place, least = at, known
    data = U(low + OFFSET) << U(51) | U(high + OFFSET) << U(38) | U(depth) << U(32) | U(confidence) << U(29)
    data |= U(move) << U(22) | U(work) << U(16) | generation
    table[place] = key ^ data
    table[place + 1] = data
