"""A player that looks a few plies ahead and takes what lies beyond for level: it is right as far as it looks.

A tree as a game has no heuristic, so a player with a limit of depth cannot know what lies beyond. It is not wrong for
that, if all its moves are best on the trees as it sees them.
"""

from __future__ import annotations

from dataclasses import replace

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import from_lists, to_lists
from kibitz.doctor.findings import Findings
from kibitz.doctor.judge import find_best_moves
from kibitz.doctor.report import Report

DEPTHS = range(2, 7)


def report_short_sight(findings: Findings) -> Report | None:
    """The report on a player whose moves are best on all trees, cut off at some depth."""
    if not findings.known.plays_games or findings.known.has_value:
        return None
    for depth in DEPTHS:
        if all(
            reply.observed.move in find_best_moves(_see(case, depth))[1]
            for case, reply in zip(findings.cases, findings.replies, strict=True)
        ):
            return Report(
                findings.patient.name,
                "right",
                f"It is right within its depth, {depth} plies: it counts everything beyond as level.",
            )
    return None


def _see(case: Case, depth: int) -> Case:
    """A case as a player sees it that looks so far and takes all beyond for level."""
    return replace(case, spec=from_lists(to_lists(case.spec)), depth=depth)
