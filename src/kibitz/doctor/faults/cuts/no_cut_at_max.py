"""A Max node is never cut off."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="no-cut-at-max",
    sentence="A Max node is never cut off.",
    why=("The test is missing in the Max branch, or stands behind its loop, where there is nothing left to save."),
    right="if maximizing: if alpha >= beta: break",
    wrong="(missing, or behind the loop)",
    bases=("alphabeta", "alphabeta_hard", "ordered"),
    costs_only=True,
    versions=(
        (Edit(("            if alpha >= beta:\n                break\n"), ""),),
        (Edit(("            if alpha >= beta:\n                return beta, move\n"), ""),),
    ),
)
