"""The value of the last child is kept, not the best one."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="last-child-kept",
    sentence="The value of the last child is kept, not the best one.",
    why="Every child overwrites the value of the one before without a comparison.",
    right="best = max(best, value)",
    wrong="best = value",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=(
        (
            Edit(("if value > best:\n                best, move = value, index"), "best, move = value, index"),
            Edit(("if value < best:\n                best, move = value, index"), "best, move = value, index"),
        ),
        (Edit(("if value > best:\n            best, move = value, index"), "best, move = value, index"),),
    ),
)
