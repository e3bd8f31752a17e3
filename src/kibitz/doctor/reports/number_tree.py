"""A tree of numbers as a game, so that a search of it can be recorded and looked at in the microscope.

A state is the number of a node, in reading order, and the side to move. A leaf is a finished game, whose result is the
number. The game is not offered to play: it has no name of its own among the games.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kibitz.core.game import ONGOING, Game, Move, Rules, State, View
from kibitz.core.score import MAX_RESULT
from kibitz.core.spec import option
from kibitz.doctor.exam_tree import Node, Tree, from_lists

__all__ = ["NumberTree", "make_number_tree"]

WIDTH = 14  # characters of a position


@dataclass(frozen=True)
class NumberTree(Game):
    """`tree`: nested lists, with blanks between what they hold. `max_first`: whether Max is to move at the root."""

    title = "Tree of numbers"
    players = ("Max", "Min")

    tree: str = option("[3 5]", "nested lists of numbers")
    max_first: bool = option(True, "whether Max is to move at the root")

    @cached_property
    def nodes(self) -> list[Node]:
        return Tree(from_lists(ast.literal_eval(self.tree.replace(" ", ",")))).nodes

    @property
    def num_moves(self) -> int:
        return max(1, *(len(node.children) for node in self.nodes))

    @property
    def words(self) -> int:
        return 0  # not for the compiler

    @property
    def max_result(self) -> int:
        return MAX_RESULT

    def initial(self) -> State:
        return (0, 0 if self.max_first else 1)

    def rules(self) -> Rules:
        nodes = self.nodes

        def moves(state: State, out: Any) -> int:
            count = len(nodes[state[0]].children)
            out[:count] = range(count)
            return count

        def play(state: State, move: Move) -> State:
            return (nodes[state[0]].children[move].number, 1 - state[1])

        def result(state: State) -> int:
            node = nodes[state[0]]
            return ONGOING if node.children else node.static if state[1] == 0 else -node.static

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        node = self.nodes[state[0]]
        text = " ".join(str(child.static) if not child.children else "[]" for child in node.children)
        shown = f"[{text}]" if node.children else str(node.static)
        return View((shown[:WIDTH].replace(" ", ".").ljust(WIDTH),), {})

    def position_text(self, state: State) -> str:
        return f"{state[0]} {self.players[state[1]]}"


NumberTree.name = "tree-of-numbers"  # set here, since a class that has a name of its own is offered to everybody


def make_number_tree(lists: Any, *, max_first: bool) -> NumberTree:
    """The game of a tree of nested lists."""
    return NumberTree(str(lists).replace(",", ""), max_first)
