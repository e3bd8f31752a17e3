"""What a textbook alpha-beta, right or with a fault of the doctor's, does on a tree of numbers, step by step."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import from_lists
from kibitz.doctor.faults.fault import find_library_fault
from kibitz.doctor.faults.program import Program, trace_program
from kibitz.exercises.common.number_trees import Lists, NamedNode, list_nodes

__all__ = ["BASE", "Step", "list_programs", "log_search"]

BASE = "alphabeta"  # the textbook search that faults are put into: fail-soft, Max and Min in a branch each


class Step(NamedTuple):
    """A step: the search comes to a node with a window, looks at a leaf, or leaves a node with a value."""

    what: str  # "come", "leaf" or "leave"
    node: str
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None


def list_programs(fault_id: str) -> list[Program]:
    """Alpha-beta with a fault, in all the ways in which people make it."""
    return [program for program in find_library_fault(fault_id).programs() if program.base == BASE]


def log_search(program: Program, lists: Lists, root: NamedNode) -> list[Step] | None:
    """The steps of a program; None if it fails. `root`: of the same tree, for the names."""
    case = Case("exercise", from_lists(lists), None, root.is_max)
    if program.observe(case).error:
        return None
    nodes = list(list_nodes(root))  # in reading order, as the examination numbers them
    events = trace_program(program, case)
    below: dict[int | None, list[int]] = {}
    for place, event in enumerate(events):
        below.setdefault(event[0], []).append(place)
    steps: list[Step] = []

    def follow(place: int) -> None:
        _, number, alpha, beta, value = events[place]
        node = nodes[number]
        if node.value is not None:
            steps.append(Step("leaf", node.name, value=value))
            return
        steps.append(Step("come", node.name, alpha, beta))
        for child in below.get(place, ()):
            follow(child)
        steps.append(Step("leave", node.name, value=value))

    roots: Any = below.get(None, ())
    for place in roots:
        follow(place)
    return steps
