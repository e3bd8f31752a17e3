"""Othello's own search: for which boards it is, and its opening book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.game import State
from kibitz.core.limits import Limits
from kibitz.core.score import Score
from kibitz.core.searching import RootMove, SearchResult, Stats
from kibitz.games.othello import Othello
from kibitz.kernels.engine.othello.opening_book import shipped_opening_book
from kibitz.kernels.engine.own_search import VARIED, OwnSearch

if TYPE_CHECKING:
    from kibitz.kernels.common.control import Control
    from kibitz.kernels.common.transposition_table import Lease
    from kibitz.kernels.searchers.engine import Engine


class OthelloSearch(OwnSearch):
    games = Othello
    evaluator = "patterns"
    kernels = "kibitz.kernels.engine.othello.deepening"
    has_book = True

    def fits(self, game: Othello) -> bool:
        return game.size == 8

    def search(
        self, engine: Engine, game: Othello, state: State, limits: Limits, table: Lease, control: Control
    ) -> SearchResult:
        from kibitz.kernels.engine.othello.deepening import OthelloDeepening

        return OthelloDeepening(engine, state, limits, table, control).search()

    def look_up(self, engine: Engine, game: Othello, state: State) -> SearchResult | None:
        book = shipped_opening_book()
        known = book.moves(state)
        if not known:
            return None
        chosen = book.draw(state, engine.seed) if engine.book == VARIED else known[0]
        line = chosen.move, *book.line(game.play(state, chosen.move))
        return SearchResult(
            chosen.move,
            Score(chosen.value),
            line,
            tuple(RootMove(move, Score(value)) for move, value in sorted(known)),
            Stats(1, depth=len(line)),
            source=f"the opening book (depth {book.depth})",
        )
