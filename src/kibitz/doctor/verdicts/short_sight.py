"""A player that looks a few plies ahead and takes what lies beyond for level: it is right as far as it looks.

A tree as a game has no heuristic, so a player with a limit of depth cannot know what lies beyond. It is not wrong for
that, if all its moves are best on the trees as it sees them.
"""

from __future__ import annotations

from kibitz.doctor.exam_tree import Node
from kibitz.doctor.findings import Findings
from kibitz.doctor.report import Report

__all__ = ["report_short_sight"]

DEPTHS = range(2, 7)


def report_short_sight(findings: Findings) -> Report | None:
    """The report on a player whose moves are best on all trees, cut off at some depth."""
    if not findings.known.plays_games or findings.known.has_value:
        return None
    for depth in DEPTHS:
        if all(
            reply.observed.move in _find_best(case.tree.root, depth, case.is_max)
            for case, reply in zip(findings.cases, findings.replies, strict=True)
        ):
            return Report(
                findings.patient.name,
                "right",
                f"It is right as far as it looks, {depth} plies ahead: what lies beyond is level to it.",
            )
    return None


def _find_best(root: Node, depth: int, is_max: bool) -> set[int]:
    values = [_solve(child, depth - 1, not is_max) for child in root.children]
    best = (max if is_max else min)(values)
    return {move for move, value in enumerate(values) if value == best}


def _solve(node: Node, depth: int, is_max: bool) -> int:
    if not node.children:
        return node.static
    if depth == 0:
        return 0
    return (max if is_max else min)(_solve(child, depth - 1, not is_max) for child in node.children)
