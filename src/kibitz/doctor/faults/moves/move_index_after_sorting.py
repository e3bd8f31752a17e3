"""The move returned is the place in the sorted list, not the move."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="move-index-after-sorting",
    sentence="The move returned is the place in the sorted list, not the move.",
    why="The children were sorted before the loop, so the loop counter no longer says which move it is.",
    right="best_move = child.move",
    wrong="best_move = loop counter",
    bases=("ordered",),
    versions=(
        (
            Edit("for _, child in", "for index, child in"),
            Edit("best, move = value, child.place", "best, move = value, index"),
        ),
    ),
)
