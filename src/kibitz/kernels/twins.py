"""Which searches have a compiled twin, and when it may stand in for the readable one.

A kernel module announces its twin with `announce`. The twin is given the readable searcher as it is: its fields are
the switches, and what it answers must equal what the readable search answers, node for node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import Searcher, SearchResult, StopFlag, Watcher

__all__ = ["TWINS", "Search", "Twin", "announce", "by_itself", "obstacle"]


class Search(Protocol):
    """As `Searcher.search`, with the searcher in front."""

    def __call__(
        self,
        searcher: Searcher,
        game: Game,
        state: State,
        limits: Limits,
        /,
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult: ...


class Twin(NamedTuple):
    search: Search
    obstacle: Callable[[Searcher, Game], str]  # which switch it does not know, in words; empty if none


TWINS: dict[str, Twin] = {}


def by_itself(
    searcher: Searcher,
    game: Game,
    state: State,
    limits: Limits,
    /,
    *,
    watcher: Watcher | None = None,
    stop: StopFlag | None = None,
) -> SearchResult:
    """The twin of a searcher that exists in compiled form only."""
    return searcher.search(game, state, limits, watcher=watcher, stop=stop)


def announce(name: str, search: Search, obstacle: Callable[[Searcher, Game], str] = lambda searcher, game: "") -> None:
    TWINS[name] = Twin(search, obstacle)


def obstacle(searcher: Searcher, game: Game) -> str:
    """Why this search of this game cannot run compiled, in words; empty if it can."""
    if game.words == 0:
        return f"a state of {game} does not fit into 64-bit words"
    if searcher.name not in TWINS:
        return f"{searcher.name} has no compiled form"
    return TWINS[searcher.name].obstacle(searcher, game)
