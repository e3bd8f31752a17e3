"""Iterative deepening with aspiration windows [Slate & Atkin, "Chess 4.5", 1977].

Search to depth 1, then 2, then 3, until a limit is reached or the tree ends. The earlier passes cost little (each is
a fraction of the next), give an answer at any time, and teach the table and the move ordering. With an aspiration
window each pass starts out by expecting about the value of the one before; when the value turns out to lie outside,
the pass is done again with the window opened on that side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.passes import Passes, PassResult
from kibitz.core.score import INFINITY, is_decided

if TYPE_CHECKING:
    from kibitz.search.common.tree_search import TreeSearch


def deepen(search: TreeSearch, run: Passes) -> Iterator[PassResult]:
    """What each depth finds, until the depth limit or the end of the tree; a time limit ends it from within."""
    guess = None
    for depth in range(1, run.depth + 1):
        run.start_pass(depth)
        found = search.drive(run, guess)
        guess = found.value
        yield found
        # Where no result beats another, a forced win or loss stays what it is at every greater depth.
        if found.complete or (is_decided(found.value) and run.game.max_result == 1):
            return


def aspire(run: Passes, guess: int | None, margin: int) -> int:
    """The root's value, searched first in a window around the guess if there is one."""
    if guess is None or margin == 0:
        return run.descend()
    alpha, beta = guess - margin, guess + margin
    value = run.descend(alpha, beta)
    if value <= alpha:
        return run.descend(-INFINITY, beta)
    return run.descend(alpha, INFINITY) if value >= beta else value
