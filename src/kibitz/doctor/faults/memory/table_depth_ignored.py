"""A value from the table is used although it comes from a search that was less deep."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="table-depth-ignored",
    sentence="A value from the table is used although it comes from a search that was less deep.",
    why="An entry helps only if it was searched at least as deep as is asked for now.",
    right="if entry.depth >= depth: return entry.value",
    wrong="return entry.value",
    bases=("table", "negamax_table", "memo"),
    versions=(
        (Edit("if deep >= depth:", "if True:"),),
        (Edit("if deep >= depth:", "if deep <= depth:"),),
    ),
)
