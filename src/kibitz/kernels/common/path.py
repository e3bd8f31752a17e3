"""Has a position come before, on the path from the root to here? For games whose positions repeat."""

from __future__ import annotations

from typing import Any

from kibitz.kernels.compiler.bridge import subkernel


@subkernel
def is_on_path(states: Any, ply: int, state: Any) -> bool:
    """Whether a position stands among those kept in rows from the root to a ply."""
    for above in range(ply, -1, -1):
        same = True
        for index in range(len(state)):
            same &= states[above, index] == state[index]
        if same:
            return True
    return False
