"""The children of a Min node are searched as Min nodes."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="child-of-min-is-min",
    sentence="The children of a Min node are searched as Min nodes.",
    why="Only one of the two branches switches the side, so once Min has moved Max never moves again.",
    right="else: value = minimax(child, depth - 1, True)",
    wrong="else: value = minimax(child, depth - 1, False)",
    bases=("minimax", "alphabeta", "alphabeta_hard"),
    versions=(
        (Edit("depth - 1, True)", "depth - 1, False)"),),
        (Edit("beta, True)", "beta, False)"),),
    ),
)
