"""What a search cost and what pruning saved: cut-offs by move, and how far the move ordering was from perfect.

The least that alpha-beta can visit is the minimal tree [Knuth & Moore 1975]. Its nodes are of three types:

    1    on the principal line: its first child is of type 1, the others of type 2
    2    refuted by its first child, which is of type 3; the others are not searched
    3    all its children must be refuted: they are of type 2

The node on top of a subtree is of type 2 where the search only had to show that it is worth at least so much, and of
type 3 where it is worth at most so much. With b legal moves a node that makes b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves. Here b is
what the recorded nodes of a ply have on average, and a node goes on as often as those of its ply did. In large trees
both are taken from a sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.core.score import Bound
from kibitz.core.searching import NodeKind
from kibitz.trees.minimax_count import count_minimax
from kibitz.trees.search_tree import SearchTree

if TYPE_CHECKING:
    from kibitz.kernels.tree_columns import ColumnTally


SAVED_COUNTED = "the nodes of minimax to the same depth, which were counted, less those of this search"
SAVED_ESTIMATED = "an estimate: every move never searched costs as much as the searched nodes of its ply on average"
MAX_GHOST_POSITIONS = 500  # counted for one move that was never searched
MAX_LOOKED_AT = 1_000  # nodes of a ply whose legal moves are counted


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
class TreeStatistics:
    """Of a node with all below it. `cutoffs_by_index[i]`: how often the move tried as number i refuted a node.

    `first_move_cuts`: the share of the first move in that; None where nothing was cut. `minimax`: how many nodes
    minimax visits to the same depth, None if that cannot be counted quickly. `saved`: the difference to them; or else
    what the moves never searched would have cost about, each as much as the searched nodes of its ply on average.
    `saved_means` says in words which of the two it is.
    """

    nodes: int
    leaves: int
    cutoffs: int
    research: int
    table_hits: int
    cutoffs_by_index: tuple[int, ...]
    first_move_cuts: float | None
    minimal: int
    minimax: int | None
    saved: int
    saved_means: str
    plies: tuple[PlyStatistics, ...]


def count_statistics(tree: SearchTree, root: int = 0) -> TreeStatistics:
    """The statistics of a search below a node."""
    from kibitz.kernels.tree_columns import tally  # which loads NumPy

    columns = tree.parent, tree.move, tree.ply, tree.size, tree.kind, tree.value, tree.beta
    counted = tally(*columns, root, MAX_LOOKED_AT)
    branching, ghosts = _samples(tree, counted)
    shares = [some / all_of_them for some, all_of_them in zip(counted.going_on, counted.nodes, strict=True)]
    minimal = minimal_nodes_by_ply(branching, shares, tree.bound(root))
    costs = _mean_sizes(counted.nodes)
    saved = [round(count * cost) for count, cost in zip(ghosts, costs[1:], strict=True)]
    plies = tuple(
        PlyStatistics(
            ply=ply,
            nodes=nodes,
            leaves=counted.leaves[ply],
            cutoffs=counted.cutoffs[ply],
            minimal=round(minimal[ply], 1),
            ratio=round(nodes / minimal[ply], 3) if minimal[ply] else 1.0,
            saved=saved[ply],
        )
        for ply, nodes in enumerate(counted.nodes)
    )
    cutoffs = sum(counted.cutoffs)
    minimax = _count_minimax(tree, root)
    return TreeStatistics(
        nodes=tree.size[root],
        leaves=sum(counted.leaves),
        cutoffs=cutoffs,
        research=counted.research,
        table_hits=tree.kind[root : root + tree.size[root]].count(NodeKind.TABLE),
        cutoffs_by_index=tuple(counted.by_index),
        first_move_cuts=counted.by_index[0] / sum(counted.by_index) if counted.by_index else None,
        minimal=round(sum(minimal)),
        minimax=minimax,
        saved=sum(saved) if minimax is None else max(0, minimax - tree.size[root]),
        saved_means=SAVED_ESTIMATED if minimax is None else SAVED_COUNTED,
        plies=plies,
    )


def _count_minimax(tree: SearchTree, root: int) -> int | None:
    if not tree.is_depth_first or not tree.is_complete(tree.roots[tree.pass_of(root)]):
        return None
    return count_minimax(tree.game, tree.state(root), tree.depth[root])


def count_saved(tree: SearchTree, node: int) -> tuple[tuple[int, ...], bool]:
    """What each move never searched at a node would have cost minimax, and whether that is exact or an estimate."""
    below = [tree.game.play(tree.state(node), move) for move in tree.ghosts(node)]
    counts = [count_minimax(tree.game, state, tree.depth[node] - 1, most=MAX_GHOST_POSITIONS) for state in below]
    exact = tuple(count for count in counts if count is not None)
    return (exact, True) if len(exact) == len(counts) else ((estimate_ghost_cost(tree, node),) * len(counts), False)


def estimate_ghost_cost(tree: SearchTree, node: int) -> int:
    """About how many nodes one of the moves never searched here would have cost: the mean of its searched siblings."""
    sizes = [tree.size[child] for child in tree.children(node)]
    return round(sum(sizes) / len(sizes)) if sizes else 1


def _samples(tree: SearchTree, counted: ColumnTally) -> tuple[list[float], list[float]]:
    """For every ply: legal moves of a node that goes on, and ghosts altogether."""
    branching, ghosts = [], []
    for nodes, going_on in zip(counted.some, counted.going_on, strict=True):
        legal = [len(tree.game.moves(tree.state(node))) for node in nodes]
        unsearched = [len(tree.ghosts(node)) for node in nodes if tree.meets_beta(node)]
        branching.append(sum(legal) / len(legal) if legal else 0.0)
        ghosts.append(sum(unsearched) * going_on / len(nodes) if nodes else 0.0)
    return branching, ghosts


def minimal_nodes_by_ply(
    branching: Sequence[float], going_on: Sequence[float], bound: Bound = Bound.EXACT
) -> list[float]:
    """How many nodes of every ply the best ordering would leave; see the top of this file.

    `branching`: the moves of a node that goes on; `going_on`: the share of nodes that do. `bound`: what was to be shown
    of the node on top: its value, at least so much (then it is of type 2) or at most so much (type 3).
    """
    first, second, third = (float(bound == wanted) for wanted in (Bound.EXACT, Bound.LOWER, Bound.UPPER))
    found = []
    for moves, share in zip(branching, going_on, strict=True):
        found.append(first + second + third)
        first, second, third = (
            share * first,
            share * (max(moves - 1, 0) * first + moves * third),
            share * second,
        )
    return found


def _mean_sizes(nodes: Sequence[int]) -> list[float]:
    """What a subtree that begins at a ply has on average, one ply more than the tree has; never less than its root."""
    return [sum(nodes[ply:]) / count for ply, count in enumerate(nodes)] + [1.0]
