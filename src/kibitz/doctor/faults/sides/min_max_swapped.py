"""Max and Min are swapped: Max takes the smallest value and Min the greatest."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="min-max-swapped",
    sentence="Max and Min are swapped: Max takes the smallest value and Min the greatest.",
    why="Every node chooses what is best for the other side, so the program plays for its opponent.",
    right="if maximizing: best = max(best, value)",
    wrong="if maximizing: best = min(best, value)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "ordered", "table", "killer", "negamax"),
    versions=(
        (
            Edit("    if maximizing:\n", "    if not maximizing:\n"),
            Edit("False)", "@@)"),
            Edit("True)", "False)"),
            Edit("@@)", "True)"),
        ),
        (
            Edit("if value > best:", "if value < best:"),
            Edit("best, move = -INFINITY", "best, move = INFINITY"),
        ),
        (
            Edit("-INFINITY, None) if maximizing else (INFINITY", "INFINITY, None) if maximizing else (-INFINITY"),
            Edit("value > best if maximizing else value < best", "value < best if maximizing else value > best"),
            Edit("if maximizing:\n            alpha", "if not maximizing:\n            alpha"),
        ),
    ),
)
