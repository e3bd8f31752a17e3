"""Imitation of perfect play: a network is shown positions with the moves that keep the result, and learns to find them.

For games that can be solved, or whose later part can. The positions come from random games and from games that the
network itself goes on with, so that it is also shown where its own mistakes lead [Ross, Gordon & Bagnell, "A reduction
of imitation learning and structured prediction to no-regret online learning", 2011].

    repeat:
        play random moves, then perhaps some of the network's, and look at the position that arises
        ask the solver which moves keep the result, and what the result is
        perhaps take the positions after some of the moves as well, whose results it has said by the way
        show the network examples, old and new
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kibitz.analysis.exact_scores import judge_outcomes
from kibitz.core.game import Game, Move, State
from kibitz.core.loading import format_game_spec, load_game
from kibitz.core.rng import Rng
from kibitz.core.spec import option
from kibitz.learn.method import Learner, Team
from kibitz.learn.networks.examples import ILLEGAL, Examples, one_outcome
from kibitz.learn.networks.network_method import NetworkLearner, NetworkMethod
from kibitz.learn.random_positions import longest_opening, random_position
from kibitz.learned.board_cells import BoardCells, words_of
from kibitz.learned.network import Floats, Network, Shape

TASK = 256  # examples that are made at a time
MAX_MISSES = 50  # positions in a row that could not be solved, for every one that was asked for


@dataclass(frozen=True)
class Imitation(NetworkMethod):
    name = "imitation"
    about = "a network trained on positions solved exactly: which moves keep the result (supervised learning)"
    total_option = "positions"
    any_of = True

    positions: int = option(100_000, "number of training positions", 16, 10**9)
    own: float = option(0.5, "fraction of positions from games continued by the network", 0.0, 1.0)
    temperature: float = option(1.0, "temperature of the network's own moves", 0.01, 10.0)
    settled: float = option(1.0, "fraction kept of the positions in which every move has the same result", 0.0, 1.0)
    after: int = option(0, "for each position, also learn the outcome after this many of its moves", 0, 100)
    longest: int = option(0, "maximum number of random moves; 0 = three quarters of a game", 0, 1_000)
    seconds: float = option(10.0, "time limit for solving a position; others are skipped (seconds)", 0.01, 3_600)

    def begin(self, game: Game, team: Team = Team()) -> Learner:
        return ImitationLearner(self, game, team, solve_positions)


@dataclass(frozen=True)
class SolvingTask:
    """So many positions to be found and solved; the network is given by its numbers."""

    game: str
    seed: int
    count: int
    own: float
    temperature: float
    settled: float
    after: int
    longest: int
    seconds: float
    cells: BoardCells
    shape: Shape
    weights: Floats


class ImitationLearner(NetworkLearner[SolvingTask]):
    method: Imitation

    def count_round(self) -> int:
        return min(self.method.round, max(self.method.positions - self.done, 1))

    def list_tasks(self) -> list[SolvingTask]:
        seeds, wanted = Rng(Rng(self.method.seed).word() + self.rounds), self.count_round()
        return [
            SolvingTask(
                format_game_spec(self.game),
                seeds.word(),
                min(TASK, wanted - first),
                self.method.own if self.rounds > 1 else 0.0,  # at first it has nothing to go on with
                self.method.temperature,
                self.method.settled,
                self.method.after,
                self.method.longest,
                self.method.seconds,
                self.guide.cells,
                self.guide.shape,
                self.guide.weights,
            )
            for first in range(0, wanted, TASK)
        ]


def solve_positions(task: SolvingTask) -> Examples:
    """Find positions and solve them. This is what a worker does, anywhere."""
    game, rng = _load_game(task.game), Rng(task.seed)
    network = _OwnMoves(task) if task.own else None
    longest = task.longest or longest_opening(game)
    states, policies, outcomes, misses = list[State](), list[list[float]](), list[tuple[float, ...]](), 0
    made = 0
    while made < task.count and misses < MAX_MISSES * (1 + made):
        state = random_position(game, rng, longest)
        if network is not None and _happens(task.own, rng):
            state = network.play_on(state, rng)
        found = judge_outcomes(game, state, seconds=task.seconds) if game.result(state) is None else None
        if found is None:
            misses += 1
            continue
        best = max(found.values())
        kept = sum(outcome == best for outcome in found.values())
        if kept == len(found) and not _happens(task.settled, rng):
            misses += 1
            continue
        policy = [ILLEGAL] * game.num_moves
        for move, outcome in found.items():
            policy[move] = (outcome == best) / kept
        states.append(state)
        policies.append(policy)
        outcomes.append(one_outcome(best))
        made += 1
        for move in _draw(list(found), task.after, rng):
            after = game.play(state, move)
            if game.result(after) is None:
                states.append(after)
                policies.append([ILLEGAL] * game.num_moves)
                outcomes.append(one_outcome(game.seen_from(state, after, found[move])))
    return Examples(words_of(game, states), np.array(policies, np.float16), np.array(outcomes, np.float16))


_load_game = lru_cache(4)(load_game)


def _draw(moves: list[Move], count: int, rng: Rng) -> list[Move]:
    """So many of the moves, each as likely; all if there are no more."""
    while len(moves) > count:
        moves.pop(rng.below(len(moves)))
    return moves


def _happens(chance: float, rng: Rng) -> bool:
    return rng.below(1_000) < 1_000 * chance


class _OwnMoves:
    """The network as a player that draws lots, each move as likely as it finds it."""

    def __init__(self, task: SolvingTask) -> None:
        from kibitz.kernels.network.forward import CompiledNetwork

        self.game, self.temperature = _load_game(task.game), task.temperature
        self.network = CompiledNetwork(Network(task.cells, task.shape, task.weights))

    def play_on(self, state: State, rng: Rng) -> State:
        """The position some moves later, before the game is over."""
        for _ in range(rng.below(longest_opening(self.game) // 2) + 1):
            moves = self.game.moves(state)
            logits = self.network.judge(words_of(self.game, [state])).logits[0][moves] / self.temperature
            chances = np.cumsum(np.exp(logits - logits.max()))
            drawn = rng.below(1 << 30) / (1 << 30) * chances[-1]
            after = self.game.play(state, moves[int(np.searchsorted(chances, drawn, side="right"))])
            if self.game.result(after) is not None:
                break
            state = after
        return state
