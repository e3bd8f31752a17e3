"""What the solver remembers: one word a position, eight words a bucket, so that a look-up touches one line of cache.

    part of the key | generation | lower bound 6 bits | upper bound 6 | best move 4 | work 4

The key times an odd number, modulo 2 to the number of bits a key has, is a key just as good (the product can be taken
back) whose upper bits depend on all the others: they choose the bucket, the rest is stored. So two positions are never
mistaken for each other. A word is written at once: threads share a table without a lock and never see half an entry.

An entry of another generation is an empty place: a new generation forgets everything without touching the memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from kibitz.core.errors import BadOption
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.connect_four.board import ONE, ZERO, U
from kibitz.kernels.table import aligned, free_memory

__all__ = ["DATA_BITS", "NO_MOVE", "Memory", "find", "lower", "move_of", "store", "upper"]

DATA_BITS = 20
OFFSET = 32  # scores are -32 … 31: a board has at most 63 cells
NO_MOVE = 15
MOST_WORK = 15
BUCKET = 8

_MIX = U(0x9E3779B97F4A7C15)
_ALL6, _ALL4 = U(63), U(15)


class Memory:
    """A table for one game, and the generation that counts."""

    def __init__(self, game: ConnectFour, mib: int) -> None:
        free = free_memory()
        if mib < 1 or mib << 20 > free:
            raise BadOption(
                f"table_mib={mib} will not do; give a number of MiB from 1 to {free >> 20}, what is free here."
            )
        buckets = 1 << ((mib << 20) // 64).bit_length() - 1
        key_bits = game.width * (game.height + 1)
        self.index_bits = min(buckets.bit_length() - 1, key_bits)
        self.part_bits = key_bits - self.index_bits
        self.generations = (1 << 64 - DATA_BITS - self.part_bits) - 1 if self.part_bits < 64 - DATA_BITS else 0
        if self.generations < 1:
            least = (1 << key_bits - (63 - DATA_BITS)) * 64 >> 20
            raise BadOption(f"table_mib={mib} is too small for {game}, which needs at least {least}.")
        self.words = aligned(64 << self.index_bits)
        self.generation = 1

    @property
    def layout(self) -> tuple[int, int]:
        """Bits of a key that choose the bucket, and bits that are stored."""
        return self.index_bits, self.part_bits

    def forget(self) -> None:
        self.generation += 1
        if self.generation > self.generations:
            self.words.fill(0)
            self.generation = 1


@register_jitable
def _place(key: Any, layout: Any) -> Any:
    """Where the bucket of a key begins, and what of the key is to be stored, in the highest bits."""
    index_bits, part_bits = layout
    mixed = (key * _MIX) << U(64 - index_bits - part_bits)
    return np.int64(mixed >> U(64 - index_bits)) * BUCKET if index_bits else 0, mixed << U(index_bits)


@register_jitable
def lower(data: Any) -> Any:
    return np.int64(data >> U(14) & _ALL6) - OFFSET


@register_jitable
def upper(data: Any) -> Any:
    return np.int64(data >> U(8) & _ALL6) - OFFSET


@register_jitable
def move_of(data: Any) -> Any:
    return np.int64(data >> U(4) & _ALL4)


@register_jitable
def find(table: Any, layout: Any, generation: Any, key: Any) -> Any:
    """The entry of a position, 0 if there is none."""
    bucket, part = _place(key, layout)
    head = part | generation << U(DATA_BITS)
    for at in range(bucket, bucket + BUCKET):
        entry = table[at]
        if (entry ^ head) >> U(DATA_BITS) == ZERO:
            return entry
    return ZERO


@register_jitable
def store(table: Any, layout: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int) -> None:
    """Keep an entry: in its old place, else in an empty one, else in that of the entry that was least work."""
    bucket, part = _place(key, layout)
    head = part | generation << U(DATA_BITS)
    generation_mask = (ONE << U(64 - DATA_BITS - layout[1])) - ONE
    work, left = 0, nodes
    while left > 1 and work < MOST_WORK:
        work, left = work + 1, left >> 2
    data = U(low + OFFSET) << U(14) | U(high + OFFSET) << U(8) | U(move) << U(4) | U(work)
    place, least = bucket, MOST_WORK + 1
    for at in range(bucket, bucket + BUCKET):
        entry = table[at]
        if (entry ^ head) >> U(DATA_BITS) == ZERO:
            place = at
            break
        known: Any = np.int64(entry & _ALL4) if (entry >> U(DATA_BITS)) & generation_mask == generation else -1
        if known < least:
            place, least = at, known
    table[place] = head | data
