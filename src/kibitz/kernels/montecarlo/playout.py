"""Games of random moves to the end, many in one call: what the odds are, and how fast the rules run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz.core.errors import BadOption
from kibitz.core.game import ONGOING, Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag
from kibitz.kernels.common.control import NODES, STOP, Control
from kibitz.kernels.common.rng import below, make_rng
from kibitz.kernels.compiler.bridge import (
    kernel,
    moves,
    play,
    repeats,
    repetition,
    result,
    seen_from,
    state_words,
)
from kibitz.search.mcts import LONG_PLAYOUT


@dataclass(frozen=True)
class PlayoutTally:
    """How games ended, for the side that began them; `points` adds up their results, `plies` their lengths."""

    wins: int
    draws: int
    losses: int
    points: int
    plies: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


def play_random_games(
    game: Game, state: State, count: int, *, seed: int = 0, stop: StopFlag | None = None
) -> PlayoutTally:
    """Play that many games from a position, every legal move as likely as the others.

    Where positions repeat, a game that goes on for `LONG_PLAYOUT` plies is given up and counts as a repetition, a draw.
    The games follow one stream of random numbers, the same as `Rng(seed)`, one number a move. When the flag is raised
    the games finished so far count.
    """
    if count < 0:
        raise BadOption(f"count={count} is not allowed; give a number of games, 0 or more.")
    with Control(Limits(), stop) as control:
        wins, draws, losses, points, plies = _play_games(
            game, state_words(game, state), make_rng(seed), count, np.empty(game.num_moves, np.int64), control.cells
        )
    if game.to_move(state) == 1:
        wins, losses, points = losses, wins, -points
    return PlayoutTally(wins, draws, losses, points, plies)


@kernel
def _play_games(game: Any, root: Any, rng: Any, count: int, room: Any, cells: Any) -> Any:
    """Wins, draws, losses and points of the side to move at the root, and plies."""
    wins, draws, losses, points, plies = 0, 0, 0, 0, 0
    for _ in range(count):
        if cells[STOP] != 0:
            break
        state, length, sign = root, 0, 1
        value = result(game, state)
        while value == ONGOING:
            after = play(game, state, room[below(rng, moves(game, state, room))])
            sign = seen_from(game, state, after, sign)  # a result is for the side to move at the end
            state = after
            value = result(game, state)
            length += 1
            if repeats(game) and length == LONG_PLAYOUT and value == ONGOING:
                value = repetition(game)
        value = sign * value
        wins += value > 0
        draws += value == 0
        losses += value < 0
        points += value
        plies += length
        cells[NODES] = plies
    return wins, draws, losses, points, plies
