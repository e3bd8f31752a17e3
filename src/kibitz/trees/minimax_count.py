"""How many nodes minimax visits, counted without visiting each: what is below a position is counted once."""

from __future__ import annotations

from kibitz.core.game import Game, State

MAX_COUNTED = 25_000  # positions, which take about a second
MAX_PLIES = 200


class _TooManyPositions(Exception):
    pass


def count_minimax(game: Game, state: State, depth: int, *, most: int = MAX_COUNTED) -> int | None:
    """The nodes of minimax to this depth, the root included; None if that takes more than `most` positions to count."""
    if game.repeats:  # then it depends on the path where a game ends
        return None
    known: dict[tuple[State, int], int] = {}

    def count(here: State, left: int, ply: int) -> int:
        if left == 0 or game.result(here) is not None:
            return 1
        found = known.get((here, left))
        if found is None:
            if len(known) >= most or ply > MAX_PLIES:
                raise _TooManyPositions
            found = 1 + sum(count(game.play(here, move), left - 1, ply + 1) for move in game.moves(here))
            known[here, left] = found
        return found

    try:
        return count(state, depth, 0)
    except _TooManyPositions:
        return None
