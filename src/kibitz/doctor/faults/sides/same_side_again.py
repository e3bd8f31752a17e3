"""The tree below the root begins with the side that has just moved."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="same-side-again",
    sentence="The tree below the root begins with the side that has just moved.",
    why=(
        "After the first move the same side moves again, so the search sees two moves of its own in a row and "
        "no reply to the first."
    ),
    right="value = minimax(child, depth - 1, not maximizing)",
    wrong="value = minimax(child, depth - 1, maximizing)   # at the root",
    bases=("minimax", "alphabeta", "alphabeta_hard"),
    versions=(
        (
            Edit("depth - 1, False)", "depth - 1, node.ply == 0)"),
            Edit("depth - 1, True)", "depth - 1, node.ply != 0)"),
        ),
        (
            Edit("beta, False)", "beta, node.ply == 0)"),
            Edit("beta, True)", "beta, node.ply != 0)"),
        ),
    ),
)
