"""What a method of learning is, and what it is while it learns.

A method is a frozen dataclass: its fields are its settings. It begins a `Learner`, which plays and learns, can be asked
for a model at any time, and whose whole state can be kept in arrays. What it does next depends on that state alone, so
that one which was killed and restored from a file ends up with the same numbers as one that was not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import Game
from kibitz.core.registry import Registry
from kibitz.core.searching import StopFlag
from kibitz.core.spec import Configured, option
from kibitz.learned.model import Arrays, Model


@dataclass(frozen=True)
class Team:
    """Who does the work that can be shared out: so many processes here, or a Dask cluster."""

    workers: int = 1
    cluster: str | None = None


class Learner(ABC):
    """Learning under way. `done`: games, or positions, that it has learned from."""

    done: int

    @abstractmethod
    def learn(self, until: int, stop: StopFlag) -> None:
        """Go on until `done` is at least that; sooner, between two games or rounds, if the flag is raised."""

    @abstractmethod
    def make_model(self) -> Model:
        """What it has learned so far. Further learning does not change it."""

    @abstractmethod
    def keep(self) -> Arrays:
        """All that it needs to go on."""

    @abstractmethod
    def restore(self, kept: Arrays) -> None:
        """Go on from what `keep` gave. Raises KeyError or ValueError if it is not that."""

    def close(self) -> None:  # noqa: B027  # most have nothing to let go of
        """Let go of processes and connections."""


@dataclass(frozen=True)
class Method(Configured):
    """A way to learn. Subclassing with a `name` registers it."""

    noun = "learning method"
    about: ClassVar[str] = ""
    total_option: ClassVar[str] = "games"  # the setting that says how much is learned from: games, or positions
    shares_work: ClassVar[bool] = False  # whether a team of several makes it faster
    learns_table: ClassVar[bool] = False  # whether what it learns is a table of positions, which can be looked into
    needs_torch: ClassVar[bool] = False  # whether it trains with PyTorch, which the extra `train` installs

    seed: int = option(0, "random seed", 0, 2**63 - 1)

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            METHODS.add(cls)

    @property
    def total(self) -> int:
        """How many games, or positions, to learn from in total."""
        return int(getattr(self, self.total_option))

    def with_total(self, total: int) -> Method:
        return replace(self, **{self.total_option: total})

    def check(self, game: Game) -> None:
        """Refuse a game that it cannot learn, with the reason."""

    @abstractmethod
    def begin(self, game: Game, team: Team = Team()) -> Learner:
        """A learner that knows nothing yet."""


METHODS: Registry[Method] = Registry("learning method", "kibitz.learn.methods")


def find_method(spec: str) -> Method:
    """A method from its spec string, as in td:games=100000,alpha=0.01."""
    return METHODS.parse(spec)


def check_compiled(method: Method, game: Game) -> None:
    """Refuse a game whose states compiled code cannot hold."""
    if game.words == 0:
        raise Unsuited(
            f"{method.name} reads the bits of a position, and a state of {game} does not fit into 64-bit words; "
            "take q-learning or sarsa."
        )


def check_range(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise BadOption(f"{name}={value} is not allowed; {name} is a number from {low} to {high}.")
