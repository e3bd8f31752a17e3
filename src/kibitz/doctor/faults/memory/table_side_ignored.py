"""The table does not distinguish who is to move."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="table-side-ignored",
    sentence="The table does not distinguish who is to move.",
    why="The same position with the other side to move has another value.",
    right="key = (position, side to move)",
    wrong="key = position",
    bases=("table", "negamax_table", "memo"),
    versions=(
        (Edit("key = (node.number, maximizing)", "key = (node.number, True)"),),
        (Edit("key = (node.number, colour)", "key = (node.number, 1)"),),
    ),
)
