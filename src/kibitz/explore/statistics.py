"""What a search cost and what it was spared: cut-offs by move, and how far its ordering was from perfect.

The least that alpha-beta can visit is the minimal tree [Knuth & Moore 1975]. Its nodes are of three types:

    1    on the principal line: its first child is of type 1, the others of type 2
    2    refuted by its first child, which is of type 3; the others are not searched
    3    all its children must be refuted: they are of type 2

With b legal moves a node that makes b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves. Here b is what the recorded nodes of a ply have on
average, and a node goes on as often as those of its ply did. In large trees both are taken from a sample.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from operator import ge

from kibitz.core.searching import Kind
from kibitz.explore.tree import SearchTree

__all__ = ["PlyStatistics", "Statistics", "ghost_cost", "statistics"]

MOST_LOOKED_AT = 4_000  # nodes of a ply whose legal moves are counted


@dataclass(frozen=True)
class PlyStatistics:
    """One ply below the root. `ratio`: nodes over those of the minimal tree; `saved`: the ghosts' cost, estimated."""

    ply: int
    nodes: int
    leaves: int
    cutoffs: int
    minimal: float
    ratio: float
    saved: int


@dataclass(frozen=True)
class Statistics:
    """Of a node with all below it. `cutoffs_by_index[i]`: how often the move tried as number i refuted a node.

    `first_move_cuts`: the share of the first move in that; None where nothing was cut. `saved`: what the moves never
    searched would have cost about, each as much as the searched nodes of its ply on average.
    """

    nodes: int
    leaves: int
    cutoffs: int
    research: int
    table_hits: int
    cutoffs_by_index: tuple[int, ...]
    first_move_cuts: float | None
    minimal: int
    saved: int
    plies: tuple[PlyStatistics, ...]


def statistics(tree: SearchTree, root: int = 0) -> Statistics:
    """How a search went below a node."""
    by_ply = tree.counts_by_ply(root)
    by_index, research = _cut_indices(tree, root)
    branching, going_on, ghosts = _samples(tree, root, len(by_ply))
    minimal = _minimal(branching, going_on)
    costs = _mean_sizes(tree, root, len(by_ply))
    saved = [round(ghosts[ply] * costs[ply + 1]) for ply in range(len(by_ply))]
    plies = tuple(
        PlyStatistics(
            ply=ply,
            nodes=counts.nodes,
            leaves=counts.leaves,
            cutoffs=counts.cutoffs,
            minimal=round(minimal[ply], 1),
            ratio=round(counts.nodes / minimal[ply], 3) if minimal[ply] else 1.0,
            saved=saved[ply],
        )
        for ply, counts in enumerate(by_ply)
    )
    cutoffs = sum(counts.cutoffs for counts in by_ply)
    stretch = tree.kind[root : root + tree.size[root]]
    return Statistics(
        nodes=tree.size[root],
        leaves=sum(counts.leaves for counts in by_ply),
        cutoffs=cutoffs,
        research=research,
        table_hits=stretch.count(Kind.TABLE),
        cutoffs_by_index=by_index,
        first_move_cuts=by_index[0] / cutoffs if cutoffs else None,
        minimal=round(sum(minimal)),
        saved=sum(saved),
        plies=plies,
    )


def ghost_cost(tree: SearchTree, node: int) -> int:
    """About how many nodes one of the moves never searched here would have cost: as its searched siblings did."""
    sizes = [tree.size[child] for child in tree.children(node)]
    return round(sum(sizes) / len(sizes)) if sizes else 1


def _cut_indices(tree: SearchTree, root: int) -> tuple[tuple[int, ...], int]:
    """How many moves were tried before the one that cut, and how often a move was searched again in all."""
    size, move, research = tree.size, tree.move, 0
    tried_before: Counter[int] = Counter()
    has_research = tree.searcher.startswith("pvs") or "ties=random" in tree.searcher
    for node in _inner(tree, root, cut_only=not has_research):
        child, end, tried = node + 1, node + size[node], 0
        before = -1
        while child < end:
            if move[child] == before:
                research += 1
            else:
                tried += 1
            before = move[child]
            child += size[child]
        if tree.value[node] >= tree.beta[node]:
            tried_before[tried - 1] += 1
    longest = max(tried_before, default=-1) + 1
    return tuple(tried_before[index] for index in range(longest)), research


def _inner(tree: SearchTree, root: int, *, cut_only: bool) -> list[int]:
    stretch = slice(root, root + tree.size[root])
    inner = [kind == Kind.INNER for kind in tree.kind[stretch]]
    nodes = range(stretch.start, stretch.stop)
    if not cut_only:
        return list(compress(nodes, inner))
    cut = map(ge, tree.value[stretch], tree.beta[stretch])
    return list(compress(nodes, map(bool.__and__, inner, cut)))


def _samples(tree: SearchTree, root: int, height: int) -> tuple[list[float], list[float], list[float]]:
    """For every ply: legal moves of a node that goes on, the share of nodes that do, and ghosts altogether."""
    top, plies = tree.ply[root], tree.ply
    nodes_at: list[list[int]] = [[] for _ in range(height)]
    totals = [counts.nodes for counts in tree.counts_by_ply(root)]
    inner = _inner(tree, root, cut_only=False)
    for node in inner:
        nodes_at[plies[node] - top].append(node)
    branching, ghosts = [0.0] * height, [0.0] * height
    for ply, nodes in enumerate(nodes_at):
        if not nodes:
            continue
        looked_at = nodes[:: -(-len(nodes) // MOST_LOOKED_AT)]
        legal = [len(tree.game.moves(tree.state(node))) for node in looked_at]
        unsearched = [len(tree.ghosts(node)) for node in looked_at if tree.is_cut(node)]
        branching[ply] = sum(legal) / len(legal)
        ghosts[ply] = sum(unsearched) * len(nodes) / len(looked_at)
    going_on = [len(nodes) / total for nodes, total in zip(nodes_at, totals, strict=True)]
    return branching, going_on, ghosts


def _minimal(branching: Sequence[float], going_on: Sequence[float]) -> list[float]:
    """How many nodes of every ply the best ordering would leave; see the top of this file."""
    first, second, third = 1.0, 0.0, 0.0
    found = []
    for moves, share in zip(branching, going_on, strict=True):
        found.append(first + second + third)
        first, second, third = (
            share * first,
            share * (max(moves - 1, 0) * first + moves * third),
            share * second,
        )
    return found


def _mean_sizes(tree: SearchTree, root: int, height: int) -> list[float]:
    """What a subtree that begins at a ply has on average, one ply more than the tree has; never less than its root."""
    totals = [counts.nodes for counts in tree.counts_by_ply(root)]
    below = [sum(totals[ply:]) for ply in range(height)]
    return [max(1.0, deeper / nodes) for deeper, nodes in zip(below, totals, strict=True)] + [1.0]
