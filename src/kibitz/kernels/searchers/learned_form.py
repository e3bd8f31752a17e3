"""Learned players as machine code: what a network says at once, PUCT guided by it, and the engine over tuples."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kibitz.core.errors import KibitzError
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.kernels.searchers.engine import Engine, EngineForm
from kibitz.learned.model import Model
from kibitz.search.learned import Learned

if TYPE_CHECKING:
    from kibitz.kernels.network.forward import CompiledNetwork
    from kibitz.learned.network_model import NetworkModel


MAX_NETWORKS = 8  # kept ready


class LearnedForm(CompiledForm[Learned]):
    """With a network, nodes are those of the readable search, but for rounding; tuples are searched by the engine."""

    names = ("learned",)
    kernels = "kibitz.kernels.montecarlo.puct"

    def obstacle(self, searcher: Learned, game: Game) -> str:
        from kibitz.learned.action_table import ActionTable

        try:
            model = searcher.model(game)
        except KibitzError as error:  # which the search itself will say
            return str(error).removesuffix(".")
        return f"a learned {model.kind} is used without compilation" if isinstance(model, ActionTable) else ""

    def search(
        self,
        searcher: Learned,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        from kibitz.learned.network_model import NetworkModel

        model, is_at_once = searcher.model(game), limits == Limits()
        if game.result(state) is not None:
            return searcher.search_reference(game, state, limits)  # which takes no search
        if isinstance(model, NetworkModel):
            from kibitz.kernels.montecarlo.puct import search_network

            network = _compile(model, searcher.images)
            if not is_at_once:
                return search_network(searcher, network.arrays, game, state, limits, watcher, stop)
            expected = model.expect_from(network.judge, state, every_move=searcher.every_move)
            return searcher.answer_at_once(game, state, *expected)
        if is_at_once or watcher is not None:  # the engine shows no tree
            return searcher.search_reference(game, state, limits, watcher=watcher, stop=stop)
        return EngineForm().search(ValueEngine.of(model), game, state, limits, None, stop)


@dataclass(frozen=True)
class ValueEngine(Engine):
    """The engine with the values of tuples as its heuristic."""

    model: Model | None = field(default=None, init=False, repr=False)

    @classmethod
    def of(cls, model: Model) -> ValueEngine:
        engine = cls(own_search=False)
        object.__setattr__(engine, "model", model)
        return engine

    def evaluator(self, game: Game) -> Evaluator:
        assert self.model is not None, "it is made by `of`"
        from kibitz.learned.learned_value import make_evaluator

        return make_evaluator(self.model)


@functools.lru_cache(MAX_NETWORKS)
def _compile(model: NetworkModel, images: int) -> CompiledNetwork:
    from kibitz.kernels.network.forward import CompiledNetwork

    return CompiledNetwork(model.network.with_images(images))
