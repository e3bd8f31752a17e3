"""Operations on a set of cells stored as the bits of an int."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["bits", "popcount", "shift_right", "word"]


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def word(number: int) -> int:
    """A number as a 64-bit word. Compiled code has signed words only, so a mask with bit 63 set must pass here."""
    return number


def shift_right(word: int, step: int) -> int:
    """The word shifted right, filled with zeros. Compiled code would copy bit 63, which only a 64-cell board uses."""
    return word >> step


def bits(word: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first."""
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest
