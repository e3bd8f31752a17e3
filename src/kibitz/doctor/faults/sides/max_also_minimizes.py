"""Max takes the smallest value too."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="max-also-minimizes",
    sentence="Max takes the smallest value too.",
    why="Both sides are searched as if they wanted the same, so the value is far too low.",
    right="if maximizing: best = max(best, value)",
    wrong="if maximizing: best = min(best, value)",
    bases=("minimax", "alphabeta"),
    versions=(
        (
            Edit("if value > best:", "if value < best:"),
            Edit("best, move = -INFINITY", "best, move = INFINITY"),
        ),
        (Edit("if value > best:", "if value < best:", 0),),
    ),
)
