"""Principal variation search, also called NegaScout [Marsland & Campbell 1982; Reinefeld 1983].

The first move is searched in the full window. Each other move is only asked whether it is better, in a window of
width one, which cuts sooner; the few that are get searched again for their value.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import ONGOING, State
from kibitz.core.pseudocode import pseudocode
from kibitz.core.score import INFINITY
from kibitz.search.common.run import Algorithm, Run
from kibitz.search.common.tree_search import TreeSearch


def pvs(run: Run, state: State, depth: int, alpha: int, beta: int) -> int:
    """As fail-soft alpha-beta, with the later moves tested before they are measured."""
    result = run.result(state)
    if result != ONGOING:
        return run.final(result, depth)
    if depth == 0:
        return run.evaluate(state)
    best = -INFINITY
    for index, move in enumerate(run.moves(state, depth)):
        if index == 0:
            value = run.value_after(state, move, depth - 1, alpha, beta)
        else:
            value = run.value_after(state, move, depth - 1, alpha, alpha + 1)
            if alpha < value < beta:
                value = run.value_after(state, move, depth - 1, alpha, beta)
        if value > best:
            best = value
            run.improve(depth, move)
            if best >= beta:
                run.cut(depth, index, move)
                break
            alpha = max(alpha, best)
    return best


PSEUDOCODE = pseudocode(
    "Principal variation search",
    "Marsland & Campbell 1982; Reinefeld 1983",
    """
enter    | pvs(node, depth, alpha, beta):
final    |     if the game is over: return its result
horizon  |     if depth = 0: return the evaluation
table    |     if the table settles the window: return what it says
         |     best = -infinity
         |     for each move:
visit    |         first move: value = -pvs(node after move, depth - 1, -beta, -alpha)
test     |         others: value = -pvs(node after move, depth - 1, -alpha - 1, -alpha)
again    |             if alpha < value < beta: value = -pvs(…, -beta, -alpha)
same     |         where the same side moves again: no minus, and windows (alpha, beta) or (alpha, alpha + 1)
improve  |         if value > best: best = value; alpha = max(alpha, best)
cut      |             if best >= beta: break
keep     |         else: go on with the next move
leave    |     return best
""",
)


@dataclass(frozen=True)
class PVS(TreeSearch):
    """Alpha-beta that trusts its move ordering: the first move is measured, the others are only tested."""

    name = "pvs"
    about = "principal variation search: alpha-beta with a null window for every move after the first"
    pseudocode = PSEUDOCODE

    def algorithm(self) -> Algorithm:
        return pvs
