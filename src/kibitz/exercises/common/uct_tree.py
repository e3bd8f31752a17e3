"""A Monte Carlo tree with the numbers that a simulation reads and changes: UCT [Kocsis & Szepesvári 2006].

A tree is nested dicts as JSON holds them: {"visits": 9, "wins": 4, "children": [...]}. `wins` are those of the side
that moved to the node, so that this side looks for the greatest mean; nobody moved to the root. Inner nodes are called
A, B, C … level by level, leaves 1, 2, 3 … from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from kibitz.core.rng import Rng
from kibitz.games.numbers import name_nodes


@dataclass
class UctNode:
    """A node. `is_max`: whether Max is to move there. `parent`: None for the root."""

    name: str
    visits: int
    wins: int
    is_max: bool
    parent: UctNode | None = None
    children: list[UctNode] = field(default_factory=list)

    def walk(self) -> Iterator[UctNode]:
        """This node and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def ply(self) -> int:
        return 0 if self.parent is None else self.parent.ply + 1

    @property
    def mean(self) -> float:
        return self.wins / self.visits


def name_uct_nodes(tree: dict[str, Any]) -> UctNode:
    """The root of a tree whose nodes have names; Max is to move there."""
    root = _build(tree, True, None)
    nodes = list(root.walk())
    for node, name in zip(nodes, name_nodes([(node.ply, not node.children) for node in nodes]), strict=True):
        node.name = name
    return root


def _build(tree: dict[str, Any], is_max: bool, parent: UctNode | None) -> UctNode:
    node = UctNode("", tree["visits"], tree["wins"], is_max, parent)
    node.children = [_build(child, not is_max, node) for child in tree.get("children", ())]
    return node


def score_child(child: UctNode, c: float, *, factor: int = 1) -> float:
    """What UCT compares: the mean, and more for a child that was seldom visited."""
    assert child.parent is not None
    return child.mean + c * sqrt(factor * log(child.parent.visits) / child.visits)


def select(root: UctNode, c: float, *, factor: int = 1) -> list[UctNode]:
    """The way from the root to the leaf that UCT chooses, the root first."""
    path = [root]
    while path[-1].children:
        path.append(max(path[-1].children, key=lambda child: score_child(child, c, factor=factor)))
    return path


def find_path(root: UctNode, name: str) -> list[UctNode]:
    """The way from the root to a node."""
    node: UctNode | None = next(node for node in root.walk() if node.name == name)
    path = []
    while node is not None:
        path.append(node)
        node = node.parent
    return path[::-1]


def random_uct_tree(
    rng: Rng, widths: tuple[tuple[int, ...], ...], most: int, *, is_root: bool = True
) -> dict[str, Any]:
    """A tree whose numbers could be those of a search without draws.

    `widths`: the numbers of children to choose from, ply by ply. `most`: visits of a leaf. A node's own first play-out,
    by which it came into the tree, counts as well; the root has none.
    """
    if not widths:
        visits = 2 + rng.below(most - 1)
        return {"visits": visits, "wins": rng.below(visits + 1)}
    children = [random_uct_tree(rng, widths[1:], most, is_root=False) for _ in range(rng.choice(widths[0]))]
    own = 0 if is_root else 1
    return {
        "visits": own + sum(child["visits"] for child in children),
        "wins": (rng.below(2) if own else 0) + sum(child["visits"] - child["wins"] for child in children),
        "children": children,
    }
