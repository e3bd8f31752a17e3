"""What the rules need to know about sets of cells kept as the bits of an int."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["bits", "popcount", "right", "word"]


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def word(number: int) -> int:
    """A number as a 64-bit word. Compiled code has signed words only: for it, a mask with bit 63 set must pass here."""
    return number


def right(word: int, step: int) -> int:
    """The word shifted right, zeros coming in. Compiled code would copy bit 63; only a board of 64 cells has one."""
    return word >> step


def bits(word: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first."""
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest
