"""Neither alpha nor beta is ever changed."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-never-narrowed",
    sentence="Neither alpha nor beta is ever changed.",
    why="The window stays as wide as it was at the root, so nothing is ever cut off.",
    right="alpha = max(alpha, best)",
    wrong="(missing)",
    bases=("alphabeta", "negamax_alphabeta"),
    costs_only=True,
    versions=(
        (
            Edit("            alpha = max(alpha, best)\n", ""),
            Edit("            beta = min(beta, best)\n", ""),
        ),
        (Edit("        alpha = max(alpha, best)\n", ""),),
    ),
)
