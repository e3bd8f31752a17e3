"""Alpha is never raised at a Max node."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="alpha-never-raised",
    sentence="Alpha is never raised at a Max node.",
    why="What Max has found is forgotten, so Min nodes below are never cut off.",
    right="alpha = max(alpha, best)",
    wrong="(missing)",
    bases=("alphabeta", "ordered"),
    costs_only=True,
    versions=((Edit("            alpha = max(alpha, best)\n", ""),),),
)
