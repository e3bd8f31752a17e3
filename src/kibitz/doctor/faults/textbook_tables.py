"""The textbook searches that remember what they have found, into which faults are put (`textbook.py`)."""

from __future__ import annotations

from kibitz.doctor.exam_tree import Node
from kibitz.doctor.faults.textbook import INFINITY, Answer


def table(
    node: Node,
    depth: int,
    alpha: float,
    beta: float,
    maximizing: bool,
    known: dict[tuple[int, bool], tuple[int, str, float, int | None]],
) -> Answer:
    """Alpha-beta that remembers: under a node and the side to move, the depth, the kind of bound, value and move."""
    if depth == 0 or not node.children:
        return node.evaluate(), None
    key = (node.number, maximizing)
    if key in known:
        deep, bound, value, move = known[key]
        if deep >= depth:  # noqa: SIM102  # two lines, as faults change one or the other
            if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= alpha):
                return value, move
    low, high = alpha, beta
    best, move = (-INFINITY, None) if maximizing else (INFINITY, None)
    for index, child in enumerate(node.children):
        value, _ = table(child, depth - 1, alpha, beta, not maximizing, known)
        if value > best if maximizing else value < best:
            best, move = value, index
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    bound = "upper" if best <= low else "lower" if best >= high else "exact"
    known[key] = (depth, bound, best, move)
    return best, move


def negamax_table(
    node: Node,
    depth: int,
    alpha: float,
    beta: float,
    colour: int,
    known: dict[tuple[int, int], tuple[int, str, float, int | None]],
) -> Answer:
    """The same in the negamax form: values in the table belong to the side to move."""
    if depth == 0 or not node.children:
        return colour * node.evaluate(), None
    key = (node.number, colour)
    if key in known:
        deep, bound, value, move = known[key]
        if deep >= depth:  # noqa: SIM102  # two lines, as faults change one or the other
            if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= alpha):
                return value, move
    low = alpha
    best, move = -INFINITY, None
    for index, child in enumerate(node.children):
        value = -negamax_table(child, depth - 1, -beta, -alpha, -colour, known)[0]
        if value > best:
            best, move = value, index
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    bound = "upper" if best <= low else "lower" if best >= beta else "exact"
    known[key] = (depth, bound, best, move)
    return best, move


def memo(
    node: Node, depth: int, maximizing: bool, known: dict[tuple[int, bool], tuple[int, float, int | None]]
) -> Answer:
    """Minimax that remembers: under a node and the side to move, the depth, value and move."""
    key = (node.number, maximizing)
    if key in known:
        deep, value, move = known[key]
        if deep >= depth:
            return value, move
    if depth == 0 or not node.children:
        return node.evaluate(), None
    best, move = (-INFINITY, None) if maximizing else (INFINITY, None)
    for index, child in enumerate(node.children):
        value, _ = memo(child, depth - 1, not maximizing, known)
        if value > best if maximizing else value < best:
            best, move = value, index
    known[key] = (depth, best, move)
    return best, move
