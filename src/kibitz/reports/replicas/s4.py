"""S4, "The adversarial searching algorithm": tic-tac-toe on 3x3 and on 5x5, with minimax and then with alpha-beta.

The first program is the minimax of section 3.a. The second is what the report ends with: alpha-beta that prefers the
sooner win (S4-3), tries moves in the order of their scores (S4-6) and shuffles those of equal score (S4-4). On 3x3 it
looks to the end; on 5x5 to a depth that grows as the game goes on (S4-9), by a schedule that is not printed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import Searcher
from kibitz.core.spec import option
from kibitz.games.mnk import MNK
from kibitz.reports.publications import S4 as REPORT
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.minimax import Minimax
from kibitz.search.replica import ProgramFault, WrappingReplica, fault_switch

SEARCHED_TO_THE_END = 9  # cells: "in the 3x3 game board, there will be no limit on depth"
FIRST_DEPTH, MOVES_A_PLY = 3, 4  # on larger boards; ours, as print has no numbers

ZERO_HORIZON = ProgramFault(
    "S4-19",
    "zero_horizon",
    "a position at the depth limit is worth 0",
    "At the depth limit the search returns 0, as for a draw, without looking at the board. Unless a game ends within "
    "its depth, all moves look equal to it: it neither builds nor prevents threats beyond its depth.",
    "At the depth limit a heuristic judges the position; here S4's own scores of moves, summed over the board.",
)


@dataclass(frozen=True)
class S4(WrappingReplica):
    """What S4's two programs share: the depth, and what the horizon is worth."""

    faults = (ZERO_HORIZON,)
    suits = (MNK,)

    zero_horizon: bool = fault_switch(ZERO_HORIZON)

    @property
    def heuristic(self) -> str:
        return "reported-cells" if self.zero_horizon else "cells"

    def find_limits(self, game: Game, state: State, limits: Limits) -> Limits:
        """The program's own depth, where nothing else limits it."""
        assert isinstance(game, MNK)
        if game.width * game.height <= SEARCHED_TO_THE_END or any((limits.depth, limits.time, limits.nodes)):
            return limits
        played = (state[0] | state[1]).bit_count()
        return replace(limits, depth=FIRST_DEPTH + played // MOVES_A_PLY)

    def evaluator(self, game: Game) -> Evaluator:
        self.check_suits(game)
        return find_evaluator(self.heuristic, game)


@dataclass(frozen=True)
class S4Minimax(S4):
    """Section 3.a as it begins: any win is as good as another, and the first of equal moves is played."""

    name = "replica-s4-minimax"
    about = f"minimax of {REPORT} (3x3 and 5x5), as at the start of section 3.a: all wins count the same"
    title = f"{REPORT}: minimax"

    def inner(self) -> Searcher:
        return Minimax(eval=self.heuristic)


@dataclass(frozen=True)
class S4AlphaBeta(S4):
    """What the report ends with; `wins` and `order` take its improvements back, one by one."""

    name = "replica-s4-alphabeta"
    about = f"alpha-beta of {REPORT} (3x3 and 5x5), with its shuffled move order and preference for sooner wins"
    title = f"{REPORT}: alpha-beta"

    wins: str = option("sooner", "which win is better: the sooner one (S4-3), or any", choices=("sooner", "any"))
    order: str = option(
        "heuristic+shuffled",
        "move order: by score, equal moves shuffled (S4-4, S4-6), or only one of the two, or neither",
        choices=("heuristic+shuffled", "heuristic", "shuffled", "natural"),
    )
    seed: int = option(0, "random seed for the shuffling", 0, 2**63 - 1)

    @property
    def draws_lots(self) -> bool:
        return "shuffled" in self.order

    def inner(self) -> Searcher:
        return AlphaBeta(eval=self.heuristic, order=self.order, sooner=self.wins == "sooner", seed=self.seed)
