"""What a textbook alpha-beta, right or with a fault of the doctor's, does on a tree of numbers, step by step."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.doctor.exam_tree import Tree
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.doctor.faults.program import Program, trace_program
from kibitz.exercises.common.pruning import FAIL_SOFT, as_case


class Step(NamedTuple):
    """A step: the search comes to a node with a window, looks at a leaf, or leaves a node with a value."""

    what: str  # "come", "leaf" or "leave"
    node: str
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None


def list_programs(fault_id: str) -> list[Program]:
    """Alpha-beta with a fault, in all the ways in which people make it."""
    return [program for program in find_library_fault(fault_id).programs() if program.base == FAIL_SOFT.base]


def log_search(program: Program, tree: Tree) -> list[Step] | None:
    """The steps of a program; None if it fails."""
    case = as_case(tree)
    if program.observe(case).error:
        return None
    events = trace_program(program, case)
    below: dict[int | None, list[int]] = {}
    for place, event in enumerate(events):
        below.setdefault(event.above, []).append(place)
    steps: list[Step] = []

    def follow(place: int) -> None:
        _, number, alpha, beta, value = events[place]
        node = tree.nodes[number]
        if node.is_leaf:
            steps.append(Step("leaf", node.name, value=value))
            return
        steps.append(Step("come", node.name, alpha, beta))
        for child in below.get(place, ()):
            follow(child)
        steps.append(Step("leave", node.name, value=value))

    for root in below[None]:
        follow(root)
    return steps
