"""Max and Min have a branch each, and the value of a child is negated as well."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="both-branches-negated",
    sentence="Max and Min have a branch each, and the value of a child is negated as well.",
    why=("Minimax with two branches and negamax are mixed: where Max and Min have a branch each, nothing is negated."),
    right="value = minimax(child, …)",
    wrong="value = -minimax(child, …)",
    bases=("minimax", "alphabeta"),
    versions=(
        (
            Edit("value, _ = minimax(child, depth - 1, False)", "value = -minimax(child, depth - 1, False)[0]"),
            Edit("value, _ = minimax(child, depth - 1, True)", "value = -minimax(child, depth - 1, True)[0]"),
        ),
        (
            Edit(
                "value, _ = alphabeta(child, depth - 1, alpha, beta, False)",
                "value = -alphabeta(child, depth - 1, alpha, beta, False)[0]",
            ),
            Edit(
                "value, _ = alphabeta(child, depth - 1, alpha, beta, True)",
                "value = -alphabeta(child, depth - 1, alpha, beta, True)[0]",
            ),
        ),
    ),
)
