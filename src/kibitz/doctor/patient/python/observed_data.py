"""Trees as plain data, for programs that take no objects: dicts, nested lists, one list of leaves, names.

They note what is done with them, as the objects of `observed_nodes.py` do; in nested lists every leaf is a number of
its own, so that it can be told which one was looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.doctor.exam_tree import Node, Tree
from kibitz.doctor.patient.python.observed_nodes import LeafNumber, NodeStyle, ObservedList, Observer, seen_value
from kibitz.doctor.patient.python.roles import attribute_role


class _FetchingList(ObservedList):
    """An inner node of nested lists that notes which of its leaves are fetched."""

    observer: Observer

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        if isinstance(found, LeafNumber):
            self.observer.values.append(found.number)
        return found

    def __iter__(self) -> Any:
        for found in super().__iter__():
            if isinstance(found, LeafNumber):
                self.observer.values.append(found.number)
            yield found


class DictNode(dict[str, Any]):
    """A node as a dict, node["children"]."""

    number: int
    observer: Observer

    def __getitem__(self, key: str) -> Any:
        self._note(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self._note(key)
        return super().get(key, default)

    def _note(self, key: str) -> None:
        if attribute_role(key) == "value" and dict.get(self, key) is not None:
            self.observer.values.append(self.number)

    def __hash__(self) -> int:  # type: ignore[override]  # some programs use a node as the key of a table
        return id(self)


def make_dicts(
    tree: Tree, style: NodeStyle, observer: Observer, keys: dict[str, str], prefix: str
) -> tuple[Any, Callable[[], bool]]:
    """The same as dicts; `keys`: the role of every key that the program uses."""

    def make(node: Node) -> DictNode:
        made = DictNode()
        made.number, made.observer = node.number, observer
        for key, role in keys.items():
            if role == "children":
                if node.children or style.no_children == "empty":
                    made[key] = [make(child) for child in node.children]
                elif style.no_children == "none":
                    made[key] = None
            elif role == "value":
                if not node.children or style.inner_value:
                    made[key] = seen_value(node, style)
            elif role == "leaf":
                made[key] = not node.children
            elif role == "key":
                made[key] = f"{prefix}{node.number}"
            elif role in ("max", "type", "player"):
                made[key] = style.sides[0 if node.is_max else 1]
        return made

    root = make(tree.root)
    before = repr(root)
    return root, lambda: repr(root) != before


def make_lists(tree: Tree, style: NodeStyle, observer: Observer) -> tuple[Any, Callable[[], bool]]:
    """The root as nested lists."""
    cls: Any = {"lists": _FetchingList, "tuples": tuple, "plain lists": list}[style.kind]

    def make(node: Node) -> Any:
        value = seen_value(node, style)
        if not node.children:
            if style.kind != "lists":
                return value
            leaf = LeafNumber(value)
            leaf.number = node.number
            return leaf
        made = cls([make(child) for child in node.children])
        if style.kind == "lists":
            made.number, made.observer = node.number, observer
        return made

    root = make(tree.root)
    before = repr(root)
    return root, lambda: repr(root) != before


class ValueList(list[int]):
    """The leaf values of a complete binary tree in one list, as some programs take them."""

    observer: Observer
    numbers: list[int]

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        if isinstance(place, int):
            self.observer.values.append(self.numbers[place])
        return found


def make_array(tree: Tree, style: NodeStyle, observer: Observer) -> tuple[ValueList, Callable[[], bool]]:
    """The leaves in one list."""
    leaves = [node for node in tree.nodes if not node.children]
    made = ValueList(seen_value(node, style) for node in leaves)
    made.observer, made.numbers = observer, [node.number for node in leaves]
    before = list(made)
    return made, lambda: list(made) != before


class ValueMap(dict[str, int]):
    """The values of nodes that are named by texts."""

    observer: Observer

    def __getitem__(self, name: str) -> int:
        found = super().__getitem__(name)
        self.observer.values.append(number_in_name(name))
        return found

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401  # the access has to be noted


def number_in_name(name: str) -> int:
    """The number of a node from its name, as in "t4n12"."""
    return int(name.rpartition("n")[2])


def make_named(
    tree: Tree, style: NodeStyle, observer: Observer, prefix: str
) -> tuple[str, dict[str, Any], ValueMap, Callable[[], bool]]:
    """The name of the root, the children of every name, and the values; leaves are named in the graph or not."""
    names = [f"{prefix}{node.number}" for node in tree.nodes]
    graph: dict[str, Any] = {}
    for node in tree.nodes:
        if node.children or style.no_children == "empty":
            graph[names[node.number]] = [names[child.number] for child in node.children]
        elif style.no_children == "value":
            graph[names[node.number]] = seen_value(node, style)
    values = ValueMap(
        {names[node.number]: seen_value(node, style) for node in tree.nodes if style.inner_value or not node.children}
    )
    values.observer = observer
    before = repr(graph)
    return names[0], graph, values, lambda: repr(graph) != before
