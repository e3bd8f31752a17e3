"""How long to think about a move, from the time that another program says is left."""

from __future__ import annotations

MOVES_TO_COME = 20  # moves that the time left is spread over
MARGIN = 0.95  # of the time is used; the rest is for sending and receiving


def share_time(left: float, increment: float = 0.0, moves: int | None = None, to_come: int | None = None) -> float:
    """Seconds for the next move, if this many are left for so many moves or for the rest of the game.

    `to_come`: over how many moves the game would spread the rest, see `Game.decisions_left`.
    """
    if moves:
        return MARGIN * left / moves
    return MARGIN * min(left / (to_come or MOVES_TO_COME) + increment, left)
