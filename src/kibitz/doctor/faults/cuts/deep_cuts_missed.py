"""A node passes on only its own bound, so that nothing is cut off two or more plies below."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="deep-cuts-missed",
    sentence="A node passes on only its own bound, so that nothing is cut off two or more plies below.",
    why="What a node further up has found bounds all that lies below it, so the whole window has to be passed on.",
    right="value = alphabeta(child, depth - 1, alpha, beta, …)",
    wrong="value = alphabeta(child, depth - 1, alpha, infinity, …)",
    bases=("alphabeta", "negamax_alphabeta"),
    costs_only=True,
    versions=(
        (
            Edit("depth - 1, alpha, beta, False", "depth - 1, alpha, INFINITY, False"),
            Edit("depth - 1, alpha, beta, True", "depth - 1, -INFINITY, beta, True"),
        ),
        (Edit("-beta, -alpha, -colour", "-INFINITY, -alpha, -colour"),),
        (
            Edit("depth - 1, alpha, beta, False", "depth - 1, best, INFINITY, False"),
            Edit("depth - 1, alpha, beta, True", "depth - 1, -INFINITY, best, True"),
        ),
        (Edit("-beta, -alpha, -colour", "-INFINITY, -best, -colour"),),
    ),
)
