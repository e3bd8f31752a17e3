"""Operations on a set of cells stored as the bits of an int."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence


class WideInt(int):
    """A constant of the rules of a large board: compiled code makes it a number of that many 64-bit words."""

    words: int

    def __new__(cls, number: int, words: int) -> WideInt:
        wide = super().__new__(cls, number)
        wide.words = words
        return wide


def popcount(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def word(number: int) -> int:
    """A number as a 64-bit word. Compiled code has signed words only, so a mask with bit 63 set must pass here."""
    return number


def shift_right(word: int, step: int) -> int:
    """The word shifted right, filled with zeros. Compiled code would copy bit 63, which only a 64-cell board uses."""
    return word >> step


def bit_at(word: int, index: int) -> int:
    """1 if the bit is set, else 0: an ordinary number even where the word is a wide one."""
    return word >> index & 1


def write_bits(word: int, out: MutableSequence[int]) -> int:
    """Write the numbers of the set bits, lowest first; returns how many."""
    count = 0
    for bit in bits(word):
        out[count] = bit
        count += 1
    return count


def bits(word: int) -> Iterator[int]:
    """The numbers of the set bits, lowest first."""
    while word:
        lowest = word & -word
        yield lowest.bit_length() - 1
        word ^= lowest
