"""What a node of a compiled Monte Carlo tree is worth to the side that chose to come there.

The field `move` of a node says which move led there and, in its sign bit, whether the side that made it moves again;
`low` and `high` enclose the exact result for the side to move there.
"""

from __future__ import annotations

from typing import Any

from kibitz.kernels.compiler.bridge import subkernel

MOVES_AGAIN = -(1 << 31)
MOVE = ~MOVES_AGAIN  # the other bits of `move`


@subkernel
def least_of(tree: Any, node: int) -> int:
    """What the side that chose to come to a node gets at least."""
    return tree[node].low if tree[node].move < 0 else -tree[node].high


@subkernel
def most_of(tree: Any, node: int) -> int:
    return tree[node].high if tree[node].move < 0 else -tree[node].low
