"""How many leaves a search has to look at: the textbook in the order of the tree, and the smallest possible proof."""

from __future__ import annotations

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Node
from kibitz.doctor.faults.program import Program

INFINITY = float("inf")


def solve_node(node: Node, depth: int, is_max: bool) -> int:
    """The minimax value; nothing is noted."""
    if depth == 0 or not node.children:
        return node.static
    values = [solve_node(child, depth - 1, not is_max) for child in node.children]
    return max(values) if is_max else min(values)


def count_textbook_leaves(case: Case) -> int:
    """Different leaves that alpha-beta looks at, children in the order of the tree."""
    leaves = Program("alphabeta").observe(case).leaves
    assert leaves is not None
    return len(set(leaves))


def find_needless_leaves(case: Case, leaves: tuple[int, ...]) -> list[int]:
    """Leaves that a search has looked at and alpha-beta in the same order has not."""
    needed = set(Program("alphabeta").observe(case).leaves or ())
    return [leaf for leaf in dict.fromkeys(leaves) if leaf not in needed]


def count_minimal_leaves(case: Case) -> int:
    """The leaves of the smallest tree that proves the value of the root, with the best order everywhere."""
    return _count_exact(case.tree.root, case.plies, case.is_max)


def _count_exact(node: Node, depth: int, is_max: bool) -> int:
    if depth == 0 or not node.children:
        return 1
    value = solve_node(node, depth, is_max)
    bounds = [_count_bound(child, depth - 1, not is_max, value, upper=is_max) for child in node.children]
    best = INFINITY
    for place, child in enumerate(node.children):
        if solve_node(child, depth - 1, not is_max) == value:
            best = min(best, _count_exact(child, depth - 1, not is_max) + sum(bounds) - bounds[place])
    return int(best)


def _count_bound(node: Node, depth: int, is_max: bool, value: int, *, upper: bool) -> float:
    """Leaves that prove that a node is worth at most (`upper`) or at least so much; it is."""
    if depth == 0 or not node.children:
        return 1
    if is_max == upper:  # every child has to keep to the bound
        return sum(_count_bound(child, depth - 1, not is_max, value, upper=upper) for child in node.children)
    return min(
        _count_bound(child, depth - 1, not is_max, value, upper=upper)
        for child in node.children
        if (
            solve_node(child, depth - 1, not is_max) <= value
            if upper
            else solve_node(child, depth - 1, not is_max) >= value
        )
    )
