"""Minimax, alpha-beta and PVS as machine code: the same nodes in the same order, conducted by the readable searcher."""

from __future__ import annotations

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.search.common.tree_search import TreeSearch


class TreeSearchForm(CompiledForm[TreeSearch]):
    names = ("minimax", "alphabeta", "pvs")
    kernels = "kibitz.kernels.alphabeta.tree_search"

    def obstacle(self, searcher: TreeSearch, game: Game) -> str:
        if searcher.table != "off":
            return "a transposition table is compiled into the engine only"
        if "heuristic" in searcher.order.split("+"):
            evaluator = type(searcher.evaluator(game))
            if evaluator.move_score is not Evaluator.move_score:
                return f"{evaluator.name} has its own method to score moves"
        return ""

    def search(
        self,
        searcher: TreeSearch,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        from kibitz.kernels.alphabeta.tree_search import KernelRun
        from kibitz.kernels.common.control import Control

        result, sooner = game.result(state), searcher.sooner
        if result is not None:
            return SearchResult(None, Score.solved(result, 0 if sooner else None))
        with Control(limits, stop) as control:
            return searcher.conduct(KernelRun(searcher, game, state, limits, watcher, control), limits)
