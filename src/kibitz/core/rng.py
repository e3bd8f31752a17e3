"""The random number generator of Kibitz, so that a seed means the same everywhere.

SplitMix64 [Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014]: a counter stepped by a
constant, and a mixing function. Both are plain arithmetic on 64-bit words, so compiled code gets the same stream.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_WORD = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _mix(word: int) -> int:
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


class Rng:
    """A seeded stream of 64-bit words, and numbers, choices and shuffles made from it."""

    def __init__(self, seed: int) -> None:
        self._counter = seed & _WORD

    def word(self) -> int:
        """The next 64 random bits."""
        self._counter = (self._counter + _STEP) & _WORD
        return _mix(self._counter)

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1; the bias is below bound / 2**32."""
        return ((self.word() >> 32) * bound) >> 32

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into random order, in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
