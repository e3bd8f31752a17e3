"""The children are searched with the full window."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-not-passed",
    sentence="The children are searched with the full window.",
    why=("Alpha and beta are not passed on, so no node knows what was found above it, and nothing is ever cut off."),
    right="value = alphabeta(child, depth - 1, alpha, beta, …)",
    wrong="value = alphabeta(child, depth - 1, -infinity, +infinity, …)",
    bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
    costs_only=True,
    versions=(
        (Edit("depth - 1, alpha, beta,", "depth - 1, -INFINITY, INFINITY,"),),
        (Edit("-beta, -alpha, -colour", "-INFINITY, INFINITY, -colour"),),
    ),
)
