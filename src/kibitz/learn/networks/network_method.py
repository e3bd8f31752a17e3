"""What the methods that train a network have in common: how large it is, how it is trained, and one round of it.

A round makes new examples, with the help of what the network knows by then, and then shows the network examples old and
new. Examples are made in tasks, each with a seed of its own, so that it does not matter who makes them and when.
"""

from __future__ import annotations

import importlib.util
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

import numpy as np

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.rng import Rng
from kibitz.core.searching import StopFlag
from kibitz.core.spec import option
from kibitz.learn.crew import Crew
from kibitz.learn.method import Learner, Method, Team, check_compiled
from kibitz.learn.networks.examples import Examples
from kibitz.learn.random_positions import longest_opening, random_position
from kibitz.learned.board_cells import find_cells, find_turns, words_of
from kibitz.learned.find_model import find_model
from kibitz.learned.model import Arrays
from kibitz.learned.network import HEAD, Network, Shape
from kibitz.learned.network_model import NetworkModel

if TYPE_CHECKING:
    from kibitz.learn.networks.trainer import Trainer


T = TypeVar("T")
START_POSITIONS = 2_048  # that tell how large the numbers in a network are that a training begins with
MAX_POLICY = 500_000  # weights of the layer that leads to the moves


@dataclass(frozen=True)
class NetworkMethod(Method):
    """The settings of every method that trains a network."""

    shares_work = True
    needs_torch = True
    any_of: ClassVar[bool] = False  # see `Trainer`

    channels: int = option(64, "number of channels", choices=(32, 64, 96, 128))
    blocks: int = option(5, "number of residual blocks", 1, 40)
    batch: int = option(512, "batch size", 8, 65_536)
    rate: float = option(0.003, "maximum learning rate", 1e-6, 1.0)
    decay: float = option(0.001, "weight decay", 0.0, 1.0)
    round: int = option(4_096, "new examples between training rounds", 16, 10**7)
    reuse: int = option(20, "average number of times each example is used", 1, 1_000)
    start: str = option("", "file of a network of the same size to start from; empty = random weights")
    device: str = option("auto", "device used for training", choices=("auto", "cpu", "cuda"))

    def check(self, game: Game) -> None:
        check_compiled(self, game)
        if importlib.util.find_spec("torch") is None:
            raise BadOption(f"{self.name} needs PyTorch to train a network; install it with: pip install torch.")
        from kibitz.learn.networks.trainer import choose_device

        choose_device(self.device)
        self.find_start(game)

    def find_start(self, game: Game) -> Network | None:
        """The network to begin with, if one is named. Raises BadOption if it is of another kind or size."""
        if not self.start:
            return None
        model = find_model(self.start, game)
        if not isinstance(model, NetworkModel):
            raise BadOption(f"start={self.start} is not a network but {model.kind}; name a network.")
        shape = model.network.shape
        if (shape.channels, shape.blocks) != (self.channels, self.blocks):
            raise BadOption(
                f"start={self.start} has {shape.blocks} blocks of {shape.channels} channels, and this training "
                f"{self.blocks} of {self.channels}; give blocks={shape.blocks},channels={shape.channels}."
            )
        return model.network


class NetworkLearner(Learner, Generic[T]):
    """A network, the examples it learns from, and how it goes on in rounds.

    `work`: a function of a module that makes a part of the examples of a round. `window`: examples kept at most. While
    the network is trained on the examples of a round, those of the next are made by a team, guided by what the network
    was before: so nobody waits for anybody, and the numbers are the same whoever makes the examples.
    """

    def __init__(
        self,
        method: NetworkMethod,
        game: Game,
        team: Team,
        work: Callable[[T], Examples],
        window: int | None = None,
    ) -> None:
        from kibitz.learn.networks.trainer import Trainer

        self.method, self.game, self.team, self.work, self.window = method, game, team, work, window
        self.done = self.rounds = 0
        cells = find_cells(game)
        policy = max(1, min(HEAD, MAX_POLICY // (cells.size * game.num_moves)))
        shape = Shape(cells.inputs, cells.size, game.num_moves, method.channels, method.blocks, policy)
        self.examples = Examples.none(game.words, game.num_moves)
        self.trainer: Trainer = Trainer(
            cells,
            find_turns(game, cells),
            shape,
            rate=method.rate,
            decay=method.decay,
            batch=method.batch,
            any_of=method.any_of,
            device=method.device,
            seed=method.seed,
        )
        start = method.find_start(game)
        if start is not None:
            rng, longest = Rng(method.seed), longest_opening(game)
            states = [random_position(game, rng, longest) for _ in range(START_POSITIONS)]
            self.trainer.start_from(start, words_of(game, states))
        self.guide: Network = self.trainer.make_network()  # who the examples of the next round are made with
        self._crew: Crew[T, Examples] | None = None

    @abstractmethod
    def count_round(self) -> int:
        """How many games, or positions, the next round has."""

    @abstractmethod
    def list_tasks(self) -> list[T]:
        """What has to be done to make the examples of the next round, in parts that do not depend on each other."""

    def learn(self, until: int, stop: StopFlag) -> None:
        while self.done < until and not stop.raised:
            made = self._make_examples(stop)
            if made is None:
                return
            self.examples = Examples.joined([self.examples, *made], self.window)
            self.done += self.count_round()
            self.rounds += 1
            self.guide = self.trainer.make_network()
            if self.done < self.method.total:
                self._order()
            new = sum(map(len, made)) * self.method.reuse
            if new:
                planned = (self.trainer.shown + new) * self.method.total // self.done  # if it goes on as it did so far
                self.trainer.train(self.examples, new, planned)

    def _make_examples(self, stop: StopFlag) -> list[Examples] | None:
        """The examples of a round, in parts; None if the flag is raised first."""
        if self._crew is None or not self._crew.ordered:
            self._order()
        assert self._crew is not None, "it has just been ordered"
        made = self._crew.collect(stop)
        if made is None:
            self.close()
        return made

    def _order(self) -> None:
        """Have the examples of the next round made, while this process does something else."""
        if self._crew is None:
            self._crew = Crew(self.work, self.team)
        self._crew.order(self.list_tasks())

    def close(self) -> None:
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def make_model(self) -> NetworkModel:
        return NetworkModel(self.game, self.trainer.make_network())

    def keep(self) -> Arrays:
        counts = np.array([self.done, self.rounds], np.int64)
        return {**self.trainer.keep(), **self.examples.keep(), "counts": counts, "guide": self.guide.weights}

    def restore(self, kept: Arrays) -> None:
        self.trainer.restore(kept)
        self.examples = Examples.restored(kept)
        self.done, self.rounds = kept["counts"].tolist()
        if kept["guide"].shape != self.guide.weights.shape:
            raise ValueError("its network is of another size")
        self.guide = Network(self.guide.cells, self.guide.shape, kept["guide"])
