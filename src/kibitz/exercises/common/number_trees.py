"""Trees of numbers as a lecturer draws them: random ones, their values and figures, and their searches.

A tree is nested lists, whose numbers are the leaves, seen from Max's side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from kibitz.core.rng import Rng
from kibitz.core.searching import Searcher
from kibitz.doctor.exam_tree import Node, Tree, from_lists, to_lists
from kibitz.doctor.leaf_counts import solve_node
from kibitz.games.numbers import make_numbers
from kibitz.search.alphabeta import AlphaBeta
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording

Lists: TypeAlias = "int | list[Lists]"


def random_tree(rng: Rng, plies: int, widths: Sequence[int], numbers: range) -> Lists:
    """A tree of a height in which every node has one of the given numbers of children."""
    if plies == 0:
        return rng.choice(numbers)
    return [random_tree(rng, plies - 1, widths, numbers) for _ in range(rng.choice(widths))]


def make_tree(lists: Lists, *, max_first: bool = True) -> Tree:
    """The tree of nested lists."""
    return Tree(from_lists(lists), is_max=max_first)


def read_tree(data: Mapping[str, Any]) -> Tree:
    """The tree in the data of a task."""
    return make_tree(data["tree"], max_first=data["max_first"])


def find_value(node: Node) -> int:
    """What a node is worth to Max by minimax."""
    return solve_node(node, len(node.tree.nodes), node.is_max)


def draw_nodes(tree: Tree, edges: Mapping[str, str] | None = None) -> tuple[TreeNode, ...]:
    """The nodes as a figure shows them: leaves with their numbers, inner nodes with their letters.

    `edges`: what stands beside the line to a node.
    """
    return tuple(
        TreeNode(
            node.name,
            "" if node.parent is None else node.parent.name,
            "" if node.is_leaf else "max" if node.is_max else "min",
            str(node.static) if node.is_leaf else "",
            edge=edges.get(node.name, "") if edges else "",
        )
        for node in tree.nodes
    )


def draw_values(
    figure: TreeFigure,
    values: Mapping[str, str],
    notes: Mapping[str, str] | None = None,
    cut: Iterable[Node] = (),
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


def record_search(tree: Tree, searcher: Searcher | None = None) -> Recording:
    """A search of the tree by a searcher of ours, for the microscope."""
    game = make_numbers(to_lists(tree.spec), max_first=tree.is_max)
    result, recorded = record(game, game.initial(), searcher or AlphaBeta(fail="hard"))
    return Recording(recorded, result=result)
