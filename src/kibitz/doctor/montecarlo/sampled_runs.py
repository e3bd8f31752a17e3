"""A Monte Carlo search of one tree for a drawing: how often each node was passed, and what its play-outs were worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.faults.program import Observed
from kibitz.doctor.report import Run, RunNode


def run_sampled(case: Case, seen: Observed) -> Run:
    """The nodes with their visits; the value of a node is the mean result of its play-outs, for Max."""
    nodes = tuple(
        RunNode(
            node.number,
            -1 if node.parent is None else node.parent.number,
            None if node.children else node.static,
            "searched" if node.children else "leaf",
        )
        for node in case.tree.nodes
    )
    run = Run(nodes, None, seen.move, seen.leaves, "it fails" if seen.error else "")
    return run if seen.leaves is None else count_playouts(run, seen.leaves)


def count_playouts(run: Run, leaves: Iterable[int]) -> Run:
    """The run with the visits and means of the play-outs that ended at these leaves."""
    places = {node.number: place for place, node in enumerate(run.nodes)}
    visits, totals = [0] * len(run.nodes), [0.0] * len(run.nodes)
    for leaf in leaves:
        place, result = places[leaf], run.nodes[places[leaf]].static or 0
        while place >= 0:
            visits[place] += 1
            totals[place] += result
            place = run.nodes[place].parent
    nodes = (
        replace(
            node,
            state=("searched" if node.static is None else "leaf") if count else "skipped",
            value=round(total / count, 2) if count else None,
            visits=count,
        )
        for node, count, total in zip(run.nodes, visits, totals, strict=True)
    )
    return replace(run, nodes=tuple(nodes))
