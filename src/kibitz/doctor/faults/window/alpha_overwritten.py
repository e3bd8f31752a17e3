"""Alpha and beta are set to the value of the last child instead of the best so far."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="alpha-overwritten",
    sentence="Alpha and beta are set to the value of the last child instead of the best so far.",
    why=(
        "A worse child widens the window again: less is cut off, and where alpha or beta is returned, it is "
        "the wrong value."
    ),
    right="alpha = max(alpha, value)",
    wrong="alpha = value",
    bases=("alphabeta", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
    versions=(
        (
            Edit("alpha = max(alpha, best)", "alpha = value"),
            Edit("beta = min(beta, best)", "beta = value"),
        ),
        (Edit("alpha = max(alpha, best)", "alpha = value"),),
        (
            Edit(("if value > alpha:\n                alpha, move = value, index"), "alpha, move = value, index"),
            Edit(("if value < beta:\n            beta, move = value, index"), "beta, move = value, index"),
        ),
        (Edit(("if value > alpha:\n            alpha, move = value, index"), "alpha, move = value, index"),),
    ),
)
