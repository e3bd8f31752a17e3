"""The deepest iteration is never searched."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FIRST = "answer = alphabeta(node, min(1, depth), -INFINITY, INFINITY, maximizing)"

FAULT = Fault(
    id="deepening-last-depth-missed",
    sentence="The deepest iteration is never searched.",
    why="The loop ends one depth too early.",
    right="for depth in 1 … max_depth",
    wrong="for depth in 1 … max_depth - 1",
    bases=("deepening",),
    versions=(
        (Edit("range(2, depth + 1)", "range(2, depth)"),),
        (Edit("range(2, depth + 1)", "range(1, depth)"), Edit(FIRST, "answer = (node.static, None)")),
        (Edit("range(2, depth + 1)", "range(1, depth)"), Edit(FIRST, "answer = None")),
    ),
)
