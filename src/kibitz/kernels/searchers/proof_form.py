"""Proof-number search as machine code: the same tree, node for node."""

from __future__ import annotations

from typing import cast

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.search.proof import Proof

__all__ = ["ProofForm"]


class ProofForm(CompiledForm[Proof]):
    names = ("proof",)
    kernels = "kibitz.kernels.proof.proof"

    def search(
        self,
        searcher: Proof,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.depth is not None or game.result(state) is not None:
            return searcher.search_reference(game, state, limits)  # which takes no search
        from kibitz.kernels.proof.proof import ProofSwitches, search_proof

        return search_proof(cast(ProofSwitches, searcher), game, state, limits, watcher, stop)
