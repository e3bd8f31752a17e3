"""Beta is never lowered at a Min node."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="beta-never-lowered",
    sentence="Beta is never lowered at a Min node.",
    why="What Min has found is forgotten, so Max nodes below are never cut off.",
    right="beta = min(beta, best)",
    wrong="(missing)",
    bases=("alphabeta", "ordered"),
    costs_only=True,
    versions=((Edit("            beta = min(beta, best)\n", ""),),),
)
