"""TD(λ) on n-tuples [Sutton, "Learning to predict by the methods of temporal differences", 1988; Lucas 2008].

The value of a position is a sum of weights, one for the contents of each of many small groups of cells
(`learned/tuple_layout.py`). The learner plays against itself, always the move that leads to the best value but for a
random one now and then, and moves the value of each position towards what followed it. All of that is compiled
(`kernels/learning/td_games.py`); this file is about who plays the games and how learning goes on.

    one worker         one game after the other; the same seed gives the same weights
    several workers    threads on the same weights, without waiting for each other; no two runs are the same
    a cluster          rounds: each task learns from some games, beginning with the same weights, and what their
                       weights have changed by is averaged; the same seed gives the same weights
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import Game
from kibitz.core.limits import Limits
from kibitz.core.loading import format_game_spec, load_game
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.core.spec import option
from kibitz.jobs.workers import run_in_order
from kibitz.kernels.backends import load_kernels, make_ready
from kibitz.learn.method import Learner, Method, Team, check_compiled
from kibitz.learn.random_positions import longest_opening
from kibitz.learned.model import Arrays
from kibitz.learned.tuple_layout import TupleLayout, find_layout
from kibitz.learned.tuple_value import TupleValue

if TYPE_CHECKING:
    from kibitz.kernels.learning.td_games import TDSettings, TDWeights


KERNELS = "kibitz.kernels.learning.td_games"
CHUNK = 100  # games that a thread plays at a time
TASKS = 8  # of a round on a cluster
MAX_WEIGHTS = 200_000_000  # 12 bytes each while learning


@dataclass(frozen=True)
class TDTuples(Method):
    name = "td"
    about = "TD(λ) learning of an n-tuple network (patterns of cells) from self-play"
    aliases: ClassVar[dict[str, str]] = {"td-lambda": ""}
    shares_work = True

    games: int = option(500_000, "number of training games", 1, 10**10)
    alpha: float = option(4.0, "learning rate; values above 1 make sense with tcl, about 0.2 without it", 1e-6, 100.0)
    trace: float = option(0.8, "λ, the trace decay rate", 0.0, 1.0, alias="lambda")
    epsilon: float = option(0.1, "initial exploration rate", 0.0, 1.0)
    last_epsilon: float = option(0.0, "final exploration rate", 0.0, 1.0)
    openings: int | None = option(
        None, "maximum number of random moves at the start of a game; default: three quarters of a game", 0, 1_000
    )
    tuples: int = option(150, "number of tuples; each is used in all its symmetric images", 1, 2_000)
    length: int = option(8, "number of cells in a tuple", 1, 16)
    sides: bool = option(True, "separate weights for each side, if the state tells whose turn it is")
    tcl: bool = option(True, "adapt the learning rate of each weight (temporal coherence learning)")
    round: int = option(20_000, "games per task on a cluster", 1, 10**7)

    def check(self, game: Game) -> None:
        check_compiled(self, game)

    def begin(self, game: Game, team: Team = Team()) -> TDLearner:
        return TDLearner(self, game, team)


class TDLearner(Learner):
    """The weights as they are learned, and for each the sums of its changes (`kernels/learning/td_games.py`)."""

    def __init__(self, method: TDTuples, game: Game, team: Team) -> None:
        load_kernels(KERNELS)
        from kibitz.kernels.learning.td_games import TDSettings, TDWeights

        self.method, self.game, self.team, self.done = method, game, team, 0
        self.layout = find_layout(game, method.tuples, method.length, per_side=method.sides, seed=method.seed)
        count = self.layout.sides * self.layout.size
        if count > MAX_WEIGHTS:
            raise BadOption(
                f"{method.name}: {method.tuples} tuples of {method.length} cells have {count:,} weights on {game}, and "
                f"there is room for {MAX_WEIGHTS:,}; take fewer or shorter ones."
            )
        self.learned = TDWeights.zeros(count)
        self.settings = TDSettings(  # floats and whole numbers, as the kernel was compiled for
            games=method.games,
            alpha=float(method.alpha),
            trace=float(method.trace),
            epsilon=float(method.epsilon),
            last_epsilon=float(method.last_epsilon),
            openings=longest_opening(game) if method.openings is None else method.openings,
            is_coherent=method.tcl,
            seed=np.uint64(Rng(method.seed).word()),
        )
        fault = make_ready(f"{game.spec(full=False)} for {method.name}", game, self._try_out)
        if fault:
            raise Unsuited(f"{method.name} cannot learn {game}: {fault}.")

    def _try_out(self) -> None:
        """Have compiled what learning and measuring need."""
        from kibitz.kernels.learning.td_games import play_games
        from kibitz.kernels.learning.tuple_sums import choose_moves

        play_games(self.game, self.layout, self.learned, self.settings, 0, 0, np.zeros(8, np.int64))
        choose_moves(self.make_model(), np.zeros((0, self.game.words), np.uint64))

    def learn(self, until: int, stop: StopFlag) -> None:
        if self.team.cluster is not None:
            self._learn_in_rounds(until, stop)
        else:
            self._learn_here(until, stop)

    def _learn_here(self, until: int, stop: StopFlag) -> None:
        from kibitz.kernels.common.control import STOP, Control
        from kibitz.kernels.learning.td_games import play_games

        with Control(Limits(), stop) as control:

            def play(first: int, count: int) -> int:
                return play_games(self.game, self.layout, self.learned, self.settings, first, count, control.cells)

            if self.team.workers == 1:
                self.done += play(self.done, until - self.done)
                return
            chunks = iter(range(self.done, until, CHUNK))  # taken by all threads

            def play_chunks() -> int:
                played = 0
                for first in chunks:
                    played += play(first, min(CHUNK, until - first))
                    if control.cells[STOP]:
                        break
                return played

            with ThreadPoolExecutor(self.team.workers, thread_name_prefix="kibitz-td") as pool:
                self.done += sum(
                    found.result() for found in [pool.submit(play_chunks) for _ in range(self.team.workers)]
                )

    def _learn_in_rounds(self, until: int, stop: StopFlag) -> None:
        while self.done < until and not stop.raised:
            firsts = range(self.done, min(self.done + TASKS * self.method.round, self.method.games), self.method.round)
            tasks = [self._make_task(first) for first in firsts]
            with closing(run_in_order(tasks, learn_task, self.team.workers, self.team.cluster)) as results:
                learned = []
                while not stop.raised and (found := next(islice(results, 1), None)) is not None:
                    learned.append(found)
            if len(learned) < len(tasks):
                return
            self._combine(learned)
            self.done += sum(task.count for task in tasks)

    def _make_task(self, first: int) -> TDTask:
        count = min(self.method.round, self.method.games - first)
        spec, kept = format_game_spec(self.game), SparseWeights.of(*self.learned)
        return TDTask(spec, self.layout, kept, self.settings, first, count)

    def _combine(self, found: Sequence[SparseWeights]) -> None:
        """Add what the tasks have changed: a weight changes by the mean over those that changed it."""
        changed_by = np.zeros(len(self.learned.weights), np.uint16)
        for one in found:
            changed_by[one.places] += 1
        for one in found:
            self.learned.weights[one.places] += one.weights / changed_by[one.places]
            self.learned.changes[one.places] += one.changes

    def make_model(self) -> TupleValue:
        return TupleValue.from_floats(self.game, self.layout, self.learned.weights)

    def keep(self) -> Arrays:
        return {
            **self.layout.arrays(),
            **SparseWeights.of(*self.learned)._asdict(),
            "done": np.array(self.done, np.int64),
        }

    def restore(self, kept: Arrays) -> None:
        self.layout = TupleLayout.from_arrays(kept)
        count = self.layout.sides * self.layout.size
        self.layout.check(self.game, count)
        found = SparseWeights(kept["places"], kept["weights"], kept["changes"])
        self.learned = found.spread(count)
        self.done = int(kept["done"])


# What travels, and lies on disk: the weights that were ever changed, which are few where tuples are long.


class SparseWeights(NamedTuple):
    """Weights that are not as they were at first, and the sums of their changes."""

    places: NDArray[np.int32]
    weights: NDArray[np.float32]
    changes: NDArray[np.float32]

    @classmethod
    def of(cls, weights: NDArray[np.float32], changes: NDArray[np.float32]) -> SparseWeights:
        places = np.flatnonzero((weights != 0) | (changes[:, 1] != 0)).astype(np.int32)
        return cls(places, weights[places], changes[places])

    def spread(self, count: int) -> TDWeights:
        """All the weights. Raises ValueError or IndexError if there are not as many."""
        from kibitz.kernels.learning.td_games import TDWeights

        learned = TDWeights.zeros(count)
        learned.weights[self.places] = self.weights
        learned.changes[self.places] = self.changes
        return learned


@dataclass(frozen=True)
class TDTask:
    """Games to learn from, beginning with these weights; all in plain values, for a worker anywhere."""

    game: str
    layout: TupleLayout
    kept: SparseWeights
    settings: TDSettings
    first: int
    count: int


def learn_task(task: TDTask) -> SparseWeights:
    """What the weights have changed by. This is what a worker of a cluster does."""
    from kibitz.kernels.learning.td_games import play_games

    learned = task.kept.spread(task.layout.sides * task.layout.size)
    weights, changes = learned.weights.copy(), learned.changes.copy()
    cells = np.zeros(8, np.int64)
    play_games(_load_game(task.game), task.layout, learned, task.settings, task.first, task.count, cells)
    return SparseWeights.of(learned.weights - weights, learned.changes - changes)


_load_game = lru_cache(4)(load_game)
