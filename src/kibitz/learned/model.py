"""What was learned: a model knows one game, and says of every move what it expects.

Three kinds, each in a file of its own: a table of action values (`action_table.py`), values of patterns of cells
(`tuple_value.py`), a network (`network_model.py`). Who learned it and how is on record in `Training`, which every file
carries along.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from kibitz.core.game import Game, Move, State

if TYPE_CHECKING:  # who only describes a training need not wait for NumPy
    from numpy.typing import NDArray


Arrays: TypeAlias = "Mapping[str, NDArray[Any]]"

KINDS = {  # the modules of the kinds of models, as files name them
    "action table": "kibitz.learned.action_table",
    "tuples": "kibitz.learned.tuple_value",
    "network": "kibitz.learned.network_model",
}


@dataclass(frozen=True)
class TruthPoint:
    """How good a model was at one moment of its training, on positions whose exact scores are known.

    `done`: games or positions learned from. `kept`: the share of positions in which its move keeps the result. `loss`:
    points that a move gives away on average.
    """

    done: int
    seconds: float
    kept: float
    loss: float


@dataclass(frozen=True)
class Training:
    """How a model came about.

    `method`: the spec of the method with all settings. `unit`: what `done` counts, "games" or "positions". `seconds`:
    of learning, without measuring. `truth`: what the curve was measured on, in words.
    """

    method: str = ""
    unit: str = "games"
    done: int = 0
    seconds: float = 0.0
    version: str = ""
    truth: str = ""
    curve: tuple[TruthPoint, ...] = ()


class Expectation(NamedTuple):
    """What a model says of a legal move, for the side that makes it.

    `value`: from -1, a loss, to 1, a win; None if it was not looked at. `share`: how likely a network finds the move;
    None from other models. `visits`: how often it was tried in learning, where that was counted.
    """

    move: Move
    value: float | None
    share: float | None = None
    visits: int | None = None

    @property
    def preference(self) -> float:
        """By which a move is chosen without a search."""
        return (self.value or 0.0) if self.share is None else self.share


class Model(ABC):
    """Something learned about one game."""

    kind: ClassVar[str]  # one of KINDS

    def __init__(self, game: Game, training: Training = Training()) -> None:
        self.game, self.training = game, training

    @abstractmethod
    def expect(self, state: State) -> list[Expectation]:
        """What it says of every legal move of an unfinished position, in natural order, each with its value."""

    def choose(self, state: State) -> Move:
        """The move that it prefers, without a search; of equals the first."""
        return max(self.expect(state), key=lambda one: one.preference).move

    @abstractmethod
    def arrays(self) -> Arrays:
        """All that has to be kept of it."""

    @classmethod
    @abstractmethod
    def from_arrays(cls, game: Game, training: Training, arrays: Arrays) -> Model:
        """The reverse of `arrays`. Raises KeyError or ValueError if they are not what it made."""


def find_kind(kind: str) -> type[Model]:
    """The class of models of a kind."""
    found: type[Model] = importlib.import_module(KINDS[kind]).KIND
    return found
