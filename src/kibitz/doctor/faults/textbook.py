"""The textbook searches that faults are put into, as plain as they can be written.

Every one takes a node and returns its value and the best move there, a place among the children, None at a leaf. Values
are Max's; in the negamax form they belong to the side to move, and `colour` is 1 for Max and -1 for Min. A fault
replaces lines of these functions (`program.py`), so a line reads the same in all of them where it does the same.

[Knuth & Moore, "An analysis of alpha-beta pruning", 1975; Russell & Norvig, "Artificial Intelligence", ch. 5;
Marsland & Campbell, "Parallel search of strongly ordered game trees", 1982, for the principal variation search.]
"""

from __future__ import annotations

from typing import TypeAlias

from kibitz.doctor.exam_tree import Node

__all__ = [
    "INFINITY",
    "Answer",
    "alphabeta",
    "alphabeta_hard",
    "aspiration",
    "deepening",
    "killer",
    "memo",
    "minimax",
    "negamax",
    "negamax_alphabeta",
    "negamax_hard",
    "negamax_table",
    "ordered",
    "pvs",
    "stoppable",
    "table",
    "timed",
]

Answer: TypeAlias = tuple[float, int | None]

INFINITY = float("inf")
MARGIN = 5  # how far from the last value an aspiration window reaches


def minimax(node: Node, depth: int, maximizing: bool) -> Answer:
    """Plain minimax, Max and Min in a branch each."""
    if depth == 0 or not node.children:
        return node.evaluate(), None
    if maximizing:
        best, move = -INFINITY, None
        for index, child in enumerate(node.children):
            value, _ = minimax(child, depth - 1, False)
            if value > best:
                best, move = value, index
    else:
        best, move = INFINITY, None
        for index, child in enumerate(node.children):
            value, _ = minimax(child, depth - 1, True)
            if value < best:
                best, move = value, index
    return best, move


def alphabeta(node: Node, depth: int, alpha: float, beta: float, maximizing: bool) -> Answer:
    """Alpha-beta that returns the best value it has seen, inside the window or not (fail-soft)."""
    if depth == 0 or not node.children:
        return node.evaluate(), None
    if maximizing:
        best, move = -INFINITY, None
        for index, child in enumerate(node.children):
            value, _ = alphabeta(child, depth - 1, alpha, beta, False)
            if value > best:
                best, move = value, index
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best, move = INFINITY, None
        for index, child in enumerate(node.children):
            value, _ = alphabeta(child, depth - 1, alpha, beta, True)
            if value < best:
                best, move = value, index
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best, move


def alphabeta_hard(node: Node, depth: int, alpha: float, beta: float, maximizing: bool) -> Answer:
    """Alpha-beta whose answer never leaves the window (fail-hard)."""
    if depth == 0 or not node.children:
        return node.evaluate(), None
    move = None
    if maximizing:
        for index, child in enumerate(node.children):
            value, _ = alphabeta_hard(child, depth - 1, alpha, beta, False)
            if value > alpha:
                alpha, move = value, index
            if alpha >= beta:
                return beta, move
        return alpha, move
    for index, child in enumerate(node.children):
        value, _ = alphabeta_hard(child, depth - 1, alpha, beta, True)
        if value < beta:
            beta, move = value, index
        if beta <= alpha:
            return alpha, move
    return beta, move


def negamax(node: Node, depth: int, colour: int) -> Answer:
    """Minimax in one branch: what is good for one side is bad for the other."""
    if depth == 0 or not node.children:
        return colour * node.evaluate(), None
    best, move = -INFINITY, None
    for index, child in enumerate(node.children):
        value = -negamax(child, depth - 1, -colour)[0]
        if value > best:
            best, move = value, index
    return best, move


def negamax_alphabeta(node: Node, depth: int, alpha: float, beta: float, colour: int) -> Answer:
    """Alpha-beta in the negamax form, fail-soft."""
    if depth == 0 or not node.children:
        return colour * node.evaluate(), None
    best, move = -INFINITY, None
    for index, child in enumerate(node.children):
        value = -negamax_alphabeta(child, depth - 1, -beta, -alpha, -colour)[0]
        if value > best:
            best, move = value, index
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, move


def negamax_hard(node: Node, depth: int, alpha: float, beta: float, colour: int) -> Answer:
    """Alpha-beta in the negamax form, fail-hard."""
    if depth == 0 or not node.children:
        return colour * node.evaluate(), None
    move = None
    for index, child in enumerate(node.children):
        value = -negamax_hard(child, depth - 1, -beta, -alpha, -colour)[0]
        if value >= beta:
            return beta, index
        if value > alpha:
            alpha, move = value, index
    return alpha, move


def ordered(node: Node, depth: int, alpha: float, beta: float, maximizing: bool) -> Answer:
    """Alpha-beta that looks first at the child with the best static value."""
    if depth == 0 or not node.children:
        return node.evaluate(), None
    children = sorted(node.children, key=lambda child: child.static, reverse=maximizing)
    if maximizing:
        best, move = -INFINITY, None
        for _, child in enumerate(children):
            value, _ = ordered(child, depth - 1, alpha, beta, False)
            if value > best:
                best, move = value, child.place
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best, move = INFINITY, None
        for _, child in enumerate(children):
            value, _ = ordered(child, depth - 1, alpha, beta, True)
            if value < best:
                best, move = value, child.place
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best, move


def pvs(node: Node, depth: int, alpha: float, beta: float, colour: int) -> Answer:
    """Principal variation search: all but the first child are tested in a window of no width."""
    if depth == 0 or not node.children:
        return colour * node.evaluate(), None
    best, move = -INFINITY, None
    for index, child in enumerate(node.children):
        if index == 0:
            value = -pvs(child, depth - 1, -beta, -alpha, -colour)[0]
        else:
            value = -pvs(child, depth - 1, -alpha - 1, -alpha, -colour)[0]
            if alpha < value < beta:
                value = -pvs(child, depth - 1, -beta, -alpha, -colour)[0]
        if value > best:
            best, move = value, index
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, move


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
