"""A tree of numbers, as lectures and textbooks draw it: Max and Min choose in turn until they come to a leaf.

    numbers:[[3,12,8],[2,4,6],[14,5,2]]              Max begins
    numbers:[[3,12],[[2,4],6]],first=min             Min begins; not all leaves are equally deep

                A              inner nodes are called A, B, C … level by level,
          B     C     D        leaves leaf1, leaf2, leaf3 … from left to right
        3 12 8 2 4 6 14 5 2

A state is (number of a node in reading order, whose turn). A move is the number of the node it leads to. A leaf is a
finished game, whose result is its number, for Max. The game is not among those that are offered to be played.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count, product
from string import ascii_uppercase
from typing import TypeAlias

from kibitz.core.errors import BadOption
from kibitz.core.game import ONGOING, Game, Move, Rules, State, View
from kibitz.core.notation import check_position
from kibitz.core.score import MAX_RESULT
from kibitz.core.spec import option

NumberLists: TypeAlias = "int | Sequence[NumberLists]"

MAX_NODES, MAX_PLIES = 5_000, 100
MAX_SIDE, MIN_SIDE, LEAF = "^", "v", "#"  # the marks of the one cell of a view: what kind of node it is


@dataclass(frozen=True)
class Node:
    """A node: its parent's number, its value if it is a leaf, the numbers of its children, and its ply."""

    parent: int
    value: int | None
    ply: int
    children: list[int]


@dataclass(frozen=True)
class Numbers(Game):
    name = "numbers"
    title = "Tree of numbers"
    about = "Max and Min choose in turn until they reach a leaf; its number is its value for Max."
    look = "nodes"
    players = ("Max", "Min")
    max_side = 0
    is_listed = False
    main_option = "tree"

    tree: str = option("[[3,12,8],[2,4,6],[14,5,2]]", "nested lists of whole numbers; the numbers are the leaves")
    first: str = option("max", "who begins", choices=("max", "min"))

    def __post_init__(self) -> None:
        super().__post_init__()
        lists = parse_numbers(self.tree)
        object.__setattr__(self, "tree", _write(lists))  # equal trees are equal games, however they were written

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """In reading order, the root first."""
        nodes: list[Node] = []

        def add(lists: NumberLists, parent: int, ply: int) -> None:
            number, is_leaf = len(nodes), isinstance(lists, int)
            nodes.append(Node(parent, lists if isinstance(lists, int) else None, ply, []))
            if parent >= 0:
                nodes[parent].children.append(number)
            for child in () if is_leaf else lists:  # type: ignore[union-attr]  # a number has no children
                add(child, number, ply + 1)

        add(parse_numbers(self.tree), -1, 0)
        return tuple(nodes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the nodes are called."""
        names = name_nodes([(node.ply, node.value is not None) for node in self.nodes])
        return tuple(f"leaf{name}" if name.isdecimal() else name for name in names)

    @property
    def num_moves(self) -> int:
        return len(self.nodes)

    @property
    def words(self) -> int:
        return 0  # not for the compiler

    @property
    def max_result(self) -> int:
        return MAX_RESULT

    @property
    def max_plies(self) -> int:
        return max(node.ply for node in self.nodes)

    def initial(self) -> State:
        return self._state(0)

    def _state(self, number: int) -> State:
        return (number, (self.nodes[number].ply + (self.first == "min")) % 2)

    def rules(self) -> Rules:
        nodes = self.nodes

        def moves(state: State, out: MutableSequence[int]) -> int:
            children = nodes[state[0]].children
            for place, child in enumerate(children):
                out[place] = child
            return len(children)

        def play(state: State, move: Move) -> State:
            return (move, 1 - state[1])

        def result(state: State) -> int:
            value = nodes[state[0]].value
            return ONGOING if value is None else value if state[1] == 0 else -value

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        """One cell: a triangle up for Max, down for Min, with the name of the node; a box with the number of a leaf."""
        value = self.nodes[state[0]].value
        mark = LEAF if value is not None else MAX_SIDE if state[1] == 0 else MIN_SIDE
        return View((mark,), {}, texts={(0, 0): self.names[state[0]] if value is None else str(value)})

    def move_name(self, move: Move) -> str:
        """The name of the node it leads to."""
        return self.names[move]

    @property
    def variant(self) -> str:
        return f"{self.first.capitalize()} begins"

    def describe_outcome(self, outcome: int) -> str:
        return f"worth {outcome} to Max"

    def why_over(self, state: State) -> str:
        return f"{self.names[state[0]]} is worth {self.nodes[state[0]].value} to Max."

    def position_text(self, state: State) -> str:
        return f"{self.names[state[0]]} {self.players[state[1]]}"

    def parse_position(self, text: str) -> State:
        """The name of a node; the side to move may follow."""
        name, _, side = text.strip().partition(" ")
        check_position(name in self.names, f"{self} has no node called '{name}'; its nodes are: {self._list_names()}.")
        state = self._state(self.names.index(name))
        mover = self.players[state[1]]
        check_position(side.lower() in ("", mover.lower()), f"{mover} moves at {name}, not {side}.")
        return state

    def _list_names(self) -> str:
        return " ".join(self.names[:20]) + (" …" if len(self.names) > 20 else "")


def make_numbers(lists: NumberLists, *, max_first: bool) -> Numbers:
    """The game of a tree of nested lists."""
    return Numbers(_write(lists), "max" if max_first else "min")


def name_nodes(nodes: Sequence[tuple[int, bool]]) -> list[str]:
    """Names for nodes in reading order, each given by its ply and whether it is a leaf.

    Inner nodes are called A, B, C … level by level, leaves 1, 2, 3 … from left to right.
    """
    letters, leaves = _list_letters(), count(1)
    order = sorted(range(len(nodes)), key=lambda number: nodes[number][0])
    inner = {number: next(letters) for number in order if not nodes[number][1]}
    return [inner[number] if number in inner else str(next(leaves)) for number in range(len(nodes))]


def _list_letters() -> Iterator[str]:
    """A to Z, then AA, AB and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def parse_numbers(text: str) -> NumberLists:
    """Nested lists from a text, with commas or blanks between what they hold; raises BadOption, with the place."""
    open_lists: list[list[NumberLists]] = []
    nodes, place = 0, 0

    def refuse(what: str) -> BadOption:
        return BadOption(f"numbers: {what}, at character {place + 1} of '{_shorten(text, place)}'.")

    while place < len(text):
        character = text[place]
        if character in ", ":
            place += 1
            continue
        nodes += character != "]"
        if nodes > MAX_NODES:
            raise refuse(f"a tree has at most {MAX_NODES:,} nodes")
        if character == "[":
            open_lists.append([])
            if len(open_lists) > MAX_PLIES:
                raise refuse(f"lists are nested at most {MAX_PLIES} deep")
            place += 1
        elif character == "]":
            if not open_lists:
                raise refuse("there is a ']' without its '['")
            if not open_lists[-1]:
                raise refuse("a list is empty: a node has a number or at least one child")
            done = open_lists.pop()
            place += 1
            if not open_lists:
                if text[place:].strip(", "):
                    raise refuse("the tree ends before the text does")
                return done
            open_lists[-1].append(done)
        else:
            end = place + 1
            while end < len(text) and text[end] not in ", []":
                end += 1
            number = text[place:end].replace("\N{MINUS SIGN}", "-")
            if not open_lists:
                raise refuse("a tree begins with '['")
            digits = number.removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) <= 4 and int(digits) <= MAX_RESULT):
                raise refuse(f"a leaf is a whole number from -{MAX_RESULT:,} to {MAX_RESULT:,}, not '{number[:20]}'")
            open_lists[-1].append(int(number))
            place = end
    raise refuse("a ']' is missing" if open_lists else "a tree begins with '['")


def _shorten(text: str, place: int) -> str:
    """The text around a place, if it is long."""
    return text if len(text) <= 60 else f"{'…' if place > 30 else ''}{text[max(0, place - 30) : place + 30]}…"


def _write(lists: NumberLists) -> str:
    return str(lists) if isinstance(lists, int) else f"[{','.join(map(_write, lists))}]"
