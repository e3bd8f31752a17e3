"""The side to move is never switched: every level is searched for the side at the root."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="side-never-switched",
    sentence="The side to move is never switched: every level is searched for the side at the root.",
    why="The opponent is taken to play the program's moves for it, so the value is the best leaf of all.",
    right="value = minimax(child, depth - 1, not maximizing)",
    wrong="value = minimax(child, depth - 1, maximizing)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "table", "killer"),
    versions=(
        (
            Edit("depth - 1, False)", "depth - 1, True)"),
            Edit("depth - 1, True)", "depth - 1, False)", 1),
        ),
        (
            Edit("beta, False)", "beta, True)"),
            Edit("beta, True)", "beta, False)", 1),
        ),
        (Edit("not maximizing", "maximizing"),),
    ),
)
