"""Min takes the greatest value too."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="min-also-maximizes",
    sentence="Min takes the greatest value too.",
    why="Both sides are searched as if they wanted the same, so the value is far too high.",
    right="else: best = min(best, value)",
    wrong="else: best = max(best, value)",
    bases=("minimax", "alphabeta"),
    versions=(
        (
            Edit("if value < best:", "if value > best:"),
            Edit("best, move = INFINITY", "best, move = -INFINITY"),
        ),
        (
            Edit("if value < best:", "if value > best:"),
            Edit("best, move = INFINITY", "best, move = -INFINITY"),
            Edit("beta = min(beta, best)", "beta = max(beta, best)"),
        ),
        (Edit("if value < best:", "if value > best:"),),
    ),
)
