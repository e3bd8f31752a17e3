"""Comparing two searches of one position: nodes reached by the same moves correspond."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from itertools import compress

from kibitz.core.errors import Unsuited
from kibitz.play.records import state_text
from kibitz.trees.search_tree import NO_NODE, SearchTree


@dataclass(frozen=True)
class NodeDifference:
    """The first nodes, in the order of the search, that are not the same; None where a search was over by then."""

    order: int
    a: int | None
    b: int | None


@dataclass(frozen=True)
class PlyComparison:
    """`saving`: the share of a's nodes that b did without; below zero if it needed more."""

    ply: int
    a: int
    b: int
    both: int
    saving: float


@dataclass(frozen=True)
class Alignment:
    """`matches_of_a[i]` is the node of b that node `root_a + i` of a corresponds to, NO_NODE if b was never there.

    The second search of a move corresponds to the second search of it in the other tree, and so on.
    """

    a: SearchTree
    b: SearchTree
    root_a: int
    root_b: int
    matches_of_a: array[int]
    matches_of_b: array[int]
    first: NodeDifference | None

    @property
    def both(self) -> int:
        return len(self.matches_of_a) - self.matches_of_a.count(NO_NODE)

    def is_only_in_a(self, node: int) -> bool:
        place = node - self.root_a
        return 0 <= place < len(self.matches_of_a) and self.matches_of_a[place] == NO_NODE

    def swapped(self) -> Alignment:
        """The same comparison with a and b exchanged."""
        first = self.first and NodeDifference(self.first.order, self.first.b, self.first.a)
        return Alignment(self.b, self.a, self.root_b, self.root_a, self.matches_of_b, self.matches_of_a, first)

    def by_ply(self) -> tuple[PlyComparison, ...]:
        plies_a = self.a.ply[self.root_a : self.root_a + len(self.matches_of_a)]
        plies_b = self.b.ply[self.root_b : self.root_b + len(self.matches_of_b)]
        in_a, in_b = Counter(plies_a), Counter(plies_b)
        in_both = Counter(compress(plies_a, (match != NO_NODE for match in self.matches_of_a)))
        height = max(*in_a, *in_b) + 1
        return tuple(
            PlyComparison(ply, in_a[ply], in_b[ply], in_both[ply], _saving(in_a[ply], in_b[ply]))
            for ply in range(height)
        )


def align(a: SearchTree, b: SearchTree, root_a: int, root_b: int) -> Alignment:
    """Which nodes of two passes correspond; they must be searches of the same position."""
    if _position(a, root_a) != _position(b, root_b):
        raise Unsuited(
            "These searches are not of the same position of the same game, so their nodes do not correspond."
        )
    matches_a = array("i", [NO_NODE]) * a.size[root_a]
    matches_b = array("i", [NO_NODE]) * b.size[root_b]
    waiting = [(root_a, root_b)]
    while waiting:
        node, match = waiting.pop()
        matches_a[node - root_a], matches_b[match - root_b] = match, node
        if a.size[node] == 1 or b.size[match] == 1:
            continue
        there: dict[int, list[int]] = {}
        for child in b.children(match):
            there.setdefault(b.move[child], []).append(child)
        for child in a.children(node):
            if there.get(a.move[child]):
                waiting.append((child, there[a.move[child]].pop(0)))
    return Alignment(a, b, root_a, root_b, matches_a, matches_b, _first_difference(a, b, root_a, root_b))


def _position(tree: SearchTree, node: int) -> tuple[str, str]:
    """Game and position as files name them: a program with a fault may take the same one for another."""
    return tree.game.spec(full=True), state_text(tree.game, tree.state(node))


def _first_difference(a: SearchTree, b: SearchTree, root_a: int, root_b: int) -> NodeDifference | None:
    end_a, end_b = root_a + a.size[root_a], root_b + b.size[root_b]
    steps_a = zip(a.ply[root_a + 1 : end_a], a.move[root_a + 1 : end_a], strict=True)
    steps_b = zip(b.ply[root_b + 1 : end_b], b.move[root_b + 1 : end_b], strict=True)
    order = 0
    for order, (step_a, step_b) in enumerate(zip(steps_a, steps_b, strict=False), start=1):
        if step_a != step_b:
            return NodeDifference(order, root_a + order, root_b + order)
    order += 1
    if a.size[root_a] == b.size[root_b]:
        return None
    longer_a = a.size[root_a] > b.size[root_b]
    return NodeDifference(order, root_a + order if longer_a else None, None if longer_a else root_b + order)


def _saving(a: int, b: int) -> float:
    return round(1 - b / a, 4) if a else 0.0
