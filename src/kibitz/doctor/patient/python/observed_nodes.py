"""The nodes that a Python program is handed: they answer to most spellings, and note what is done with them.

    node.children, node.children(), node.get_children(), node.successors, …     a list that is also callable
    node.value, node.value(), node.evaluate(), node.score, …                    a number that is also callable
    node.is_leaf, node.is_terminal(), node.left, node["children"], …

A node knows its number in the tree of the examination, so that a trace of the program tells which node a call was
about. Trees of dicts, lists and names are in `observed_data.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz.doctor.exam_tree import Node, Tree
from kibitz.doctor.patient.python.roles import attribute_role


@dataclass(frozen=True)
class NodeStyle:
    """How nodes look to a program.

    `kind`: objects, lists, tuples, plain lists, dicts, names or array. `no_children`: what a leaf has for children.
    `inner_value`: whether inner nodes have a static value, or None. `pairs`: children come as (move, child).
    `mapped`: children are a dict. `mover_view`: values belong to the side to move at the node.
    `sides`: what stands for Max and for Min in attributes such as node.player.
    """

    kind: str = "objects"
    no_children: str = "empty"
    inner_value: bool = True
    pairs: bool = False
    mapped: bool = False
    mover_view: bool = False
    sides: tuple[Any, Any] = (True, False)


@dataclass
class Observer:
    """What was noticed during one search: the numbers of nodes in the order their values were asked for."""

    values: list[int] = field(default_factory=list)
    is_changed: bool = False


class _Number(int):
    """A number that may be called, since some programs write node.value and some node.value()."""

    def __call__(self, *arguments: Any, **named: Any) -> int:
        return int(self)


class _Value(_Number):
    """What a node is worth to Max; with a side as argument, what it is worth to that side."""

    sides: tuple[Any, Any]

    def __call__(self, *arguments: Any, **named: Any) -> int:
        is_for_min = len(arguments) == 1 and arguments[0] == self.sides[1] != self.sides[0]
        return -int(self) if is_for_min else int(self)


class _Flag(int):
    """A truth that may be called."""

    def __call__(self, *arguments: Any, **named: Any) -> bool:
        return bool(self)


class _Text(str):
    def __call__(self, *arguments: Any, **named: Any) -> str:
        return str(self)


class LeafNumber(int):
    """A leaf of nested lists: a number that knows which leaf it is."""

    number: int


class ObservedList(list[Any]):
    """The children of a node, as an attribute or as a method; or an inner node of nested lists."""

    number: int

    def __call__(self, *arguments: Any, **named: Any) -> list[Any]:
        return self

    def __hash__(self) -> int:  # type: ignore[override]  # some programs use a node as the key of a table
        return id(self)


class _Mapping(dict[Any, Any]):
    def __call__(self, *arguments: Any, **named: Any) -> dict[Any, Any]:
        return self


class ObservedNode:
    """A node as an object. What a program writes into it is kept; to write a value or the children is a change."""

    def __init__(self, node: Node, style: NodeStyle, observer: Observer, prefix: str) -> None:
        self.__dict__["_k"] = (node, style, observer, prefix)
        self.__dict__["_children"] = None
        self.__dict__["_parent"] = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("_k", "_children", "_parent"):
            raise AttributeError(name)
        role = attribute_role(name)
        if role is None:
            raise AttributeError(f"'node' has no '{name}' that the doctor knows")
        return self._part(role, name)

    def __setattr__(self, name: str, value: Any) -> None:
        role = attribute_role(name)
        if role in ("children", "value") and not name.startswith("_"):
            old = self._part(role, name, silently=True)
            if old is None or isinstance(value, bool) or value != old:
                self._k[2].is_changed = True
        self.__dict__[name] = value

    def _part(self, role: str, name: str, *, silently: bool = False) -> Any:
        node, style, observer, prefix = self._k
        if role == "children":
            return self._children
        if role == "value":
            if node.children and not style.inner_value:
                return None
            if not silently:
                observer.values.append(node.number)
            return _make_value(node, style)
        if role in ("leaf", "inner"):
            return _Flag((not node.children) == (role == "leaf"))
        if role == "moves":
            moves = ObservedList(range(len(node.children)))
            moves.number = -1
            return moves
        if role == "result":
            if not node.children:  # a finished game has a result, and no move
                observer.values.append(node.number)
                return _make_value(node, style)
            return lambda move=None, *rest: None if move is None else self._child(move)
        if role == "copy":
            return lambda *rest: self
        if role in ("left", "right"):
            place = int(role == "right")
            return self._child(place) if place < len(node.children) else None
        parts: dict[str, Callable[[], Any]] = {
            "key": lambda: _Text(f"{prefix}{node.number}"),
            "player": lambda: _callable(style.sides[0 if node.is_max else 1]),
            "last_player": lambda: _callable(style.sides[1 if node.is_max else 0]),
            "winner": lambda: _callable(_find_winner(node, style)),
            "max": lambda: _Flag(node.is_max),
            "min": lambda: _Flag(not node.is_max),
            "type": lambda: _Text("max" if node.is_max else "min"),
            "ply": lambda: _Number(node.ply),
            "parent": lambda: self._parent,
            "move": lambda: _Number(node.place),
        }
        if role in parts:
            return parts[role]()
        raise AttributeError(name)

    def _child(self, move: Any) -> Any:
        if isinstance(move, ObservedNode):
            return move
        children = self._children
        found = children[move]
        return found[1] if isinstance(found, tuple) else found

    def __iter__(self) -> Any:
        return iter(self._children or ())

    def __len__(self) -> int:
        return len(self._children or ())

    def __bool__(self) -> bool:
        return True

    def __copy__(self) -> ObservedNode:
        return self

    def __deepcopy__(self, memo: object) -> ObservedNode:
        return self  # it does not change, and a copy would note what is done with it elsewhere

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"{self._k[3]}{self._k[0].number}"


def _make_property(name: str, role: str) -> property:
    """In place of a default in the class, which would hide the value of the node."""
    return property(lambda node: node.__dict__[name] if name in node.__dict__ else node._part(role, name))


def _callable(value: Any) -> Any:
    if isinstance(value, bool):
        return _Flag(value)
    return _Number(value) if isinstance(value, int) else _Text(value) if isinstance(value, str) else value


def _make_value(node: Node, style: NodeStyle) -> _Value:
    value = _Value(seen_value(node, style))
    value.sides = style.sides
    return value


def _find_winner(node: Node, style: NodeStyle) -> Any:
    """Who has won: one of the sides, 0 for a draw, None while the game goes on."""
    if node.children:
        return None
    return 0 if node.static == 0 else style.sides[0 if node.static > 0 else 1]


def seen_value(node: Node, style: NodeStyle) -> int:
    return -node.static if style.mover_view and node.ply % 2 else node.static


def make_objects(
    tree: Tree, style: NodeStyle, observer: Observer, prefix: str, own_class: type | None = None
) -> tuple[Any, Callable[[], bool]]:
    """The root of a tree of objects, and a function that tells whether the tree has been changed.

    `own_class`: the program's own class of nodes. Its methods are then used, on nodes that were not made by it.
    """
    cls: Any = ObservedNode
    if own_class is not None:
        cls = type(own_class.__name__, (ObservedNode, own_class), {"__init__": ObservedNode.__init__})
        for name in ("__getattr__", "__setattr__", "_part", "_child"):
            setattr(cls, name, ObservedNode.__dict__[name])
        for base in own_class.__mro__:
            for name, part in vars(base).items():
                if name.startswith("__"):
                    continue
                role = attribute_role(name)
                if callable(part) or isinstance(part, property):
                    setattr(cls, name, part)
                elif role is not None:
                    setattr(cls, name, _make_property(name, role))
    made: dict[int, Any] = {}
    originals: list[tuple[Any, list[int]]] = []
    for node in tree.nodes:
        made[node.number] = cls(node, style, observer, prefix)
    for node in tree.nodes:
        own = made[node.number]
        own.__dict__["_parent"] = None if node.parent is None else made[node.parent.number]
        children = [made[child.number] for child in node.children]
        if not children and style.no_children == "none":
            continue
        if style.mapped:
            own.__dict__["_children"] = _Mapping(enumerate(children))
            continue
        listed = ObservedList(enumerate(children) if style.pairs else children)
        listed.number = -1
        own.__dict__["_children"] = listed
        originals.append((own, [child.number for child in node.children]))

    def is_changed() -> bool:
        for own, numbers in originals:
            now = own.__dict__["_children"]
            seen = [(child[1] if isinstance(child, tuple) else child) for child in now]
            if [getattr(child, "_k", (None,))[0] for child in seen] != [tree.nodes[number] for number in numbers]:
                return True
        return observer.is_changed

    return made[0], is_changed


class Cursor:
    """A board that moves are made on and taken back from; it stands at one node of the tree."""

    def __init__(self, at: ObservedNode) -> None:
        self.__dict__["_path"] = [at]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_path":
            raise AttributeError(name)
        role, at = attribute_role(name), self._path[-1]
        if role == "result" and len(at):
            return self._play
        if role == "copy":
            return self.__copy__
        if role == "undo":
            return lambda *rest: self._path.pop()
        return getattr(at, name)

    def _play(self, move: Any, *rest: Any) -> Cursor:
        self._path.append(self._path[-1]._child(move))
        return self

    def __copy__(self, *rest: Any) -> Cursor:
        copy = Cursor(self._path[-1])
        copy._path[:] = self._path
        return copy

    def __deepcopy__(self, memo: object) -> Cursor:
        return self.__copy__()
