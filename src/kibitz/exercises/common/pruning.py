"""Alpha-beta on a tree of numbers, with everything somebody notes who does it by hand.

The search is one of the doctor's textbook (`doctor/faults/textbook.py`). The conventions in which textbooks differ are
edits of it: in which order children are looked at, whether equal values cut, and whether a value may leave the window.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Node, Tree
from kibitz.doctor.faults.program import Edit, Program, trace_program
from kibitz.exercises.common.number_trees import draw_values
from kibitz.exercises.kind import STATED, Convention
from kibitz.trees.drawing.tree_figure import TreeFigure

INFINITY = float("inf")

SOFT = Convention("fail-soft", "Right for fail-soft; here no value leaves its window (fail-hard).")
# A cut at `>` makes sense only where values may leave the window: fail-hard never gets beyond its edge.
STRICT = Convention("strict", "Right for a cut at `>` alone; here equal values cut (`alpha >= beta`).")
FROM_RIGHT = Convention("from right", "Right from right to left; here children are looked at from left to right.")

FAIL_HARD, FAIL_SOFT = Program("alphabeta_hard"), Program("alphabeta")
PROGRAMS = {
    SOFT: FAIL_SOFT,
    STRICT: Program("alphabeta", (Edit("alpha >= beta", "alpha > beta"), Edit("beta <= alpha", "beta < alpha"))),
    FROM_RIGHT: Program(
        "alphabeta_hard", (Edit("in enumerate(node.children)", "in [*enumerate(node.children)][::-1]"),)
    ),
}  # by the convention; of any other, fail-hard


@dataclass
class Visit:
    """What is known of a node that was looked at: its window, what it returns, and the children left out.

    `cut_after`: the child after which the rest was left out; empty where nothing was cut off.
    """

    alpha: float
    beta: float
    value: float
    cut: list[Node]
    cut_after: str


@dataclass
class Pruning:
    """A search: the visits by the name of the node, in the order in which they began."""

    visits: dict[str, Visit]
    value: float


def as_case(tree: Tree) -> Case:
    """The tree as the doctor asks about it."""
    return Case("exercise", tree.spec, None, tree.is_max)


def prune(tree: Tree, convention: Convention = STATED) -> Pruning:
    """Search a tree by alpha-beta."""
    events = trace_program(PROGRAMS.get(convention, FAIL_HARD), as_case(tree))
    seen = {event.node for event in events}
    visits = {}
    for event in events:
        node, alpha, beta, value = tree.nodes[event.node], event.alpha, event.beta, event.value
        assert alpha is not None, "a textbook search has a window"
        assert beta is not None, "a textbook search has a window"
        assert value is not None, "a textbook search answers"
        looked_at = [child.name for child in node.children if child.number in seen]
        meets = looked_at and (value >= beta if node.is_max else value <= alpha)
        cut = [child for child in node.children if child.number not in seen]
        visits[node.name] = Visit(alpha, beta, value, cut, looked_at[-1] if meets else "")
    return Pruning(visits, visits[tree.root.name].value)


def count_leaves(tree: Tree, convention: Convention = STATED) -> int:
    """How many leaves a search looks at."""
    return len(PROGRAMS.get(convention, FAIL_HARD).observe(as_case(tree)).leaves or ())


def list_skipped(tree: Tree, pruning: Pruning) -> list[str]:
    """The leaves that a search did not look at, from left to right."""
    return [node.name for node in tree.nodes if node.is_leaf and node.name not in pruning.visits]


def draw_pruning(figure: TreeFigure, tree: Tree, pruning: Pruning) -> TreeFigure:
    """A figure with the value and the window of every node that was looked at, and the branches that were not."""
    visits = pruning.visits
    inner = [node.name for node in tree.nodes if not node.is_leaf and node.name in visits]
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
