"""TD(λ) on n-tuples: games of a learner against itself, and what it learns from each.

A position is worth to the side to move what the best move from it is worth. In each position of a game

    B(t) = the best move's value: of a finished game its result, of another position the learner's own guess
    G(t) = B(t)                                  if a random move was played instead, or the game was given up
           (1 - λ) B(t) + λ (±G(t + 1))          otherwise; - if it is the other side's turn then
    δ(t) = G(t) - V(t)                           and every weight of the position moves by α δ(t) / (how many there are)

which is the forward view of TD(λ) [Sutton & Barto, "Reinforcement learning", 2018, 12.1], learned from when the game is
over, last position first. As with Watkins's Q(λ), what follows a random move is no news about the moves before it.

With temporal coherence [Beal & Smith, "Temporal coherence and prediction decay in TD learning", 1999; for n-tuples
Bagheri, Thill, Koch & Konen, "Online adaptable learning rates for the game Connect-4", 2016] every weight has a step
size of its own, |sum of its changes| / sum of |its changes|: one that is pushed to and fro comes to rest.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import ONGOING, Game
from kibitz.kernels.common.control import NODES, STOP
from kibitz.kernels.common.rng import below
from kibitz.kernels.compiler.bridge import (
    kernel,
    moves,
    play,
    repeats,
    repetition,
    result,
    seen_from,
    state_words,
    subkernel,
)
from kibitz.kernels.compiler.intrinsics import keep_state, kept_state
from kibitz.kernels.learning.tuple_sums import add_weights, find_side, make_arrays, update_indexes
from kibitz.learned.tuple_layout import TupleLayout

WON = 1e6  # a sum beyond all others: the game is won
EQUAL = 1e-5  # two sums so near each other differ by rounding alone, as those of mirror images do
FINE = 1 << 30  # parts into which chances are divided
MAX_OPENINGS = 1_000  # random openings that end a game, before one begins at the beginning
LONG_GAME = 200  # plies after which a game in which positions repeat is given up
MAX_PLIES = 4_000  # of any other


class TDWeights(NamedTuple):
    """What is learned: the weights, and for temporal coherence the sums of their changes, with and without sign."""

    weights: NDArray[np.float32]
    changes: NDArray[np.float32]  # weights, 2

    @classmethod
    def zeros(cls, count: int) -> TDWeights:
        return cls(np.zeros(count, np.float32), np.zeros((count, 2), np.float32))


class TDSettings(NamedTuple):
    """How games are played and learned from. `epsilon` goes to `last_epsilon` in the course of `games`."""

    games: int
    alpha: float
    trace: float
    epsilon: float
    last_epsilon: float
    openings: int  # random plies at the beginning of a game, at most
    is_coherent: bool  # whether step sizes adapt
    seed: np.uint64  # game number n has the random numbers of Rng(seed + n)


class Workspace(NamedTuple):
    """What one thread writes to: moves, indexes of the tuples, and the course of a game, a row a ply."""

    room: NDArray[np.int64]
    indexes: NDArray[np.uint16]
    states: NDArray[np.int64]
    best: NDArray[np.float64]  # B(t)
    signs: NDArray[np.int64]  # 1 or -1: G(t + 1) as the side to move at t sees it; 0 if it is no news
    rng: NDArray[np.uint64]


def play_games(
    game: Game,
    layout: TupleLayout,
    learned: TDWeights,
    settings: TDSettings,
    first: int,
    count: int,
    cells: NDArray[np.int64],
) -> int:
    """Play the games of these numbers and learn from them; how many were played before `cells` said to stop.

    What happens depends on the weights, the settings and the numbers of the games alone, unless another thread learns
    on the same weights.
    """
    longest = LONG_GAME if game.repeats else min(game.max_plies, MAX_PLIES)
    workspace = Workspace(
        np.empty(game.num_moves, np.int64),
        np.zeros(layout.images, np.uint16),
        np.zeros((longest + 1, game.words), np.int64),
        np.zeros(longest, np.float64),
        np.zeros(longest, np.int64),
        np.zeros(1, np.uint64),
    )
    root, nothing = state_words(game, game.initial()), (0,) * game.words
    arrays = make_arrays(layout, game.words)
    return int(_play_games(game, root, nothing, arrays, learned, settings, first, count, workspace, cells))


@kernel
def _play_games(
    game: Any,
    root: Any,
    nothing: Any,
    layout: Any,
    learned: Any,
    settings: Any,
    first: int,
    count: int,
    workspace: Any,
    cells: Any,
) -> int:
    for number in range(count):
        if cells[STOP] != 0:
            return number
        workspace.rng[0] = settings.seed + np.uint64(first + number)
        part = min(1.0, (first + number) / settings.games)
        epsilon = settings.epsilon + part * (settings.last_epsilon - settings.epsilon)
        start = play_opening(game, root, settings.openings, workspace.room, workspace.rng)
        length = play_game(game, start, nothing, layout, learned.weights, epsilon, workspace)
        learn_game(layout, nothing, learned, workspace, length, settings)
        cells[NODES] += length
    return count


@subkernel
def play_opening(game: Any, root: Any, longest: int, room: Any, rng: Any) -> Any:
    """A position after random moves, in which the game is not over; every number of moves is as likely."""
    for _ in range(MAX_OPENINGS):
        state, plies = root, below(rng, longest + 1)
        while plies > 0:
            state = play(game, state, room[below(rng, moves(game, state, room))])
            if result(game, state) != ONGOING:
                break
            plies -= 1
        if plies == 0:
            return state
    return root


@subkernel
def play_game(game: Any, start: Any, nothing: Any, layout: Any, weights: Any, epsilon: float, workspace: Any) -> int:
    """Play to the end, and write down what is learned from; how many positions."""
    room, indexes, states = workspace.room, workspace.indexes, workspace.states
    best, signs, rng = workspace.best, workspace.signs, workspace.rng
    state, looked_at, length = start, start, 0
    indexes[:] = 0
    update_indexes(layout, nothing, start, indexes)
    while length < len(best):
        # 1. The best move, any of them if there are several.
        count = moves(game, state, room)
        best_sum, chosen, equals = -np.inf, 0, 0
        for place in range(count):
            after = play(game, state, room[place])
            ending = result(game, after)
            if ending == ONGOING:
                update_indexes(layout, looked_at, after, indexes)
                looked_at = after
                total = float(add_weights(layout, find_side(layout, after), indexes, weights, np.float32(0.0)))
            else:
                total = WON * ((ending > 0) - (ending < 0))
            total = seen_from(game, state, after, total)  # type: ignore[arg-type]  # any number
            if total > best_sum + EQUAL:
                best_sum, chosen, equals = total, place, 1
            elif total >= best_sum - EQUAL:
                equals += 1
                if below(rng, equals) == 0:
                    chosen = place
        # 2. Perhaps a random one in its place.
        is_random = below(rng, FINE) < epsilon * FINE
        played = below(rng, count) if is_random else chosen
        after = play(game, state, room[played])
        # 3. Write it down.
        keep_state(states, length, state)
        best[length] = math.tanh(best_sum)
        is_over = result(game, after) != ONGOING
        signs[length] = 0 if is_over or played != chosen else seen_from(game, state, after, 1)
        length += 1
        if is_over:
            return length
        if repeats(game) and has_been(states, length, after):
            # The game is over: what follows is what a repetition is worth.
            if signs[length - 1] != 0:
                best[length - 1] = seen_from(game, state, after, repetition(game))
                signs[length - 1] = 0
            return length
        state = after
    signs[length - 1] = 0
    return length


@subkernel
def has_been(states: Any, count: int, state: Any) -> bool:
    """Whether a position is among the first ones of a game."""
    for row in range(count):
        differs = False
        for number in range(len(state)):
            differs = differs or states[row, number] != state[number]
        if not differs:
            return True
    return False


@subkernel
def learn_game(layout: Any, nothing: Any, learned: Any, workspace: Any, length: int, settings: Any) -> None:
    """Let every position of a game learn from what followed it, the last one first."""
    indexes, states, best, signs = workspace.indexes, workspace.states, workspace.best, workspace.signs
    weights = learned.weights
    indexes[:] = 0
    before, following = nothing, 0.0
    for ply in range(length - 1, -1, -1):
        target = best[ply]
        if signs[ply] != 0:
            target += settings.trace * (signs[ply] * following - target)
        following = target
        state = kept_state(states, ply, nothing)
        update_indexes(layout, before, state, indexes)
        before = state
        side = find_side(layout, state)
        value = math.tanh(float(add_weights(layout, side, indexes, weights, np.float32(0.0))))
        push_weights(layout, side, indexes, learned, target - value, settings)


@subkernel
def push_weights(layout: Any, side: Any, indexes: Any, learned: Any, error: float, settings: Any) -> None:
    """Move every weight of a position by its part of the error."""
    weights, changes, starts, count = learned.weights, learned.changes, layout.starts, len(indexes)
    change, step = np.float32(error), np.float32(settings.alpha * error / count)
    size = abs(change)
    for image in range(count):
        place = side + starts[image] + indexes[image]
        if settings.is_coherent:
            net, gross = changes[place, 0], changes[place, 1]
            weights[place] += step if gross == 0 else step * (abs(net) / gross)
            changes[place, 0] = net + change
            changes[place, 1] = gross + size
        else:
            weights[place] += step
