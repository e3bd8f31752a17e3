"""The values of the children are added up instead of compared."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="values-added",
    sentence="The values of the children are added up instead of compared.",
    why="The value of a node is that of its best child, not the sum of all.",
    right="best = max(best, value)",
    wrong="best = best + value",
    bases=("minimax",),
    versions=(
        (
            Edit("best, move = -INFINITY", "best, move = 0"),
            Edit("best, move = INFINITY", "best, move = 0"),
            Edit(("if value > best:\n                best, move = value, index"), "best, move = best + value, index"),
            Edit(("if value < best:\n                best, move = value, index"), "best, move = best + value, index"),
        ),
    ),
)
