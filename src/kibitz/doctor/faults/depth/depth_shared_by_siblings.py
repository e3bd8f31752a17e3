"""The depth is decreased inside the loop, so each sibling is searched less deep than the one before."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="depth-shared-by-siblings",
    sentence="The depth is decreased inside the loop, so each sibling is searched less deep than the one before.",
    why="The variable is changed for every child. It should be changed once, or only in the call.",
    right="for child: value = minimax(child, depth - 1, …)",
    wrong="for child: depth = depth - 1; value = minimax(child, depth, …)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (
            Edit("depth - 1", "depth - 1 - index"),
            Edit("if depth == 0 or", "if depth <= 0 or"),
        ),
        (Edit("depth - 1", "depth - 1 - index"),),
    ),
)
