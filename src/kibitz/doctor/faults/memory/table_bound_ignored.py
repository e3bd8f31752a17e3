"""A value from the table is taken for exact although it is only a bound."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="table-bound-ignored",
    sentence="A value from the table is taken for exact although it is only a bound.",
    why="Where a node was cut off, only a bound is known. In another window that is not its value.",
    right="if entry is exact, or its bound closes the window: return entry.value",
    wrong="return entry.value",
    bases=("table", "negamax_table"),
    versions=(
        (
            Edit(
                (
                    'if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= '
                    "alpha):"
                ),
                "if True:",
            ),
        ),
        (
            Edit(
                (
                    'if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= '
                    "alpha):"
                ),
                "if True:",
            ),
            Edit("if deep >= depth:", "if deep == depth:"),
        ),
    ),
)
