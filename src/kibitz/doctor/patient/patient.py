"""A program that can be examined, whatever it is written in: it is asked about a tree and replies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from kibitz.core.errors import BadFile
from kibitz.doctor.exam_cases import Abilities, Case
from kibitz.doctor.faults.program import CallEvent, Observed


@dataclass(frozen=True)
class Reply:
    """What came of one question.

    `observed.error`: empty, or crash, hang, recursion or nonsense; `message` says more. `is_changed`: the program has
    changed the tree. `printed`: characters it printed besides. `trace`: its calls, if they were asked for and seen.
    """

    observed: Observed
    message: str = ""
    is_changed: bool = False
    printed: int = 0
    trace: tuple[CallEvent, ...] = ()


@dataclass(frozen=True)
class TreeAbilities:
    """What is known about a program before it is examined. `understood`: how its parameters were read, in words.

    `told`: what it is told in the first call: the "side" to move, the "window". `is_sampled`: it is a Monte Carlo
    search; `is_told_simulations`: it is told how many games to play out. `plays_games`: leaves are ends of games to it.
    """

    abilities: Abilities
    has_value: bool
    has_move: bool
    is_meant_to_prune: bool
    understood: str = ""
    note: str = ""
    told: tuple[str, ...] = ()
    is_negamax: bool = False
    is_sampled: bool = False
    is_told_simulations: bool = False
    plays_games: bool = False


class CannotStart(BadFile):
    """A program that does not come as far as the first question. `verdict`: crashes or hangs."""

    def __init__(self, message: str, verdict: str) -> None:
        super().__init__(message)
        self.verdict = verdict


class Patient(ABC):
    """A program under examination, in a process of its own."""

    name: str

    @abstractmethod
    def start(self) -> TreeAbilities:
        """Start it and find out what it can be asked. Raises CannotStart if it fails at once, BadFile or BadOption
        if it cannot be examined."""

    @abstractmethod
    def ask(self, case: Case, *, trace: bool = False, reload: bool = False) -> Reply:
        """Ask about one case. `reload`: as if nothing had been asked before."""

    def sample(self, case: Case, seed: int, simulations: int) -> Observed:
        """Ask a Monte Carlo search; the leaves are those of all its play-outs, in order."""
        raise NotImplementedError(f"{self.name} is not a Monte Carlo search")

    @abstractmethod
    def close(self) -> None:
        """End its process and all it has started."""

    def __enter__(self) -> Patient:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
