"""Proof-number search as machine code: the same tree, node for node."""

from __future__ import annotations

from typing import cast

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.search.proof import Proof


class ProofForm(CompiledForm[Proof]):
    names = ("proof",)
    kernels = "kibitz.kernels.proof.proof"

    def obstacle(self, searcher: Proof, game: Game) -> str:
        return f"positions of {game} repeat, which only the readable form of proof knows" if game.repeats else ""

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

    def try_out(self, searcher: Proof, game: Game, state: State, watcher: Watcher | None) -> None:
        """Besides the search, what only a longer one needs: more memory, and a look at what was proved."""
        super().try_out(searcher, game, state, watcher)
        if game.result(state) is None:
            from kibitz.kernels.proof.proof import Known
            from kibitz.kernels.proof.proof_memory import enlarge, make_memory

            Known(game, state, enlarge(make_memory(game))).recall(state, 0)
