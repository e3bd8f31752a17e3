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

Answer: TypeAlias = tuple[float, int | None]

INFINITY = float("inf")


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
