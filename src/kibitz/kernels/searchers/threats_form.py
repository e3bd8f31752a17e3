"""Threat search as machine code: the same tree, node for node."""

from __future__ import annotations

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.search.threats import Threats


class ThreatsForm(CompiledForm[Threats]):
    names = ("threats",)
    kernels = "kibitz.kernels.threats.threat_search"
    shows_nodes = False

    def obstacle(self, searcher: Threats, game: Game) -> str:
        return "it is not for such games" if game.moves_again or game.repeats else ""

    def search(
        self,
        searcher: Threats,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        searcher.check_suits(game)
        if game.result(state) is not None:
            return searcher.search_reference(game, state, limits)  # which takes no search
        from kibitz.kernels.threats.threat_search import search_threats

        return search_threats(searcher, game, state, limits, stop)
