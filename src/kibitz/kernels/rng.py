"""The random stream of `core.rng`, compiled. The counter lies in an array of one unsigned word."""

from __future__ import annotations

import numpy as np

from kibitz.kernels.bridge import kernel

__all__ = ["below", "random_word", "shuffle"]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@kernel
def random_word(counter):
    """The next 64 random bits."""
    counter[0] += _STEP
    word = counter[0]
    word = (word ^ (word >> np.uint64(30))) * _FIRST
    word = (word ^ (word >> np.uint64(27))) * _SECOND
    return word ^ (word >> np.uint64(31))


@kernel
def below(counter, bound):
    """A number from 0 to bound - 1."""
    return np.int64(((random_word(counter) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@kernel
def shuffle(counter, items, count):
    """Put the first `count` items into random order, in place (Fisher and Yates)."""
    for last in range(count - 1, 0, -1):
        other = below(counter, last + 1)
        items[last], items[other] = items[other], items[last]
