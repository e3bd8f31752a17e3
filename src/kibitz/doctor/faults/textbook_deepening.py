"""The textbook searches that go deeper step by step, or try killer moves first; see `textbook.py`."""

from __future__ import annotations

from kibitz.doctor.exam_tree import Node
from kibitz.doctor.faults.textbook import INFINITY, Answer, alphabeta

MARGIN = 5  # how far from the last value an aspiration window reaches


def deepening(node: Node, depth: int, maximizing: bool) -> Answer:
    """Alpha-beta to depth 1, then to depth 2, and so on."""
    answer = alphabeta(node, min(1, depth), -INFINITY, INFINITY, maximizing)
    for limit in range(2, depth + 1):
        answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)
    return answer


def timed(node: Node, depth: int, maximizing: bool, budget: int | None) -> Answer:
    """Deepening until so many values have been looked at; the answer is that of the last finished depth."""
    left = [INFINITY if budget is None else budget]
    answer = stoppable(node, min(1, depth), -INFINITY, INFINITY, maximizing, [INFINITY])
    for limit in range(2, depth + 1):
        found = stoppable(node, limit, -INFINITY, INFINITY, maximizing, left)
        if left[0] <= 0:
            break
        answer = found
    return answer


def stoppable(node: Node, depth: int, alpha: float, beta: float, maximizing: bool, left: list[float]) -> Answer:
    """Alpha-beta that gives up where nothing is left to look at, and says what it has found until then."""
    if depth == 0 or not node.children:
        left[0] -= 1
        return node.evaluate(), None
    best, move = (-INFINITY, None) if maximizing else (INFINITY, None)
    for index, child in enumerate(node.children):
        value, _ = stoppable(child, depth - 1, alpha, beta, not maximizing, left)
        if left[0] <= 0:
            break
        if value > best if maximizing else value < best:
            best, move = value, index
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move


def aspiration(node: Node, depth: int, maximizing: bool) -> Answer:
    """Deepening in a window around the last value; a value outside is searched for again."""
    answer = alphabeta(node, min(1, depth), -INFINITY, INFINITY, maximizing)
    for limit in range(2, depth + 1):
        low, high = answer[0] - MARGIN, answer[0] + MARGIN
        answer = alphabeta(node, limit, low, high, maximizing)
        if answer[0] <= low or answer[0] >= high:
            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)
    return answer


def killer(
    node: Node, depth: int, alpha: float, beta: float, maximizing: bool, ply: int, killers: dict[int, int]
) -> Answer:
    """Alpha-beta that tries first the move that made the last cut at the same ply, where it is legal."""
    if depth == 0 or not node.children:
        return node.evaluate(), None
    order = list(range(len(node.children)))
    first = killers.get(ply, 0)
    if first in order:
        order.remove(first)
        order.insert(0, first)
    best, move = (-INFINITY, None) if maximizing else (INFINITY, None)
    for index in order:
        value, _ = killer(node.children[index], depth - 1, alpha, beta, not maximizing, ply + 1, killers)
        if value > best if maximizing else value < best:
            best, move = value, index
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            killers[ply] = index
            break
    return best, move
