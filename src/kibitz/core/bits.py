"""What the rules need to know about sets of cells kept as the bits of an int."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["bits", "popcount"]


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def bits(word: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first."""
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest
