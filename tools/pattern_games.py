"""Games that Kibitz plays with itself to learn Othello from, and what their positions are worth.

A game begins with some random moves. From there on both sides look a few plies ahead with an evaluator, and every
move's value is blurred a little, so that no two games are alike. Every position after the random moves is kept.

A position with at most `solved` free cells is worth what the exact solver says. An earlier one is worth what
the first such position of its game is worth: the moves in between are thought to be good on both sides.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import ONGOING, Game
from kibitz.core.score import INFINITY, final
from kibitz.games.othello import Othello
from kibitz.kernels.alphabeta.tree_walk import make_memory, walk
from kibitz.kernels.common.rng import below, make_rng
from kibitz.kernels.compiler.bridge import kernel, moves, play, result, state_words
from kibitz.kernels.solvers.othello.solver import OthelloSolver

__all__ = ["Play", "Positions", "play_games", "solved_worth"]

LONGEST = 128  # plies of a game, passes included
NO_LIMIT = 1 << 62
SOLVER_MIB = 64


class Play(NamedTuple):
    """How the games are played; `blur` is in the evaluator's own units."""

    depth: int
    blur: int
    fewest_random: int = 4
    most_random: int = 20


class Positions(NamedTuple):
    """Positions as they came up: discs of the side to move and of the other, whose turn, and the game's number."""

    own: NDArray[np.uint64]
    other: NDArray[np.uint64]
    turn: NDArray[np.int64]
    game: NDArray[np.int64]


def play_games(game: Game, evaluator: Evaluator, weights: Any, how: Play, seed: int, count: int) -> Positions:
    """That many games; the same for the same seed. `weights` as kernels take them, the table behind them."""
    memory, cells, rng = make_memory(game, evaluator, how.depth, seed), np.zeros(8, np.int64), make_rng(seed)
    out, found = np.zeros((LONGEST, 3), np.int64), []
    buffer = np.zeros(game.num_moves, np.int64)
    for number in range(count):
        length = _play_game(game, evaluator, weights, state_words(game.initial()), how, rng, buffer, memory, cells, out)
        kept = np.empty((length, 4), np.int64)
        kept[:, :3], kept[:, 3] = out[:length], number
        found.append(kept)
    rows = np.concatenate(found)
    return Positions(rows[:, 0].view(np.uint64), rows[:, 1].view(np.uint64), rows[:, 2], rows[:, 3])


@kernel
def _play_game(game, evaluator, weights, root, how, rng, buffer, memory, cells, out):
    """One game; how many positions were written to `out`."""
    state, kept = root, 0
    randomly = how.fewest_random + below(rng, how.most_random - how.fewest_random + 1)
    while result(game, state) == ONGOING:
        count = moves(game, state, buffer)
        chosen = buffer[0]
        if randomly > 0:
            randomly -= 1
            chosen = buffer[below(rng, count)]
        else:
            out[kept, 0], out[kept, 1], out[kept, 2] = state[0], state[1], state[2]
            kept += 1
            best = -INFINITY
            for index in range(count if count > 1 else 0):
                child = play(game, state, buffer[index])
                outcome = result(game, child)
                if outcome == ONGOING:
                    value = -walk(
                        game, evaluator, weights, None, None, child, buffer[index], 1, how.depth, -INFINITY,
                        how.blur + 1 - best, False, memory, NO_LIMIT, cells, None,
                    )  # fmt: skip
                else:
                    value = -final(outcome, 1, False)
                value += below(rng, 2 * how.blur + 1) - how.blur
                if value > best:
                    best, chosen = value, buffer[index]
        state = play(game, state, chosen)
    return kept


def solved_worth(game: Othello, found: Positions, solved: int) -> NDArray[np.int64]:
    """What each position is worth to its side to move, in discs; those with at most `solved` free cells exactly."""
    free = 64 - np.bitwise_count(found.own | found.other).astype(np.int64)
    late = np.flatnonzero(free <= solved)
    worth = np.zeros(len(free), np.int64)
    worth[late] = _solve(game, found.own[late], found.other[late])
    games, first = np.unique(found.game[late], return_index=True)  # of each game the first that is solved
    at_first = np.zeros(int(found.game.max()) + 1, np.int64)
    black = np.where(found.turn[late[first]] == 0, 1, -1)
    at_first[games] = worth[late[first]] * black
    early = np.flatnonzero(free > solved)
    worth[early] = at_first[found.game[early]] * np.where(found.turn[early] == 0, 1, -1)
    return worth


def _solve(game: Othello, own: NDArray[np.uint64], other: NDArray[np.uint64]) -> list[int]:
    """The exact scores for the side to move."""
    states = [(mine, theirs, 0) for mine, theirs in zip(own.tolist(), other.tolist(), strict=True)]
    return [found.score for found in _solver(game).solve_all(states)]


@functools.cache
def _solver(game: Othello) -> OthelloSolver:
    return OthelloSolver(game, SOLVER_MIB)
