"""Othello's own search: for which boards it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.game import State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult
from kibitz.games.othello import Othello
from kibitz.kernels.engine.own_search import OwnSearch

if TYPE_CHECKING:
    from kibitz.kernels.common.control import Control
    from kibitz.kernels.common.transposition_table import Lease
    from kibitz.kernels.searchers.engine import Engine

__all__ = ["OthelloSearch"]


class OthelloSearch(OwnSearch):
    games = Othello
    evaluator = "patterns"
    kernels = "kibitz.kernels.engine.othello.deepening"

    def fits(self, game: Othello) -> bool:
        return game.size == 8

    def search(
        self, engine: Engine, game: Othello, state: State, limits: Limits, table: Lease, control: Control
    ) -> SearchResult:
        from kibitz.kernels.engine.othello.deepening import OthelloDeepening

        return OthelloDeepening(engine, state, limits, table, control).search()
