"""Games of random moves, from which positions are drawn that nobody chose. A seed decides them, on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.game import Game, Move, State
from kibitz.core.rng import Rng


class RandomPosition(NamedTuple):
    """A position of a random game: the move that led there, None for the first, and the moves that are legal there."""

    move: Move | None
    state: State
    legal: list[Move]


def play_randomly(
    game: Game, rng: Rng, *, start: State | None = None, plies: int | None = None
) -> Iterator[RandomPosition]:
    """The positions of a random game, to its end or after so many plies; a move is drawn when the next is asked for."""
    move, state, ply = None, game.initial() if start is None else start, 0
    while True:
        legal = game.moves(state)
        yield RandomPosition(move, state, legal)
        if not legal or ply == plies:
            return
        move = rng.choice(legal)
        state, ply = game.play(state, move), ply + 1


def random_states(game: Game, rng: Rng, plies: int | None = None) -> list[State]:
    """The positions of a random game from the start to its end, or to so many plies."""
    return [position.state for position in play_randomly(game, rng, plies=plies)]


def random_line(game: Game, rng: Rng, plies: int) -> tuple[tuple[Move, ...], State]:
    """So many random moves, fewer if the game ends before, and where they lead."""
    positions = list(play_randomly(game, rng, plies=plies))
    return tuple(position.move for position in positions if position.move is not None), positions[-1].state
