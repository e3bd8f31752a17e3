"""A value from the table is used whatever its depth and whatever kind of bound it is."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="table-bound-and-depth-ignored",
    sentence="A value from the table is used whatever its depth and whatever kind of bound it is.",
    why=("An entry helps only if it was searched deep enough, and if it is exact or its bound closes the window."),
    right="if entry.depth >= depth and entry is exact: return entry.value",
    wrong="if position in table: return entry.value",
    bases=("table", "negamax_table"),
    versions=(
        (
            Edit("if deep >= depth:", "if True:"),
            Edit(
                (
                    'if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= '
                    "alpha):"
                ),
                "if True:",
            ),
        ),
    ),
)
