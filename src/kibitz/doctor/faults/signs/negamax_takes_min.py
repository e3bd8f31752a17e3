"""Negamax takes the smallest of the negated values."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="negamax-takes-min",
    sentence="Negamax takes the smallest of the negated values.",
    why="Every level of negamax maximizes; the negation already stands for the other side.",
    right="best = max(best, -value)",
    wrong="best = min(best, -value)",
    bases=("negamax", "negamax_alphabeta"),
    versions=(
        (
            Edit("if value > best:", "if value < best:"),
            Edit("best, move = -INFINITY", "best, move = INFINITY"),
        ),
    ),
)
