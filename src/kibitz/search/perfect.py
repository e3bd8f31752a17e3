"""The general solver: the exact outcome of any position of any game, and how far away it is.

Alpha-beta to the end of the game with a table and learned move ordering, and three things that serve a solver:

- who wins is asked first, in the narrow window (-1, 1); only then how soon;
- a node too far from the root to improve on what is known is left at once (mate-distance pruning);
- a quick decision is looked for by iterative deepening before the long search begins.

On small boards, nodes: Connect Four 4x4 28,064 (a plain full window takes 37,661), 6x6 with three in a row 130,401
without the quick look and 5,921 with it; 4,4,3 142,100 with a plain full window, 1,378 so.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import ONGOING, Game, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Passes, PassResult
from kibitz.core.score import INFINITY, WIN, is_decided
from kibitz.core.searching import Searcher, SearchResult, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.search.alphabeta import fail_soft
from kibitz.search.common.run import Algorithm, Run
from kibitz.search.common.tree_search import TreeSearch

QUICK_DEPTH = 9  # plies within which a decision is looked for first


def fail_soft_by_distance(run: Run, state: State, depth: int, alpha: int, beta: int) -> int:
    """Fail-soft alpha-beta that knows how good a result can be at best this far from the root."""
    ply = run.depth - depth
    most = run.game.max_result * WIN
    is_over = run.result(state) != ONGOING  # perhaps won by the side to move, as where who takes the last chip loses
    soonest_win, soonest_loss = most - ply - (not is_over), ply - most
    if soonest_win <= alpha:
        return soonest_win
    if soonest_loss >= beta:
        return soonest_loss
    return fail_soft(run, state, depth, max(alpha, soonest_loss), min(beta, soonest_win))


def measure(test: Callable[[int, int], int]) -> int:
    """The exact value, found by searching a window around the draw first and beyond it only if need be."""
    value = test(-1, 1)
    if value >= 1:
        return test(value - 1, INFINITY)
    return test(-INFINITY, value + 1) if value <= -1 else value


@dataclass(frozen=True)
class _Exact(TreeSearch):
    every_move: bool = False

    def algorithm(self) -> Algorithm:
        return fail_soft_by_distance

    def passes(self, run: Passes, limits: Limits) -> Iterator[PassResult]:
        # With one size of win only, the first depth that decides the game also gives the distance.
        if run.game.max_result == 1 and not self.every_move:
            for depth in range(1, QUICK_DEPTH + 1):
                run.start_pass(depth)
                found = run.found(run.descend(-1, 1))
                if found.complete or is_decided(found.value):
                    yield found
                    return
        run.start_pass(FULL_DEPTH)
        value = measure(run.descend)
        line = run.line_at(0)
        if self.every_move:
            for move in run.game.moves(run.root):
                measure(functools.partial(run.try_move, move))
        yield run.found(value, line)


@dataclass(frozen=True)
class Perfect(Searcher):
    """Plays and judges without error, as far as time allows.

    On Connect Four and Othello a compiled twin stands in that knows the game, with a table in MiB; on Connect Four
    it has an opening book.
    """

    name = "perfect"
    about = "searches to the end of the game: never wrong; fast on small boards, in Connect Four and late in Othello"

    every_move: bool = option(False, "compute the exact score of every move, not only of the best one")
    entries: int = option(1 << 21, "number of entries in the table of the general solver", 1, 1 << 26)
    book: bool = option(True, "Connect Four 7x6: use the opening book")
    whole_line: bool = option(False, "Connect Four 7x6: follow best play to the end, beyond the book too")
    table_mib: int = option(256, "Connect Four and Othello: size of the table in MiB", 1, 1 << 22)
    threads: int = option(1, "Connect Four and Othello: threads that share the table", 1, 64)
    keep: bool = option(True, "Connect Four and Othello: keep the table between searches")

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.depth is not None:
            raise BadOption("perfect searches to the end of the game and takes no depth; limit its time or nodes.")
        exact = _Exact(
            eval="zero",
            order="table+killer+history+centre",
            table="two-tier",
            entries=self.entries,
            sooner=True,
            every_move=self.every_move,
        )
        return exact.search_reference(game, state, limits, watcher=watcher, stop=stop)
