"""There is no cut at all."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-never-made",
    sentence="There is no cut at all.",
    why="The window is kept, but nobody stops when it is closed.",
    right="if alpha >= beta: break",
    wrong="(missing)",
    bases=("alphabeta", "negamax_alphabeta"),
    costs_only=True,
    versions=(
        (
            Edit(("            if beta <= alpha:\n                break\n"), ""),
            Edit(("            if alpha >= beta:\n                break\n"), ""),
        ),
        (Edit("        if alpha >= beta:\n            break\n", ""),),
    ),
)
