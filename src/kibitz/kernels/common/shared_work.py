"""Which positions threads are at, so that they leave moves to each other.

Threads that ask the same question share a table and a list of the positions they are at. All follow the first move of
a position, which most often settles it; of the others, each takes one that nobody is busy with, and goes back as soon
as another has answered a position above its own [after Kerrigan's simplified form of Weill, "The ABDADA distributed
minimax search algorithm", 1996].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.kernels.compiler.bridge import subkernel

ALONE = 9999  # more cells than a board has: from so many free ones on, work is shared out
BUSY_BITS = 10  # places for positions that threads are at

_SHIFT, _NOBODY = np.uint64(64 - BUSY_BITS), np.uint64(0)


@subkernel
def enter(busy: Any, key: Any) -> None:
    """Tell the other threads that this one is at a position, by its mixed key; two may overwrite each other's."""
    busy[key >> _SHIFT] = key


@subkernel
def leave(busy: Any, key: Any) -> None:
    if busy[key >> _SHIFT] == key:
        busy[key >> _SHIFT] = _NOBODY


@subkernel
def is_busy(busy: Any, key: Any) -> bool:
    return bool(key != _NOBODY and busy[key >> _SHIFT] == key)
