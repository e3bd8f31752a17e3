"""A search of one tree, node by node, for a drawing: the right one, and what was seen of the patient."""

from __future__ import annotations

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Node
from kibitz.doctor.leaf_counts import find_depth
from kibitz.doctor.patient.patient import Reply
from kibitz.doctor.report import Run, RunNode

__all__ = ["run_patient", "run_right"]

INFINITY = float("inf")


def run_right(case: Case, *, prunes: bool) -> Run:
    """Alpha-beta, or minimax for a program that is not meant to prune, with all windows and values."""
    seen: dict[int, tuple[float, float, float]] = {}
    leaves: list[int] = []

    def search(node: Node, depth: int, alpha: float, beta: float, is_max: bool) -> tuple[float, int | None]:
        low, high = alpha, beta
        if depth == 0 or not node.children:
            leaves.append(node.number)
            seen[node.number] = (low, high, node.static)
            return node.static, None
        best, move = (-INFINITY, None) if is_max else (INFINITY, None)
        for place, child in enumerate(node.children):
            value, _ = search(child, depth - 1, alpha, beta, not is_max)
            if value > best if is_max else value < best:
                best, move = value, place
            if prunes and is_max:
                alpha = max(alpha, best)
            elif prunes:
                beta = min(beta, best)
            if alpha >= beta:
                break
        seen[node.number] = (low, high, best)
        return best, move

    value, move = search(case.tree.root, find_depth(case), -INFINITY, INFINITY, case.is_max)
    nodes = []
    for node in _within(case):
        known = seen.get(node.number)
        state = "skipped" if known is None else "leaf" if node.number in leaves else "searched"
        low, high, worth = known or (None, None, None)
        nodes.append(_make_node(case, node, state, worth, low, high, with_window=prunes))
    return Run(tuple(nodes), value, move, tuple(leaves))


def run_patient(case: Case, reply: Reply, *, is_movers: bool = False) -> Run:
    """What was seen of the program: its calls if they could be followed, and its leaves.

    `is_movers`: its values belong to the side to move.
    """
    entered = {event.node: event for event in reply.trace}
    leaves = reply.observed.leaves
    looked = set(leaves or ())
    nodes = []
    for node in _within(case):
        event = entered.get(node.number)
        is_leaf = node.number in looked
        above_a_leaf = any(_is_above(case, node, leaf) for leaf in looked)
        unknown = leaves is None and not reply.trace
        state = "leaf" if is_leaf else "searched" if event is not None or above_a_leaf or unknown else "skipped"
        is_turned = is_movers and (node.ply % 2 == 0) != case.is_max
        static = float(-node.static if is_turned else node.static)
        value = event.value if event is not None else static if is_leaf else None
        nodes.append(
            _make_node(case, node, state, value, event and event.alpha, event and event.beta, with_window=True)
        )
    observed = reply.observed
    message = reply.message if observed.error else ""
    return Run(tuple(nodes), observed.value, observed.move, leaves, message, is_movers)


def _within(case: Case) -> list[Node]:
    depth = find_depth(case)
    return [node for node in case.tree.nodes if node.ply <= depth]


def _make_node(
    case: Case,
    node: Node,
    state: str,
    value: float | None,
    alpha: float | None,
    beta: float | None,
    *,
    with_window: bool,
) -> RunNode:
    places = {one.number: place for place, one in enumerate(_within(case))}
    is_end = not node.children or node.ply == find_depth(case)
    return RunNode(
        node.number,
        -1 if node.parent is None else places[node.parent.number],
        node.static if is_end else None,
        state,
        value,
        alpha if with_window else None,
        beta if with_window else None,
    )


def _is_above(case: Case, node: Node, number: int) -> bool:
    below: Node | None = case.tree.nodes[number]
    while below is not None:
        if below is node:
            return True
        below = below.parent
    return False
