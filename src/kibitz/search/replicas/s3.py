"""S3, the console program's Take-Away: the tree is built first, then minimax runs over it."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.games.take_away import TakeAway
from kibitz.search.replicas.faults import Fault, Replica, fault_switch
from kibitz.search.stored_tree import Stored

__all__ = ["S3TakeAway"]

MODULUS = Fault(
    "S3-25",
    "modulus",
    "the evaluation tests chips + 1 against n",
    "The rule meant is that a multiple of n + 1 chips is lost for the side to move. The rule printed is "
    '"X(s) + 1 % n = 0", and nothing is said of other positions. Where the search does not see the end, the program '
    "steers for the wrong heaps.",
    "A heap is lost for the side to move if its chips are a multiple of n + 1, and won otherwise.",
)


@dataclass(frozen=True)
class S3TakeAway(Replica):
    """The evaluation as printed is `reported-modulo`, as meant it is `modulo`."""

    name = "replica-s3-take-away"
    about = "S3's Take-Away agent with the evaluation as printed, a switch"
    title = "S3's Take-Away program"
    faults = (MODULUS,)
    suits = (TakeAway,)
    usual_depth = 3

    modulus: bool = fault_switch(MODULUS)

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if game.result(state) is None:
            self.check_suits(game)
        inner = Stored(eval="reported-modulo" if self.modulus else "modulo")
        return inner.search_reference(game, state, self.limited(limits), watcher=watcher, stop=stop)
