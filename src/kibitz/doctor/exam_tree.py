"""The trees of numbers that a program is examined on, and that exercises ask about.

    Spec    a leaf is a number; any other node is (static value, (child, child, …))
    Node    a node that notes when it is evaluated; all values are seen from Max's side
    Tree    the nodes of a spec, numbered in reading order from 0, the root

Equal inner nodes are one node with several parents if the tree is built with `is_shared`: a transposition. A search to
a depth evaluates the nodes at its horizon by their static value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any, TypeAlias

from kibitz.games.numbers import name_nodes

Spec: TypeAlias = "int | tuple[int, tuple[Spec, ...]]"


class Node:
    """A node of a tree; `evaluate` notes its number in the log of the tree."""

    __slots__ = ("children", "number", "parent", "place", "ply", "static", "tree")

    def __init__(self, tree: Tree, ply: int, static: int, parent: Node | None, place: int) -> None:
        self.tree, self.number, self.ply, self.static = tree, len(tree.nodes), ply, static
        self.parent, self.place = parent, place
        self.children: list[Node] = []

    def evaluate(self) -> int:
        self.tree.log.append(self.number)
        return self.static

    @property
    def name(self) -> str:
        """A letter for an inner node, a number for a leaf."""
        return self.tree.names[self.number]

    @property
    def is_max(self) -> bool:
        """Whether Max is to move."""
        return (self.ply % 2 == 0) == self.tree.is_max

    @property
    def is_leaf(self) -> bool:
        return not self.children


class Tree:
    """The nodes of a spec. `is_max`: whether Max moves at the root. `names`: of its nodes, if not the usual ones.

    `log`: the numbers of the nodes evaluated since it was last cleared.
    """

    def __init__(
        self, spec: Spec, *, is_max: bool = True, is_shared: bool = False, names: Sequence[str] | None = None
    ) -> None:
        self.spec, self.is_max, self.log, self.nodes = spec, is_max, list[int](), list[Node]()
        self._names = names
        self._shared: dict[Spec, Node] | None = {} if is_shared else None
        self.root = self._build(spec, 0, None, 0)

    def _build(self, spec: Spec, ply: int, parent: Node | None, place: int) -> Node:
        if self._shared is not None and spec in self._shared:
            return self._shared[spec]
        static = spec if isinstance(spec, int) else spec[0]
        node = Node(self, ply, static, parent, place)
        self.nodes.append(node)
        if not isinstance(spec, int):
            if self._shared is not None:
                self._shared[spec] = node
            node.children = [self._build(child, ply + 1, node, i) for i, child in enumerate(spec[1])]
        return node

    @cached_property
    def names(self) -> Sequence[str]:
        return self._names or name_nodes([(node.ply, node.is_leaf) for node in self.nodes])

    def find(self, name: str) -> Node:
        return self.nodes[self.names.index(name)]

    def climb(self, number: int) -> Iterator[Node]:
        """A node and those above it, up to the root."""
        node: Node | None = self.nodes[number]
        while node is not None:
            yield node
            node = node.parent

    def find_root_move(self, number: int) -> int | None:
        """The move of the root below which a node lies; None for the root itself."""
        path = list(self.climb(number))
        return path[-2].place if len(path) > 1 else None

    def arrange(self, orders: Mapping[str, Sequence[str]]) -> Tree:
        """The tree with the children of some nodes in other orders; all nodes keep their names."""
        names: list[str] = []

        def write(node: Node) -> Spec:
            names.append(node.name)
            children = node.children
            if node.name in orders:
                order = orders[node.name]
                children = sorted(children, key=lambda child: order.index(child.name))
            return node.static if node.is_leaf else (node.static, tuple(map(write, children)))

        return Tree(write(self.root), is_max=self.is_max, names=names)


def find_height(spec: Spec) -> int:
    """The plies from the root to the deepest leaf."""
    return 0 if isinstance(spec, int) else 1 + max((find_height(child) for child in spec[1]), default=0)


def to_lists(spec: Spec) -> Any:
    """A tree as nested lists, without static values."""
    return spec if isinstance(spec, int) else [to_lists(child) for child in spec[1]]


def from_lists(lists: Any, static: int = 0) -> Spec:
    """The reverse, with one static value for all inner nodes."""
    return (static, tuple(from_lists(child, static) for child in lists)) if isinstance(lists, list) else int(lists)


def read_spec(data: Any) -> Spec:
    """A spec as JSON brings it, with lists for tuples."""
    return data if isinstance(data, int) else (data[0], tuple(map(read_spec, data[1])))


def cut_at_depth(spec: Spec, depth: int | None) -> Spec:
    """The tree that a search to a depth sees: what lies at the horizon is a leaf."""
    if isinstance(spec, int):
        return spec
    if depth == 0:
        return spec[0]
    return spec[0], tuple(cut_at_depth(child, None if depth is None else depth - 1) for child in spec[1])


def write_tree(spec: Spec) -> str:
    """A tree as the line exchange writes it: `( static child child )`, spaces between all words."""
    return str(spec) if isinstance(spec, int) else f"( {spec[0]} {' '.join(write_tree(child) for child in spec[1])} )"


def drop_repetitions(numbers: Iterable[int]) -> tuple[int, ...]:
    """Without those that follow an equal one: a program may ask for the same value twice."""
    return tuple(number for number, _ in groupby(numbers))


def list_paths(spec: Spec, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Spec]]:
    """Every node with the moves that lead to it, in reading order."""
    yield path, spec
    if not isinstance(spec, int):
        for i, child in enumerate(spec[1]):
            yield from list_paths(child, (*path, i))
