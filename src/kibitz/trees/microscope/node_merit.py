"""What the moves of a node are sorted by (`play/move_order.py`): after the search, and at a step of it."""

from __future__ import annotations

from kibitz.core.score import WIN, Bound, Score
from kibitz.core.searching import NodeKind
from kibitz.play.move_order import measure_merit
from kibitz.trees.labels import MEAN_SCALE, NodeNumbers
from kibitz.trees.search_tree import SearchTree


def rate_node(tree: SearchTree, node: int) -> int | None:
    """The merit of the move that led to a node, for the side that made it; None if the node has no value."""
    if tree.kind[node] == NodeKind.STOPPED:
        return None
    if "low" in tree.notes:
        low, high = tree.notes["low"][node], tree.notes["high"][node]
        mean = tree.value[node] / MEAN_SCALE if "visits" in tree.notes else None
        return _rate_result(low, high, mean, keeps_turn=tree.keeps_turn(node))
    score = Score(tree.value[node], tree.bound(node))
    return measure_merit(score if tree.keeps_turn(node) else -score)


def rate_numbers(tree: SearchTree, known: NodeNumbers) -> int | None:
    """The same, by what was known at a step."""
    if not known.is_there or known.low is None or known.high is None:
        return None
    return _rate_result(known.low, known.high, known.mean, keeps_turn=tree.keeps_turn(known.node))


def _rate_result(low: int, high: int, mean: float | None, *, keeps_turn: bool) -> int | None:
    """By what encloses the result for the side to move, else by the mean of random games."""
    if not keeps_turn:
        low, high, mean = -high, -low, None if mean is None else -mean
    if low == high:
        return measure_merit(Score(low * WIN))
    if low <= 0 <= high and mean is not None:
        return measure_merit(Score(round(MEAN_SCALE * mean)))
    if low + high == 0:
        return None
    return measure_merit(Score(low * WIN, Bound.LOWER) if low + high > 0 else Score(high * WIN, Bound.UPPER))
