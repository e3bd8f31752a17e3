"""The root chooses for the wrong side; the levels below it are right."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="min-max-swapped-at-root",
    sentence="The root chooses for the wrong side; the levels below it are right.",
    why="The values of the children are right, but the root takes the one that is best for the opponent.",
    right="at the root: keep the child with the greatest value",
    wrong="at the root: keep the child with the smallest value",
    bases=("minimax", "negamax"),
    versions=(
        (
            Edit("    if maximizing:\n", "    if maximizing != (node.ply == 0):\n"),
            Edit("depth - 1, False)", "depth - 1, node.ply == 0)"),
            Edit("depth - 1, True)", "depth - 1, node.ply != 0)"),
        ),
        (
            Edit("            if value > best:", "            if value > best if node.ply else value < best:"),
            Edit("best, move = -INFINITY, None", "best, move = (-INFINITY if node.ply else INFINITY), None"),
            Edit("            if value < best:", "            if value < best if node.ply else value > best:"),
            Edit("best, move = INFINITY, None", "best, move = (INFINITY if node.ply else -INFINITY), None"),
        ),
        (
            Edit("if value > best:", "if value > best if node.ply else value < best:"),
            Edit("best, move = -INFINITY, None", "best, move = (-INFINITY if node.ply else INFINITY), None"),
        ),
    ),
)
