"""Positions after random moves, from all over a game."""

from __future__ import annotations

from functools import lru_cache

from kibitz.core.game import Game, Move, State
from kibitz.core.random_games import random_line, random_states
from kibitz.core.rng import Rng

SURVEY = 60  # random games that tell how long a game is
PART = 0.75  # of that length, up to which positions are taken
MAX_PLIES = 400  # of a random game that goes round in circles


@lru_cache(16)
def longest_opening(game: Game) -> int:
    """Plies up to which random positions are taken: three quarters of the board's own length, or of random games'."""
    longest = max(len(random_states(game, Rng(seed), MAX_PLIES)) - 1 for seed in range(SURVEY))
    length = game.max_plies if 2 * game.max_plies < 3 * longest else longest
    return max(1, round(PART * length))


def unfinished_line(game: Game, rng: Rng, longest: int, shortest: int = 0) -> tuple[tuple[Move, ...], State]:
    """The moves to an unfinished position after so many random plies, and the position; all lengths are as likely."""
    while True:
        length = shortest + rng.below(longest - shortest + 1)
        moves, state = random_line(game, rng, length)
        if game.result(state) is None and len(moves) == length:
            return moves, state


def random_position(game: Game, rng: Rng, longest: int) -> State:
    return unfinished_line(game, rng, longest)[1]
