"""A node passes on only the bound of the other side, not its own."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="bound-of-other-side-not-passed",
    sentence="A node passes on only the bound of the other side, not its own.",
    why="What the node itself has found so far is not passed on, so its children cannot be cut off by it.",
    right="value = alphabeta(child, depth - 1, alpha, beta, …)",
    wrong="value = alphabeta(child, depth - 1, -infinity, beta, …)",
    bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
    costs_only=True,
    versions=(
        (
            Edit("depth - 1, alpha, beta, False", "depth - 1, -INFINITY, beta, False"),
            Edit("depth - 1, alpha, beta, True", "depth - 1, alpha, INFINITY, True"),
        ),
        (Edit("-beta, -alpha, -colour", "-beta, INFINITY, -colour"),),
    ),
)
