"""Solvers of one kind of game, which `perfect` uses in place of the general search.

A solver registers with the game: it is a folder here with a module `game_solver.py`, in which a subclass of
`GameSolver` says which games it solves and how. The folders are looked into when somebody first asks; that module
imports no compiler, so that listings, and answers from an opening book, need not wait for one.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import kibitz.kernels.solvers as folder
from kibitz.core.game import Game, Move, State
from kibitz.core.score import Score

if TYPE_CHECKING:
    from kibitz.kernels.solvers.table_solver import TableSolver


class BookAnswer(NamedTuple):
    """What an opening book says about a position: its score, the scores of all moves, best play as far as it goes.

    Scores are as the game's players write them.
    """

    score: int
    scores: dict[Move, int]
    line: tuple[Move, ...]


class GameSolver(ABC):
    """Exact answers for one kind of game. Subclassing registers it."""

    games: ClassVar[type[Game]]
    kernels: ClassVar[str]  # the module of the solver itself, which imports the compiler
    has_book: ClassVar[bool] = False  # whether `look_up` may know positions

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        _solvers.append(cls())

    @abstractmethod
    def obstacle(self, game: Any) -> str:
        """Why it does not solve this board, in words; empty if it does."""

    def least_table_mib(self, game: Any) -> int:
        """The smallest table that this board can be solved with."""
        return 1

    @abstractmethod
    def make_solver(self, game: Any, table_mib: int, threads: int, with_book: bool) -> TableSolver[Any]:
        """The solver itself, what it needs compiled."""

    @abstractmethod
    def read_score(self, found: int, game: Any, state: State) -> Score:
        """A score as the game's players write it, as a search writes it."""

    def look_up(self, game: Any, state: State) -> BookAnswer | None:
        """What its opening book says of an unfinished position and its moves; None if it does not hold all of them."""
        return None

    def look_up_score(self, game: Any, state: State) -> int | None:
        """The score of an unfinished position in its opening book; None if it is not there. Needs no compiler."""
        return None

    @abstractmethod
    def is_quick(self, game: Any, state: State) -> bool:
        """Whether all moves of a position can be solved while somebody waits."""

    def is_easy(self, game: Any, state: State) -> bool:
        """Whether readable Python solves a position as quickly, so that an exercise need not wait for the compiler."""
        return False

    def plays_quickly(self, game: Any) -> bool:
        """Whether it answers quickly in every position of the game, so that it is an opponent to play against."""
        return False


_solvers: list[GameSolver] = []


@cache
def _import_solvers() -> None:
    for found in pkgutil.iter_modules(folder.__path__):
        if found.ispkg:
            importlib.import_module(f"{folder.__name__}.{found.name}.game_solver")


def find_game_solver(game: Game) -> GameSolver | None:
    """The solver that is for games of this kind, whether or not it solves this board; None if there is none."""
    _import_solvers()
    return next((solver for solver in _solvers if isinstance(game, solver.games)), None)


def solved_games() -> list[str]:
    """The names of the games that have a solver of their own."""
    _import_solvers()
    return sorted(solver.games.name for solver in _solvers)
