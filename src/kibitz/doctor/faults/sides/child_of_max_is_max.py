"""The children of a Max node are searched as Max nodes."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="child-of-max-is-max",
    sentence="The children of a Max node are searched as Max nodes.",
    why="Only one of the two branches switches the side, so once Max has moved Min never moves again.",
    right="if maximizing: value = minimax(child, depth - 1, False)",
    wrong="if maximizing: value = minimax(child, depth - 1, True)",
    bases=("minimax", "alphabeta", "alphabeta_hard"),
    versions=(
        (Edit("depth - 1, False)", "depth - 1, True)"),),
        (Edit("beta, False)", "beta, True)"),),
    ),
)
