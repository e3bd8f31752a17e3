"""What the search of the middle game remembers: entries in the memory of the solver's table, beside the solver's own.

The data of an entry (`common/bucket_table.py`) are

    lower bound 13 bits | upper bound 13 | depth 6 | confidence 3 | best move 7 | work 6 | generation 16

The last three fields stand where the solver has them (`solvers/othello/table.py`), so that both sorts of entries can
share buckets; a key of this sort is another number than the solver's of the same position.
"""

from __future__ import annotations

from typing import Any

from kibitz.kernels.common.bucket_table import make_packer, make_readers
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.othello.bitboard import ZERO, U
from kibitz.kernels.solvers.othello.table import MOVE_WORK_GENERATION, find, keep, logarithm
from kibitz.kernels.solvers.othello.table import key_of as solver_key_of

OFFSET = 4096  # points are -4095 … 4095
_FIELDS = (13, OFFSET), (13, OFFSET), (6, 0), (3, 0), *MOVE_WORK_GENERATION
_OTHER_SORT = U(0x5BD1E9955BD1E995)

lower, upper, depth_of, confidence_of, move_of, _, _ = make_readers(*_FIELDS)
_pack = make_packer(*_FIELDS)


@subkernel
def key_of(mine: Any, other: Any) -> Any:
    return solver_key_of(mine, other) ^ _OTHER_SORT


@subkernel
def store(
    table: Any, generation: Any, key: Any, low: int, high: int, move: int, depth: int, confidence: int, nodes: int
) -> None:
    """Keep what is known, unless more is known already; of one depth and confidence, both bounds count."""
    known = find(table, generation, key)
    if known != ZERO:
        if depth_of(known) > depth or (depth_of(known) == depth and confidence_of(known) > confidence):
            return
        if depth_of(known) == depth and confidence_of(known) == confidence:
            low, high = max(low, lower(known)), min(high, upper(known))
            if low > high:  # cuts are guesses: two may contradict each other
                low, high = min(low, high), max(low, high)
    keep(table, key, _pack(low, high, depth, confidence, move, logarithm(nodes), generation))
