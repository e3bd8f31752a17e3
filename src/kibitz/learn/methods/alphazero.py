"""AlphaZero: a network learns from games against itself, searched by PUCT with the network as its guide.

[Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play", 2018;
with `gumbel`: Danihelka, Guez, Schrittwieser & Silver, "Policy improvement by planning with Gumbel", 2022]

    repeat:
        play games: in every position a search of some simulations, guided by the network, chooses the move
        examples: the position; the shares of its moves as the search found them; how the game ended
        show the network examples of the last games

It is told nothing but the rules. With `exact` it is told a little more: the outcome of positions near the end, where a
solver knows them at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.game import Game
from kibitz.core.loading import format_game_spec, load_game
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.core.spec import option
from kibitz.learn.method import Learner, Team
from kibitz.learn.networks.examples import Examples
from kibitz.learn.networks.network_method import NetworkLearner, NetworkMethod
from kibitz.learn.networks.self_play import SelfPlay, SelfPlaySettings
from kibitz.learned.board_cells import BoardCells
from kibitz.learned.network import Floats, Network, Shape

TASK = 16  # games that are given to a worker at a time


@dataclass(frozen=True)
class AlphaZero(NetworkMethod):
    name = "alphazero"
    about = "a network trained on self-play games whose moves come from a search guided by the network"

    games: int = option(20_000, "number of training games", 1, 10**9)
    simulations: int = option(32, "simulations per move", 2, 10_000)
    gumbel: bool = option(True, "choose root moves by Gumbel sequential halving; false = PUCT, as in AlphaZero")
    c: float = option(1.5, "exploration constant of PUCT", 0.0, 100.0)
    lookout: int = option(100, "nodes spent at each leaf on a search for a forced win", 0, 10**6)
    noise: float = option(0.25, "without gumbel: weight of the Dirichlet noise at the root", 0.0, 1.0)
    openings: float = option(0.85, "fraction of games that start after random moves", 0.0, 1.0)
    explore: int = option(8, "without gumbel: number of plies in which moves are sampled by visit count", 0, 1_000)
    mix: float = option(0.25, "weight of the search value, against the game result, in the value target", 0.0, 1.0)
    exact: float = option(0.0, "time limit in seconds for solving a position exactly; 0 = rules only", 0.0, 60.0)
    window: int = option(500_000, "size of the replay buffer, in examples", 1_000, 10**8)
    at_once: int = option(1_024, "on a GPU: games evaluated in parallel", 1, 100_000)
    round: int = option(128, "games between training rounds", 1, 10**6)
    reuse: int = option(4, "average number of times each example is used", 1, 1_000)

    @property
    def settings(self) -> SelfPlaySettings:
        return SelfPlaySettings(
            self.simulations,
            self.gumbel,
            self.c,
            self.lookout,
            self.noise,
            self.openings,
            self.explore,
            self.mix,
            self.exact,
        )

    def begin(self, game: Game, team: Team = Team()) -> Learner:
        return AlphaZeroLearner(self, game, team, play_games, self.window)


@dataclass(frozen=True)
class SelfPlayTask:
    """Games to be played, by their seeds; the network is given by its numbers."""

    game: str
    seeds: list[int]
    settings: SelfPlaySettings
    cells: BoardCells
    shape: Shape
    weights: Floats


class AlphaZeroLearner(NetworkLearner[SelfPlayTask]):
    """On a GPU, games are played here, many at once, in turns with the training."""

    method: AlphaZero

    def count_round(self) -> int:
        return min(self.method.round, max(self.method.games - self.done, 1))

    def _list_seeds(self) -> list[int]:
        """One for each game of the next round."""
        first = Rng(self.method.seed).word() + self.done
        return [Rng(first + number).word() for number in range(self.count_round())]

    def list_tasks(self) -> list[SelfPlayTask]:
        seeds, guide = self._list_seeds(), self.guide
        return [
            SelfPlayTask(
                format_game_spec(self.game),
                seeds[first : first + TASK],
                self.method.settings,
                guide.cells,
                guide.shape,
                guide.weights,
            )
            for first in range(0, len(seeds), TASK)
        ]

    def _order(self) -> None:
        if not self.trainer.is_on_gpu:
            super()._order()

    def _make_examples(self, stop: StopFlag) -> list[Examples] | None:
        if not self.trainer.is_on_gpu:
            return super()._make_examples(stop)
        games = SelfPlay(self.game, self.trainer.judge, self.method.settings, self.method.at_once)
        return [games.play(self._list_seeds())]


def play_games(task: SelfPlayTask) -> Examples:
    """Play games against itself. This is what a worker does, anywhere."""
    from kibitz.kernels.network.forward import CompiledNetwork

    network = CompiledNetwork(Network(task.cells, task.shape, task.weights))
    return SelfPlay(_load_game(task.game), network.judge, task.settings, TASK).play(task.seeds)


_load_game = lru_cache(4)(load_game)
