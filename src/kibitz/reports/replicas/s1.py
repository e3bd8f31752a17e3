"""S1, "CS312 Lab 7" (Othello bots): minimax and alpha-beta as its pseudo-code has them.

Both look to a depth, or deepen for as long as they have time (S1 gave them 2 s a move). The heuristic is S1's disc
difference unless another is named (`eval=phased` is its complexHeuristic).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field

from kibitz.core.game import ONGOING, Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import EVAL_LIMIT, INFINITY
from kibitz.core.searching import EvaluatingSearcher, Searcher
from kibitz.core.spec import option
from kibitz.games.othello import Othello
from kibitz.reports.publications import S1 as REPORT
from kibitz.search.common.run import Algorithm, Run
from kibitz.search.common.tree_search import TreeSearch
from kibitz.search.replica import ProgramFault, WrappingReplica, fault_switch

NO_MOVES = -EVAL_LIMIT  # S1's "-infinity", which a node keeps when its loop over the moves finds none

LATE_CUT = ProgramFault(
    "S1-24a",
    "late_cut",
    "the cut-off test at Min is outside the loop",
    "At a Min node the cut-off test comes only after all moves have been searched, when there is nothing left to "
    "prune. Half of the tree's levels never cut.",
    "The test is inside the loop, at Min as at Max. The value is the same with fewer nodes.",
    costs_only=True,
)
CALLS_MINIMAX = ProgramFault(
    "S1-24b",
    "calls_minimax",
    "alpha-beta calls minimax for the children",
    "The pseudo-code of alpha-beta calls minimax for every child, which takes no window. Only the root knows alpha "
    "and beta, and with nothing above it the root never cuts: as many nodes as minimax, for the same answer.",
    "Every node is searched by alpha-beta, in the window that is left.",
    costs_only=True,
)
NO_END = ProgramFault(
    "S1-24c",
    "no_end",
    "a side without a move has lost everything",
    "Only depth 0 ends the recursion. Where the side to move has no move, because it must pass or because the game is "
    "over, the loop is empty and the node is worth minus infinity to that side: the program takes a pass for a lost "
    "game, and a game it has won for a lost one if the turn would be its own.",
    "A finished game is scored by its discs, and a side that cannot move passes.",
)


def leaf(run: Run, state: State, depth: int, no_end: bool) -> int | None:
    """The value of a node that has nothing below it; None for the others."""
    result = run.result(state)
    if result != ONGOING and not no_end:
        return run.final(result, depth)
    if depth == 0:
        return run.evaluate(state)
    if no_end and depth < run.depth and (result != ONGOING or must_pass(run.game, state)):
        return NO_MOVES
    return None


def must_pass(game: Game, state: State) -> bool:
    assert isinstance(game, Othello)
    return game.moves(state) == [game.size**2]


def minimax(run: Run, state: State, depth: int, no_end: bool) -> int:
    """S1's minimax; the side to move at the root is Max, and both sides are one negated call."""
    known = leaf(run, state, depth, no_end)
    if known is not None:
        return known
    best = -INFINITY
    for move in run.moves(state, depth):
        value = run.value_after(state, move, depth - 1, -INFINITY, INFINITY)
        if value > best:
            best = value
            run.improve(depth, move)
    return best


def alphabeta(run: Run, state: State, depth: int, alpha: int, beta: int, *, no_end: bool, late_cut: bool) -> int:
    """S1's alpha-beta. Min nodes, which lie at odd plies, do not cut if their test comes late."""
    known = leaf(run, state, depth, no_end)
    if known is not None:
        return known
    best = -INFINITY
    never_cuts = late_cut and (run.depth - depth) % 2 == 1
    for index, move in enumerate(run.moves(state, depth)):
        value = run.value_after(state, move, depth - 1, alpha, beta)
        if value > best:
            best = value
            run.improve(depth, move)
        alpha = max(alpha, value)
        if beta <= alpha and not never_cuts:
            run.cut(depth, index, move)
            break
    return best


@dataclass(frozen=True)
class S1(EvaluatingSearcher, WrappingReplica):
    """What S1's two bots share."""

    suits = (Othello,)
    usual_depth = 3

    eval: str = option(
        "discs", "the heuristic at the horizon: discs (netPlayerCoins in S1) or phased (complexHeuristic)"
    )
    no_end: bool = fault_switch(NO_END)

    @abstractmethod
    def algorithm(self) -> Algorithm:
        """What a node is worth to the bot."""

    def inner(self) -> Searcher:
        return _Driver(eval=self.eval, bot=self)

    def find_limits(self, game: Game, state: State, limits: Limits) -> Limits:
        return self.limited(limits) if limits.time is None and limits.nodes is None else limits


@dataclass(frozen=True)
class _Driver(TreeSearch):
    """What counts, keeps the limits and deepens; the nodes are the bot's."""

    bot: S1 = field(kw_only=True)

    def algorithm(self) -> Algorithm:
        return self.bot.algorithm()


@dataclass(frozen=True)
class S1Minimax(S1):
    """MinimaxBot."""

    name = "replica-s1-minimax"
    about = f"MinimaxBot of {REPORT}, with its fault as an option"
    title = f"{REPORT}: minimax"
    faults = (NO_END,)

    def algorithm(self) -> Algorithm:
        return lambda run, state, depth, alpha, beta: minimax(run, state, depth, self.no_end)


@dataclass(frozen=True)
class S1AlphaBeta(S1):
    """ABPruningBot."""

    name = "replica-s1-alphabeta"
    about = f"ABPruningBot of {REPORT}, with its faults as options"
    title = f"{REPORT}: alpha-beta"
    faults = (LATE_CUT, CALLS_MINIMAX, NO_END)

    late_cut: bool = fault_switch(LATE_CUT)
    calls_minimax: bool = fault_switch(CALLS_MINIMAX)

    def algorithm(self) -> Algorithm:
        def node(run: Run, state: State, depth: int, alpha: int, beta: int) -> int:
            if self.calls_minimax and depth < run.depth:
                return minimax(run, state, depth, self.no_end)
            return alphabeta(run, state, depth, alpha, beta, no_end=self.no_end, late_cut=self.late_cut)

        return node
