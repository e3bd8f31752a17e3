"""A Monte Carlo search of one tree for a drawing: how often each node was passed, and what its play-outs were worth."""

from __future__ import annotations

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Node
from kibitz.doctor.faults.program import Observed
from kibitz.doctor.report import Run, RunNode

__all__ = ["run_sampled"]


def run_sampled(case: Case, seen: Observed) -> Run:
    """The nodes with their visits; the value of a node is the mean result of its play-outs, for Max."""
    leaves = seen.leaves or ()
    visits: dict[int, int] = {}
    totals: dict[int, int] = {}
    for leaf in leaves:
        node: Node | None = case.tree.nodes[leaf]
        while node is not None:
            visits[node.number] = visits.get(node.number, 0) + 1
            totals[node.number] = totals.get(node.number, 0) + case.tree.nodes[leaf].static
            node = node.parent
    nodes = tuple(
        RunNode(
            node.number,
            -1 if node.parent is None else node.parent.number,
            None if node.children else node.static,
            "skipped"
            if seen.leaves is not None and node.number not in visits
            else "searched"
            if node.children
            else "leaf",
            round(totals[node.number] / visits[node.number], 2) if node.number in visits else None,
            visits=visits.get(node.number, 0) if seen.leaves is not None else None,
        )
        for node in case.tree.nodes
    )
    return Run(nodes, None, seen.move, seen.leaves, "it fails" if seen.error else "")
