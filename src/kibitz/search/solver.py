"""The general solver: the exact outcome of any position of any game, and how far away it is.

Alpha-beta to the end of the game, with a table, learned move ordering and scores that prefer the sooner win. Good for
small games in this form; the distance is with the winner as quick and the loser as stubborn as possible.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import Searcher, SearchResult, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.run import Found, Run

__all__ = ["Perfect"]


@dataclass(frozen=True)
class _Exact(AlphaBeta):
    """Alpha-beta that can be told to measure every move of the root."""

    every_move: bool = option(False, "the exact score of every move, not of the best alone")

    def drive(self, run: Run, guess: int | None) -> Found:
        found = super().drive(run, guess)
        if self.every_move:
            for move, (low, high) in found.roots.items():
                if low < high:
                    run.visit(run.play(run.root, move), move, run.depth - 1, -high - 1, -low + 1)
        return found


@dataclass(frozen=True)
class Perfect(Searcher):
    """Plays and judges without error, as far as time allows."""

    name = "perfect"
    about = "searches to the end of the game: never wrong, quick on small boards"

    every_move: bool = option(False, "the exact score of every move, not of the best alone")
    entries: int = option(1 << 21, "slots of the table", 1, 1 << 26)

    def search(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.depth is not None:
            raise BadOption("perfect looks to the end of the game, so that it takes no depth; limit its time or nodes.")
        exact = _Exact(
            order="table+killer+history+centre",
            table="two-tier",
            entries=self.entries,
            sooner=True,
            deepen=False,
            every_move=self.every_move,
        )
        return exact.search(game, state, limits, watcher=watcher, stop=stop)
