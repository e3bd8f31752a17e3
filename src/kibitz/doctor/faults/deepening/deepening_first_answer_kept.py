"""Deepening keeps the answer of depth 1."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="deepening-first-answer-kept",
    sentence="Deepening keeps the answer of depth 1.",
    why="The answer of the deepest finished iteration is the one to return.",
    right="answer = search(root, depth)",
    wrong="answer = answer or search(root, depth)",
    bases=("deepening",),
    versions=(
        (
            Edit(
                ("    for limit in range(2, depth + 1):\n        answer = "),
                ("    for limit in range(2, depth + 1):\n        _ = "),
            ),
        ),
    ),
)
