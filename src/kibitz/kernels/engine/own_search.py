"""Searches of one kind of game, which `engine` takes in place of the general one.

Such a search is a folder here with a module `game_search.py`, in which a subclass of `OwnSearch` says for which boards
it is and with which heuristic it searches. The folders are looked into when somebody first asks; that module imports no
compiler.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import kibitz.kernels.engine as folder
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult

if TYPE_CHECKING:
    from kibitz.kernels.common.control import Control
    from kibitz.kernels.common.transposition_table import Lease
    from kibitz.kernels.searchers.engine import Engine


OFF, BEST, VARIED = "off", "best", "varied"  # what `engine` does with an opening book


class OwnSearch(ABC):
    """The engine's way to search one kind of game. Subclassing registers it."""

    games: ClassVar[type[Game]]
    evaluator: ClassVar[str]  # the heuristic it searches with, and no other
    kernels: ClassVar[str]  # the module with its compiled functions
    has_book: ClassVar[bool] = False  # whether `look_up` may know positions

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        _searches.append(cls())

    @abstractmethod
    def fits(self, game: Any) -> bool:
        """Whether it is for this board."""

    @abstractmethod
    def search(
        self, engine: Engine, game: Any, state: State, limits: Limits, table: Lease, control: Control
    ) -> SearchResult:
        """The answer about an unfinished position."""

    def look_up(self, engine: Engine, game: Any, state: State) -> SearchResult | None:
        """What the opening book says, by the engine's `book` and `seed`; None where it does not know the moves."""
        return None


_searches: list[OwnSearch] = []


@cache
def _import_searches() -> None:
    for found in pkgutil.iter_modules(folder.__path__):
        if found.ispkg:
            importlib.import_module(f"{folder.__name__}.{found.name}.game_search")


def find_own_search(game: Game) -> OwnSearch | None:
    """The search that is for this very board; None if there is none."""
    _import_searches()
    return next((search for search in _searches if isinstance(game, search.games) and search.fits(game)), None)
