"""A node that is cut off returns infinity."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-returns-infinity",
    sentence="A node that is cut off returns infinity.",
    why="The value after a cut must be one that the node can really reach, or the window above is wrong.",
    right="if alpha >= beta: return best",
    wrong="if alpha >= beta: return infinity",
    bases=("alphabeta",),
    versions=(
        (
            Edit(
                "if alpha >= beta:\n                break",
                ("if alpha >= beta:\n                return -INFINITY, move"),
            ),
            Edit(
                "if beta <= alpha:\n                break", ("if beta <= alpha:\n                return INFINITY, move")
            ),
        ),
    ),
)
