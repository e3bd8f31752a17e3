"""How long to think for a move, by the clock another program keeps for us."""

from __future__ import annotations

__all__ = ["share_of_rest"]

MOVES_TO_COME = 20  # moves that the time left over is meant for
MARGIN = 0.95  # of the time is used; the rest is for the way there and back


def share_of_rest(left: float, increment: float = 0.0, moves: int | None = None) -> float:
    """Seconds for the next move of a side with so many left, for so many moves or for the rest of the game."""
    if moves:
        return MARGIN * left / moves
    return MARGIN * min(left / MOVES_TO_COME + increment, left)
