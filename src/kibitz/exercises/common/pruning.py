"""Alpha-beta on a tree of numbers, with everything somebody notes who does it by hand.

The conventions in which textbooks differ are parameters: in which order children are looked at, whether equal values
cut, and whether a value may leave the window. With the usual ones it is the search of the textbook
[Knuth & Moore, "An analysis of alpha-beta pruning", 1975].
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.exercises.common.number_trees import NamedNode, draw_values, list_nodes
from kibitz.trees.drawing.tree_figure import TreeFigure

__all__ = ["INFINITY", "Pruning", "Visit", "draw_pruning", "prune", "say_bound", "say_window", "write_bound"]

INFINITY = float("inf")


@dataclass
class Visit:
    """What is known of a node that was looked at: its window, what it returns, and the children left out."""

    alpha: float
    beta: float
    value: float = 0
    cut: list[NamedNode] = field(default_factory=list)
    cut_after: str = ""  # the child after which the rest was left out


@dataclass
class Pruning:
    """A search: the visits by the name of the node, in the order in which they began."""

    visits: dict[str, Visit]
    value: float


def prune(root: NamedNode, *, from_right: bool = False, equal_cuts: bool = True, is_hard: bool = True) -> Pruning:
    """Search a tree by alpha-beta."""
    visits: dict[str, Visit] = {}

    def search(node: NamedNode, alpha: float, beta: float) -> float:
        visit = visits[node.name] = Visit(alpha, beta)
        if node.value is not None:
            visit.value = node.value
            return visit.value
        best = -INFINITY if node.is_max else INFINITY
        children = node.children[::-1] if from_right else node.children
        for place, child in enumerate(children):
            value = search(child, alpha, beta)
            best = max(best, value) if node.is_max else min(best, value)
            if node.is_max:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if (alpha >= beta) if equal_cuts else (alpha > beta):
                visit.cut, visit.cut_after = children[place + 1 :], child.name
                break
        visit.value = min(max(best, visit.alpha), visit.beta) if is_hard else best
        return visit.value

    return Pruning(visits, search(root, -INFINITY, INFINITY))


def draw_pruning(figure: TreeFigure, root: NamedNode, pruning: Pruning) -> TreeFigure:
    """A figure with the value and the window of every node that was looked at, and the branches that were not."""
    visits = pruning.visits
    inner = [node.name for node in list_nodes(root) if node.value is None and node.name in visits]
    return draw_values(
        figure,
        {name: say_bound(visits[name].value) for name in inner},
        {name: say_window(visits[name].alpha, visits[name].beta) for name in inner},
        [child for visit in visits.values() for child in visit.cut],
    )


def write_bound(bound: float) -> str:
    """A side of a window as an answer."""
    return str(bound) if abs(bound) == INFINITY else str(int(bound))


def say_bound(bound: float) -> str:
    """The same in a sentence or a figure."""
    return write_bound(bound).replace("inf", "\N{INFINITY}").replace("-", "\N{MINUS SIGN}")


def say_window(alpha: float, beta: float) -> str:
    """A window as figures show it."""
    return f"({say_bound(alpha)}, {say_bound(beta)})"
