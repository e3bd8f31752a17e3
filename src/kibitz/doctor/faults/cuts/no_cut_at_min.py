"""A Min node is never cut off."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="no-cut-at-min",
    sentence="A Min node is never cut off.",
    why=("The test is missing in the Min branch, or stands behind its loop, where there is nothing left to save."),
    right="else: if beta <= alpha: break",
    wrong="(missing, or behind the loop)",
    bases=("alphabeta", "alphabeta_hard", "ordered"),
    costs_only=True,
    versions=(
        (Edit(("            if beta <= alpha:\n                break\n"), ""),),
        (Edit(("        if beta <= alpha:\n            return alpha, move\n"), ""),),
    ),
)
