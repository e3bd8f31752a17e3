"""SplitMix64 compiled: the very stream of `core/rng.py`. The counter is the one element of an array."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.kernels.compiler.bridge import subkernel

# Every operand is an unsigned word: Numba makes a signed or floating number of a mixture.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FACTORS = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def make_rng(seed: int) -> NDArray[np.uint64]:
    """A stream that begins as `Rng(seed)` does."""
    return np.array([seed & (1 << 64) - 1], np.uint64)


@subkernel
def word(rng: Any) -> Any:
    """The next 64 random bits, unsigned."""
    rng[0] += _STEP
    mixed = rng[0]
    mixed = (mixed ^ (mixed >> _S30)) * _FACTORS[0]
    mixed = (mixed ^ (mixed >> _S27)) * _FACTORS[1]
    return mixed ^ (mixed >> _S31)


@subkernel
def below(rng: Any, bound: int) -> Any:
    """A number from 0 to bound - 1, signed."""
    return np.int64(((word(rng) >> _S32) * np.uint64(bound)) >> _S32)


@subkernel
def shuffle(rng: Any, items: Any, count: int) -> None:
    """Put the first `count` items into random order, in place."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]
