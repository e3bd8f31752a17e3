"""Minimax [von Neumann 1928; Shannon 1950], in negamax form: max and min are one negated call."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import ONGOING, State
from kibitz.core.pseudocode import pseudocode
from kibitz.core.score import INFINITY
from kibitz.search.common.run import Algorithm, Run
from kibitz.search.common.tree_search import TreeSearch


def minimax(run: Run, state: State, depth: int, _alpha: int, _beta: int) -> int:
    """The value of a node, every move looked at; the window is the full one all the way down."""
    result = run.result(state)
    if result != ONGOING:
        return run.final(result, depth)
    if depth == 0:
        return run.evaluate(state)
    best = -INFINITY
    for move in run.moves(state, depth):
        value = run.value_after(state, move, depth - 1, -INFINITY, INFINITY)
        if value > best:
            best = value
            run.improve(depth, move)
    return best


PSEUDOCODE = pseudocode(
    "Minimax",
    "von Neumann 1928; Shannon 1950",
    """
enter    | minimax(node, depth):
final    |     if the game is over: return its result
horizon  |     if depth = 0: return the evaluation
table    |     if the table knows the node: return what it says
         |     best = -infinity
visit    |     for each move:
         |         value = -minimax(node after move, depth - 1)
same     |         where the same side moves again: value = minimax(node after move, depth - 1)
improve  |         if value > best: best = value
keep     |         else: go on with the next move
leave    |     return best
""",
)


@dataclass(frozen=True)
class Minimax(TreeSearch):
    """Looks at every move of every position; the yardstick for all others."""

    name = "minimax"
    about = "searches every move to the given depth; the reference for all other searches"
    pseudocode = PSEUDOCODE

    def algorithm(self) -> Algorithm:
        return minimax
