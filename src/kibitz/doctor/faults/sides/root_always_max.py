"""The root takes the greatest value, whoever is to move."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="root-always-max",
    sentence="The root takes the greatest value, whoever is to move.",
    why="Where Min is to move at the root, the program plays the move that is best for Max.",
    right="if maximizing: keep the greatest, else: keep the smallest",
    wrong="keep the greatest",
    bases=("minimax",),
    versions=(
        (
            Edit("            if value < best:", "            if value < best if node.ply else value > best:"),
            Edit("best, move = INFINITY, None", "best, move = (INFINITY if node.ply else -INFINITY), None"),
        ),
    ),
)
