"""Trees of numbers as a lecturer draws them: random ones, with names for their nodes, and as a game.

A tree is nested lists, whose numbers are the leaves, seen from Max's side. Inner nodes are called A, B, C … level by
level, leaves 1, 2, 3 … from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from kibitz.core.rng import Rng
from kibitz.core.searching import Searcher
from kibitz.games.numbers import make_numbers
from kibitz.games.numbers import name_nodes as name_numbers
from kibitz.search.alphabeta import AlphaBeta
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode, label_node
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording

__all__ = [
    "Lists",
    "NamedNode",
    "count_leaves",
    "draw_nodes",
    "draw_values",
    "find_path",
    "find_value",
    "list_nodes",
    "name_nodes",
    "random_tree",
    "record_search",
    "set_names",
]

Lists: TypeAlias = "int | list[Lists]"


@dataclass
class NamedNode:
    """A node of a tree of numbers: its name, its value if it is a leaf, and its children."""

    name: str
    value: int | None
    is_max: bool
    ply: int
    children: list[NamedNode] = field(default_factory=list)

    @property
    def label(self) -> str:
        """What it is called in a sentence."""
        return label_node(self.name)


def random_tree(rng: Rng, plies: int, widths: Sequence[int], numbers: range) -> Lists:
    """A tree of a height in which every node has one of the given numbers of children."""
    if plies == 0:
        return rng.choice(numbers)
    return [random_tree(rng, plies - 1, widths, numbers) for _ in range(rng.choice(widths))]


def count_leaves(lists: Lists) -> int:
    return 1 if isinstance(lists, int) else sum(map(count_leaves, lists))


def name_nodes(lists: Lists, *, max_first: bool = True) -> NamedNode:
    """The root of a tree whose nodes have names."""
    root = _build(lists, 0, max_first)
    set_names(root)
    return root


def set_names(root: NamedNode) -> None:
    """Name all nodes of a tree."""
    nodes = list(list_nodes(root))
    for node, name in zip(nodes, name_numbers([(node.ply, node.value is not None) for node in nodes]), strict=True):
        node.name = name


def _build(lists: Lists, ply: int, max_first: bool) -> NamedNode:
    is_max = (ply % 2 == 0) == max_first
    if isinstance(lists, int):
        return NamedNode("", lists, is_max, ply)
    return NamedNode("", None, is_max, ply, [_build(child, ply + 1, max_first) for child in lists])


def list_nodes(root: NamedNode) -> Iterator[NamedNode]:
    """Every node, in reading order, parents first."""
    yield root
    for child in root.children:
        yield from list_nodes(child)


def find_path(root: NamedNode, name: str) -> list[NamedNode]:
    """The nodes from the root to the one of this name."""
    if root.name == name:
        return [root]
    for child in root.children:
        below = find_path(child, name)
        if below:
            return [root, *below]
    return []


def find_value(node: NamedNode) -> int:
    """What a node is worth to Max by minimax."""
    if node.value is not None:
        return node.value
    return (max if node.is_max else min)(map(find_value, node.children))


def draw_nodes(root: NamedNode, parent: str = "") -> Iterator[TreeNode]:
    """The nodes as a figure shows them: leaves with their numbers, inner nodes with their letters."""
    side = ("max" if root.is_max else "min") if root.value is None else ""
    yield TreeNode(root.name, parent, side, "" if root.value is None else str(root.value))
    for child in root.children:
        yield from draw_nodes(child, root.name)


def draw_values(
    figure: TreeFigure,
    values: Mapping[str, str],
    notes: Mapping[str, str] | None = None,
    cut: Iterable[NamedNode] = (),
) -> TreeFigure:
    """A figure with what a search found: values in the nodes, notes below them, and crossed-out branches."""
    notes = notes or {}
    nodes = tuple(
        replace(
            node,
            text=values.get(node.id, node.text),
            note="\n".join(filter(None, (node.note, notes.get(node.id, "")))),
        )
        for node in figure.nodes
    )
    return replace(figure, nodes=nodes, cut=tuple(node.name for node in cut))


def record_search(lists: Lists, *, max_first: bool, searcher: Searcher | None = None) -> Recording:
    """A search of the tree by a searcher of ours, for the microscope."""
    game = make_numbers(lists, max_first=max_first)
    result, tree = record(game, game.initial(), searcher or AlphaBeta(fail="hard"))
    return Recording(tree, result=result)
