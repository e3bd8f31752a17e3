"""Which searches have a compiled twin, and when it may stand in for the readable one.

A kernel module announces its twin with `announce`. The twin is given the readable searcher as it is: its fields are
the switches, and what it answers must equal what the readable search answers, node for node; only `perfect` may get
its exact answers by other means.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score
from kibitz.core.searching import Searcher, SearchResult, Stats, StopFlag, Watcher

__all__ = ["TWINS", "ExactScore", "Scorer", "Search", "Twin", "announce", "by_itself", "obstacle"]


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


class ExactScore(NamedTuple):
    """A score without a move, what it cost, and the limit that ended the work early, if any."""

    score: Score
    stats: Stats
    stopped_by: str


class Scorer(Protocol):
    """As `Search`, for the score alone."""

    def __call__(
        self, searcher: Searcher, game: Game, state: State, limits: Limits, /, *, stop: StopFlag | None = None
    ) -> ExactScore: ...


class Twin(NamedTuple):
    search: Search
    obstacle: Callable[[Searcher, Game], str]  # which switch it does not know, in words; empty if none
    shows_nodes: bool  # whether a watcher sees what it does
    scorer: Scorer | None  # where a score without a move is less work


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


def announce(
    name: str,
    search: Search,
    obstacle: Callable[[Searcher, Game], str] = lambda searcher, game: "",
    *,
    shows_nodes: bool = True,
    scorer: Scorer | None = None,
) -> None:
    TWINS[name] = Twin(search, obstacle, shows_nodes, scorer)


def obstacle(searcher: Searcher, game: Game, *, watched: bool = False) -> str:
    """Why this search of this game cannot run compiled, in words; empty if it can."""
    if game.words == 0:
        return f"a state of {game} does not fit into 64-bit words"
    if searcher.name not in TWINS:
        return f"{searcher.name} has no compiled form"
    twin = TWINS[searcher.name]
    if watched and not twin.shows_nodes:
        return f"{searcher.name} shows its nodes in readable form only"
    return twin.obstacle(searcher, game)
