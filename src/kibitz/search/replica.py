"""Replicas: published programs, rebuilt with their faults. What one is, and what a fault of one is.

A replica is a searcher and so a player as well. Every fault is a switch, on by default, and is explained where it is
defined. What is derived from `Replica` here, in an extension or in a user's file, can be asked for its faults: the
players offered for a game, `kibitz fault`, the doctor and the trees know it by its class.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

from kibitz.core.errors import UnknownName, Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SEARCHERS, Searcher, SearchResult, StopFlag, Watcher
from kibitz.core.spec import option


class MistakenGame(Game):
    """A game that a program searches by mistake in place of the one it was asked about, so that its tree can be shown.

    It has no name, as nobody plays it: files name the game that was asked about, and the searcher says the rest.
    """

    @abstractmethod
    def root(self, state: State) -> State:
        """Its position for a position of the other game."""

    @abstractmethod
    def is_imaginary(self, move: Move) -> bool:
        """Whether the other game has no such move."""


class ProgramFault(NamedTuple):
    """A mistake in a published program.

    `id`: the word before the dash says which publication it is of (`core/publications.py`). `switch`: the option of
    the replicas that turns it off. `does`: what the program does because of it. `right`: what a correct program does.
    `said`: the author's own words, where something was noticed. `costs_only`: the play stays right, and only the count
    of nodes shows it.
    """

    id: str
    switch: str
    title: str
    does: str
    right: str
    said: str = ""
    costs_only: bool = False


@dataclass(frozen=True)
class Replica(Searcher):
    """A published program. Its boolean options are its faults; a subclass lists them in `faults`, in the same order."""

    title: ClassVar[str] = ""  # as people say it
    faults: ClassVar[tuple[ProgramFault, ...]] = ()
    suits: ClassVar[tuple[type[Game], ...]] = ()
    usual_depth: ClassVar[int | None] = None  # where no limit says how far to look: as published

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" in cls.__dict__:
            for fault in cls.faults:
                FAULTS.setdefault(fault.id, (fault, []))[1].append(cls)

    def check_suits(self, game: Game) -> None:
        if not isinstance(game, self.suits):
            fitting = ", ".join(kind.name for kind in self.suits)
            raise Unsuited(f"{self.name} is a program for {fitting} and cannot play {game.name}; take another player.")

    def tree_game(self, game: Game) -> Game:
        """The game that its tree is one of: most faults leave it the game that is searched (see `MistakenGame`)."""
        return game

    def takes_least(self, game: Game, state: State) -> bool:
        """Whether the root takes the value that is least for the side to move there, because of a fault."""
        return False

    @property
    def extra_plies(self) -> int:
        """How many plies its tree may have beyond the depth it is asked for."""
        return 0

    def limited(self, limits: Limits) -> Limits:
        """The limits with the program's own depth, where they have none."""
        return limits if limits.depth is not None else replace(limits, depth=self.usual_depth)

    def with_faults(self, ids: Iterable[str]) -> Self:
        """The same program with these faults and no others."""
        wanted = set(ids)
        return replace(self, **{fault.switch: fault.id in wanted for fault in self.faults})


@dataclass(frozen=True)
class WrappingReplica(Replica):
    """A program that is a search of ours with settings of its own."""

    @abstractmethod
    def inner(self) -> Searcher:
        """The search that the program makes."""

    def find_limits(self, game: Game, state: State, limits: Limits) -> Limits:
        """The limits with the depth to which the program looks in this position, where they have none."""
        return self.limited(limits)

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if game.result(state) is None:
            self.check_suits(game)
            limits = self.find_limits(game, state, limits)
        return self.inner().search_reference(game, state, limits, watcher=watcher, stop=stop)


FAULTS: dict[str, tuple[ProgramFault, list[type[Replica]]]] = {}  # each with the replicas that have it


def replicas_for(game: Game) -> list[type[Replica]]:
    """The published programs that play a game."""
    replicas = (cls for _, cls in sorted(SEARCHERS.classes.items()) if issubclass(cls, Replica))
    return [cls for cls in replicas if isinstance(game, cls.suits)]


def list_fault_ids() -> list[str]:
    """The ids of all faults, sorted."""
    SEARCHERS.names()  # which imports the replicas
    return sorted(FAULTS)


def find_fault(fault_id: str) -> tuple[ProgramFault, list[type[Replica]]]:
    """A fault by its id, and the replicas that have it."""
    known = {known_id.lower(): known_id for known_id in list_fault_ids()}
    if fault_id.lower() not in known:
        there = f"there are: {', '.join(known.values())}" if known else "no program with known faults is installed"
        raise UnknownName(f"There is no fault called '{fault_id}'; {there}.")
    return FAULTS[known[fault_id.lower()]]


def fault_switch(fault: ProgramFault) -> bool:
    """The option of a replica that turns a fault off; for use as the default of a dataclass field."""
    switch: bool = option(True, f"fault {fault.id}: {fault.title}")
    return switch


def is_imaginary(game: Game, move: Move) -> bool:
    """Whether a move in the tree of a game is one that only a faulty search makes."""
    return isinstance(game, MistakenGame) and game.is_imaginary(move)
