"""One node with its surroundings: the way to it, its children and the moves never searched."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.searching import NodeKind
from kibitz.search.replica import is_imaginary
from kibitz.trees.find_nodes import check_node
from kibitz.trees.labels import value_text, window_text
from kibitz.trees.microscope.node_cards import NodeCard, describe_node
from kibitz.trees.microscope.node_merit import rate_node
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import NO_NODE, NodeCounts, SearchTree
from kibitz.trees.tree_comparison import Alignment
from kibitz.trees.tree_statistics import count_saved

MAX_LOOKED_AT = 5_000  # nodes below one, each asked whether it left moves out


@dataclass(frozen=True)
class NodeSummary:
    """A node in a list. `raw`: its value for the side to move there; the distance to the end is in it, if the search
    counts that. `merit`: what the moves to nodes are sorted by, the largest first. Both are None without a value.
    `born` and `done`: the steps of the replay at which it is entered and left.
    """

    node: int
    move: str
    value: str
    window: str
    size: int
    kind: str
    cut: bool
    research: bool
    principal: bool
    visits: int | None
    raw: int | None
    merit: int | None
    born: int
    done: int


@dataclass(frozen=True)
class GhostMove:
    move: str
    saved: int


@dataclass(frozen=True)
class NodeDetails:
    """A node with its surroundings. `path` leads from the root to it; `moves`: the whole game up to here, None where a
    faulty program lets a side pass that cannot.

    `saved`: how many nodes minimax visits below the moves that were never searched, the sum of those of the `ghosts`;
    if it is not `saved_exactly`, an estimate: as much for each as its searched siblings cost on average. `cut_nodes`:
    how many nodes below, itself included, left moves out because one met beta; None where there are too many nodes.
    """

    card: NodeCard
    path: tuple[NodeSummary, ...]
    children: tuple[NodeSummary, ...]
    ghosts: tuple[GhostMove, ...]
    counts: NodeCounts
    step_entered: int
    step_left: int
    moves: str | None
    saved: int
    saved_exactly: bool
    cut_nodes: int | None


def view_node(
    recording: Recording, node: int, other: Alignment | None = None, *, pov: PointOfView = PointOfView.ROOT
) -> NodeDetails:
    """A node, the way to it, and what is below; all texts are for one side."""
    tree = recording.tree
    for_max = pov.is_for_max(tree, check_node(tree, node))
    shown = describe_node(recording, node, other, for_max=for_max)
    path = [node]
    while tree.parent[path[-1]] != NO_NODE:
        path.append(tree.parent[path[-1]])
    saved, saved_exactly = count_saved(tree, node)
    below = range(node, node + tree.size[node])
    separator = "" if all(len(name) == 1 for name in tree.game.move_names) else " "
    names = [*map(tree.game.move_name, (*recording.before.moves, *tree.moves_to(node)))]
    return NodeDetails(
        card=shown,
        path=tuple(_summarize(recording, each, for_max) for each in reversed(path)),
        children=tuple(_summarize(recording, child, for_max) for child in tree.children(node)),
        ghosts=tuple(map(GhostMove, shown.ghosts, saved)),
        counts=tree.counts(node),
        step_entered=recording.replay.entered(node),
        step_left=recording.replay.left(node),
        moves=None if _is_impossible(tree, node) else separator.join(names),
        saved=sum(saved),
        saved_exactly=saved_exactly,
        cut_nodes=sum(map(tree.is_cut, below)) if len(below) <= MAX_LOOKED_AT else None,
    )


def _is_impossible(tree: SearchTree, node: int) -> bool:
    return any(is_imaginary(tree.game, move) for move in tree.moves_to(node))


def _summarize(recording: Recording, node: int, for_max: bool) -> NodeSummary:
    tree = recording.tree
    return NodeSummary(
        node=node,
        move="" if tree.parent[node] == NO_NODE else tree.game.move_name(tree.move[node]),
        value=value_text(tree, node, for_max=for_max),
        window=window_text(tree, node, for_max=for_max) if recording.has_windows else "",
        size=tree.size[node],
        kind=NodeKind(tree.kind[node]).name.lower(),
        cut=tree.is_cut(node),
        research=tree.is_research(node),
        principal=node in recording.lines,
        visits=tree.notes["visits"][node] if "visits" in tree.notes else None,
        raw=None if tree.kind[node] == NodeKind.STOPPED else tree.value[node],
        merit=rate_node(tree, node),
        born=recording.replay.entered(node),
        done=recording.replay.left(node),
    )
