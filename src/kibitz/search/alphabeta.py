"""Alpha-beta pruning [Knuth & Moore, "An analysis of alpha-beta pruning", 1975].

Alpha is what the side to move has for certain already, beta what the other side will not let it exceed. A node worth
beta or more will not be reached, so that its remaining moves need not be looked at.

Fail-hard answers nothing outside the window, leaves excepted; fail-soft answers the best value it saw, which is a
sharper bound when it lies outside [Fishburn 1983]. Both visit the same nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import ONGOING, State
from kibitz.core.pseudocode import pseudocode
from kibitz.core.score import INFINITY
from kibitz.core.spec import option
from kibitz.search.common.run import Algorithm, Run
from kibitz.search.common.tree_search import TreeSearch


def fail_soft(run: Run, state: State, depth: int, alpha: int, beta: int) -> int:
    """The best value seen, inside the window or beyond it."""
    result = run.result(state)
    if result != ONGOING:
        return run.final(result, depth)
    if depth == 0:
        return run.evaluate(state)
    best = -INFINITY
    for index, move in enumerate(run.moves(state, depth)):
        value = run.value_after(state, move, depth - 1, alpha, beta)
        if value > best:
            best = value
            run.improve(depth, move)
            if best >= beta:
                run.cut(depth, index, move)
                break
            alpha = max(alpha, best)
    return best


def fail_hard(run: Run, state: State, depth: int, alpha: int, beta: int) -> int:
    """The value if it lies in the window, else the end of the window it lies beyond; leaves answer as they are."""
    result = run.result(state)
    if result != ONGOING:
        return run.final(result, depth)
    if depth == 0:
        return run.evaluate(state)
    for index, move in enumerate(run.moves(state, depth)):
        value = run.value_after(state, move, depth - 1, alpha, beta)
        if value > alpha:
            alpha = min(value, beta)
            run.improve(depth, move)
            if alpha >= beta:
                run.cut(depth, index, move)
                break
    return alpha


PSEUDOCODE = pseudocode(
    "Alpha-beta",
    "Knuth & Moore 1975",
    """
enter    | alphabeta(node, depth, alpha, beta):
final    |     if the game is over: return its result
horizon  |     if depth = 0: return the evaluation
table    |     if the table settles the window: return what it says
         |     best = -infinity
visit    |     for each move:
         |         value = -alphabeta(node after move, depth - 1, -beta, -alpha)
same     |         where the same side moves again: value = alphabeta(node after move, depth - 1, alpha, beta)
improve  |         if value > best: best = value; alpha = max(alpha, best)
cut      |             if best >= beta: break, the other side will not come here
keep     |         else: go on with the next move
leave    |     return best
""",
)


@dataclass(frozen=True)
class AlphaBeta(TreeSearch):
    """Minimax without the branches that cannot matter: same value, same move, far fewer nodes."""

    name = "alphabeta"
    about = "minimax that skips branches which cannot change the result"
    pseudocode = PSEUDOCODE

    fail: str = option(
        "soft",
        "value returned outside the window: fail-soft or fail-hard",
        choices=("soft", "hard"),
    )

    def algorithm(self) -> Algorithm:
        return fail_soft if self.fail == "soft" else fail_hard
