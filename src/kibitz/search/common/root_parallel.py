"""Several Monte Carlo trees at the same time, and one answer from all of them.

Root parallelisation [Chaslot, Winands & van den Herik, "Parallel Monte-Carlo tree search", 2008]: every thread grows a
tree of its own, with random numbers of its own and its share of the simulations. In the end the visits and rewards of
the moves at the root are added up, and what any tree has proved is proved. The threads never wait for each other, and
the answer to a number of simulations does not depend on which of them is faster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TypeVar

from kibitz.core.game import Move
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.core.score import Bound
from kibitz.core.searching import RootMove, SearchResult, Stats
from kibitz.search.common.sampled_answer import SCALE

S = TypeVar("S")


@dataclass(slots=True)
class MergedNode:
    """A node of the trees together, as a tree's own node looks; only the root has children.

    `low` and `high` are always those of the other side than the one that chose to come here.
    """

    move: Move
    low: int
    high: int
    visits: int = 0
    total: float = 0.0
    children: list[MergedNode] = field(default_factory=list)

    @property
    def least(self) -> int:
        return -self.high

    @property
    def most(self) -> int:
        return -self.low

    @property
    def mean(self) -> float:
        return self.total / self.visits


def tree_seeds(seed: int, threads: int) -> list[int]:
    """A seed for every tree; the first is that of a single one."""
    rng = Rng(seed)
    return [seed, *(rng.word() >> 1 for _ in range(threads - 1))]


def grow_trees(
    searchers: Sequence[S], search: Callable[[S, Limits], SearchResult], limits: Limits, *, at_once: bool
) -> list[SearchResult]:
    """What `search` finds for each searcher, a tree each, in its share of the limits.

    The trees grow `at_once`, each in a thread of its own, or one after the other.
    """
    share = _share_limits(limits, len(searchers), at_once=at_once)
    if not at_once:
        return [search(searcher, share) for searcher in searchers]
    with ThreadPoolExecutor(len(searchers), thread_name_prefix="kibitz-tree") as pool:
        return [future.result() for future in [pool.submit(search, searcher, share) for searcher in searchers]]


def _share_limits(limits: Limits, threads: int, *, at_once: bool) -> Limits:
    """What each tree may use: its part of the nodes, and of the time unless all grow at once."""
    nodes = None if limits.nodes is None else max(1, limits.nodes // threads)
    time = limits.time if limits.time is None or at_once else max(0.001, limits.time / threads)
    return replace(limits, nodes=nodes, time=time)


def merge_results(
    results: Sequence[SearchResult],
    max_result: int,
    answer: Callable[[MergedNode, Stats, str], SearchResult],
    *,
    at_once: bool,
) -> SearchResult:
    """The answer of all trees: what `answer` says of their common root, stats and end, with the line of one of them."""
    if results[0].move is None:
        return results[0]
    stopped_by = next((result.stopped_by for result in results if result.stopped_by), "")
    merged = answer(_merge_roots(results, max_result), _add_up_stats(results, at_once=at_once), stopped_by)
    return replace(merged, line=_find_line(results, merged.move))


def _merge_roots(results: Sequence[SearchResult], max_result: int) -> MergedNode:
    """The root of all trees."""
    children: dict[Move, MergedNode] = {}
    for result in results:
        for found in result.roots:
            child = children.setdefault(found.move, MergedNode(found.move, -max_result, max_result))
            _add(child, found)
    root = MergedNode(-1, -max_result, max_result)
    root.children = list(children.values())
    root.visits = sum(child.visits for child in root.children)
    return root


def _add(child: MergedNode, found: RootMove) -> None:
    """Add what one tree knows of a move; bounds are for the other side."""
    child.visits += found.visits
    points = found.score.points
    if not found.score.proven:
        child.total += found.visits * (points / SCALE + 1) / 2
        return
    child.total += found.visits * (1 + (points > 0) - (points < 0)) / 2
    if found.score.bound != Bound.UPPER:
        child.high = min(child.high, -points)
    if found.score.bound != Bound.LOWER:
        child.low = max(child.low, -points)


def _add_up_stats(results: Sequence[SearchResult], *, at_once: bool) -> Stats:
    """What all trees cost; they are in memory at the same time, and trees that grow at once take the longest's time."""
    total = sum((result.stats for result in results), Stats())
    seconds = [result.stats.seconds for result in results]
    return replace(
        total,
        memory=sum(result.stats.memory for result in results),
        seconds=max(seconds) if at_once else sum(seconds),
    )


def _find_line(results: Sequence[SearchResult], move: Move | None) -> tuple[Move, ...]:
    """The line of the tree that likes the move best and has looked at it most."""
    lines = [result for result in results if result.move == move]
    if not lines or move is None:
        return () if move is None else (move,)
    return max(lines, key=lambda result: max((root.visits for root in result.roots), default=0)).line
