"""The root gives every child the full window."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="no-pruning-at-root",
    sentence="The root gives every child the full window.",
    why=(
        "What the first moves are worth is not passed on to the later ones, so they are searched as if "
        "nothing was known."
    ),
    right="at the root: value = alphabeta(child, depth - 1, alpha, beta, …)",
    wrong="at the root: value = alphabeta(child, depth - 1, -infinity, +infinity, …)",
    bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
    costs_only=True,
    versions=(
        (
            Edit("depth - 1, alpha, beta, False", "depth - 1, alpha if node.ply else -INFINITY, beta, False"),
            Edit("depth - 1, alpha, beta, True", "depth - 1, alpha, beta if node.ply else INFINITY, True"),
        ),
        (Edit("-beta, -alpha, -colour", "-beta, -alpha if node.ply else INFINITY, -colour"),),
    ),
)
