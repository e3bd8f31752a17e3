"""Which searches have a compiled form, and when it may stand in for the readable one.

A form is a class in `kernels/searchers/`, found there by looking. It is given the searcher as it is: its fields are the
switches, and what the form answers must equal what the readable search answers, node for node; only `perfect` may get
its exact answers by other means.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from kibitz.core.extensions import import_folder
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import Searcher, SearchResult, StopFlag, Watcher

S = TypeVar("S", bound=Searcher)

_forms: dict[str, CompiledForm[Any]] = {}


class CompiledForm(ABC, Generic[S]):
    """How the searchers of some names run as machine code. Subclassing with `names` registers it.

    The module of a form imports no compiler. What does is named in `kernels` and imported before the first search.
    """

    names: ClassVar[tuple[str, ...]]  # of the searchers it runs
    kernels: ClassVar[str]  # the module with its compiled functions; see `find_kernels`
    shows_nodes: ClassVar[bool] = True  # whether a watcher sees what it does

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        _forms.update(dict.fromkeys(cls.names, cls()))

    def find_kernels(self, game: Game) -> str:
        """The module with its compiled functions for a game."""
        return self.kernels

    def obstacle(self, searcher: S, game: Game) -> str:
        """Which switch or game it does not know, in words; empty if it can run the search."""
        return ""

    def check_memory(self, searcher: S, game: Game, state: State, limits: Limits) -> None:
        """Refuse at once, before anything is compiled, what the machine or the searcher has no room for."""

    def look_up(self, searcher: S, game: Game, state: State, limits: Limits) -> SearchResult | None:
        """An answer that needs no search, and so no compiler; None where there is something to search."""
        return None

    def look_up_score(self, searcher: S, game: Game, state: State, limits: Limits) -> SearchResult | None:
        """As `look_up`, for the score alone."""
        return None

    @abstractmethod
    def search(
        self,
        searcher: S,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        """As `Searcher.search_reference`."""

    def try_out(self, searcher: S, game: Game, state: State, watcher: Watcher | None) -> None:
        """A search as short as can be, to have its code compiled. It must leave nothing behind."""
        self.search(searcher, game, state, Limits(nodes=1), watcher)

    def exact_score(
        self, searcher: S, game: Game, state: State, limits: Limits, stop: StopFlag | None = None
    ) -> SearchResult:
        """As `search`, for the score alone; to be overridden where that is less work."""
        return self.search(searcher, game, state, limits, None, stop)

    def exact_scores(
        self, searcher: S, game: Game, states: Sequence[State], limits: Limits, stop: StopFlag
    ) -> Iterator[list[SearchResult]]:
        """As `exact_score` for many unfinished positions, each within the limits; as many at a time as is quick."""
        for state in states:
            yield [self.exact_score(searcher, game, state, limits, stop)]


@cache
def _import_forms() -> None:
    import_folder("kibitz.kernels.searchers")


def find_form(searcher: Searcher) -> CompiledForm[Any] | None:
    """The compiled form of a searcher, None if there is none."""
    _import_forms()
    return _forms.get(searcher.name)


def compiled_names() -> list[str]:
    """The names of all searchers that have a compiled form."""
    _import_forms()
    return sorted(_forms)


def obstacle(searcher: Searcher, game: Game, *, watched: bool = False) -> str:
    """Why this search of this game cannot run compiled, in words; empty if it can."""
    if game.keeps_history:
        return f"a position of {game} is a list of moves, which compiled code cannot hold"
    if game.words == 0:
        return f"a state of {game} does not fit into 64-bit words"
    form = find_form(searcher)
    if form is None:
        return f"{searcher.name} has no compiled form"
    if watched and not form.shows_nodes:
        return f"{searcher.name} shows its nodes in readable form only"
    return form.obstacle(searcher, game)
