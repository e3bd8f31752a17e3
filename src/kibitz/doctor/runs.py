"""A search of one tree, node by node, for a drawing: what was seen of the patient, and a program of the library."""

from __future__ import annotations

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.faults.program import BASES, Program, trace_program
from kibitz.doctor.patient.patient import Reply
from kibitz.doctor.report import Run, RunNode


def run_right(case: Case, *, prunes: bool) -> Run:
    """The textbook's alpha-beta, or its minimax for a program that is not meant to prune."""
    return run_program(Program("alphabeta" if prunes else "minimax"), case)


def run_program(program: Program, case: Case) -> Run:
    """A program of the library, with all windows and values."""
    observed = program.observe(case)
    reply = Reply(observed, "it fails" if observed.error else "", trace=trace_program(program, case))
    return run_patient(case, reply, is_movers=BASES[program.base].is_negamax)


def run_patient(case: Case, reply: Reply, *, is_movers: bool = False) -> Run:
    """What was seen of the program: its calls if they could be followed, and its leaves.

    `is_movers`: its values belong to the side to move.
    """
    entered = {event.node: event for event in reply.trace}
    observed, depth = reply.observed, case.plies
    looked = set(observed.leaves or ())
    passed = {above.number for leaf in looked for above in case.tree.climb(leaf)}
    is_unknown = observed.leaves is None and not reply.trace
    places: dict[int, int] = {}
    nodes = list[RunNode]()
    for node in case.tree.nodes:
        if node.ply > depth:
            continue
        places[node.number] = len(nodes)
        event, is_leaf = entered.get(node.number), node.number in looked
        is_searched = event is not None or node.number in passed or is_unknown
        is_turned = is_movers and not node.is_max
        static = float(-node.static if is_turned else node.static)
        nodes.append(
            RunNode(
                node.number,
                -1 if node.parent is None else places[node.parent.number],
                node.static if not node.children or node.ply == depth else None,
                "leaf" if is_leaf else "searched" if is_searched else "skipped",
                event.value if event is not None else static if is_leaf else None,
                event and event.alpha,
                event and event.beta,
            )
        )
    message = reply.message if observed.error else ""
    return Run(tuple(nodes), observed.value, observed.move, observed.leaves, message, is_movers)
