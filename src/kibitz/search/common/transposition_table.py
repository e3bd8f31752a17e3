"""Transposition tables: what was found out about a position, kept for when another order of moves leads to it.

A table has a fixed number of slots. When two positions want the same slot, the replacement scheme decides; the names
follow Breuker, Uiterwijk & van den Herik, "Replacement schemes for transposition tables" (1994).
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from kibitz.core.game import Move, State
from kibitz.core.score import Bound

NO_MOVE = -1


class TableEntry(NamedTuple):
    """A value, as `score.to_table` gives it, found by searching `depth` plies below the position."""

    state: State
    depth: int
    value: int
    bound: Bound
    move: Move


class TranspositionTable:
    """Base: one slot for each remainder of the hash. The whole state is kept, so that an answer is never wrong.

    Slots come into being as they are filled: a large table costs a small search nothing.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.slots: dict[int, TableEntry] = {}

    def find(self, state: State) -> TableEntry | None:
        entry = self.slots.get(hash(state) % self.size)
        return entry if entry is not None and entry.state == state else None

    def store(self, entry: TableEntry) -> None:
        raise NotImplementedError

    def memory(self) -> int:
        """Bytes taken, the ints in the entries left out."""
        entry = next(iter(self.slots.values()), None)
        each = 0 if entry is None else sys.getsizeof(entry) + sys.getsizeof(entry.state)
        return sys.getsizeof(self.slots) + len(self.slots) * each


class Newest(TranspositionTable):
    """The newcomer always takes the slot."""

    def store(self, entry: TableEntry) -> None:
        self.slots[hash(entry.state) % self.size] = entry


class Deeper(TranspositionTable):
    """The newcomer takes the slot of another position only if it was searched at least as deep."""

    def store(self, entry: TableEntry) -> None:
        index = hash(entry.state) % self.size
        old = self.slots.get(index)
        if old is None or old.state == entry.state or entry.depth >= old.depth:
            self.slots[index] = entry


class TwoTier(TranspositionTable):
    """Two slots side by side: one keeps the deeper result, the other takes whatever comes."""

    def __init__(self, size: int) -> None:
        super().__init__(max(2, size - size % 2))

    def find(self, state: State) -> TableEntry | None:
        index = hash(state) % (self.size // 2) * 2
        for slot in (index, index + 1):
            entry = self.slots.get(slot)
            if entry is not None and entry.state == state:
                return entry
        return None

    def store(self, entry: TableEntry) -> None:
        index = hash(entry.state) % (self.size // 2) * 2
        old = self.slots.get(index)
        if old is None or old.state == entry.state:
            self.slots[index] = entry
        elif entry.depth >= old.depth:
            self.slots[index], self.slots[index + 1] = entry, old
        else:
            self.slots[index + 1] = entry


SCHEMES: dict[str, type[TranspositionTable]] = {"newest": Newest, "deeper": Deeper, "two-tier": TwoTier}


def make_transposition_table(scheme: str, size: int) -> TranspositionTable | None:
    """A table of so many slots by the name of its scheme; "off" is none at all."""
    return None if scheme == "off" else SCHEMES[scheme](size)
