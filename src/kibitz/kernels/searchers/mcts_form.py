"""Monte Carlo tree search as machine code: the same tree, node for node."""

from __future__ import annotations

from typing import cast

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.search.mcts import MCTS


class MCTSForm(CompiledForm[MCTS]):
    names = ("mcts",)
    kernels = "kibitz.kernels.montecarlo.mcts"

    def search(
        self,
        searcher: MCTS,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.depth is not None or game.result(state) is not None:
            return searcher.search_reference(game, state, limits)  # which takes no search
        from kibitz.kernels.montecarlo.mcts import MCTSSwitches, search_mcts

        if searcher.threads == 1:
            return search_mcts(cast(MCTSSwitches, searcher), game, state, limits, watcher, stop)
        return searcher.search_trees(
            game,
            state,
            limits,
            watcher,
            lambda one, share: search_mcts(cast(MCTSSwitches, one), game, state, share, None, stop),
            at_once=True,
        )
