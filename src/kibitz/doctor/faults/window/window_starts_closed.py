"""The search begins with the window the wrong way round: alpha at plus and beta at minus infinity."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-starts-closed",
    sentence="The search begins with the window the wrong way round: alpha at plus and beta at minus infinity.",
    why="Alpha is above beta from the start, so every node stops after its first child.",
    right="alphabeta(root, depth, -infinity, +infinity)",
    wrong="alphabeta(root, depth, +infinity, -infinity)",
    bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
    in_first_call="window",
    versions=(
        (
            Edit(
                "    if depth == 0 or",
                ("    if node.ply == 0:\n        alpha, beta = INFINITY, -INFINITY\n    if depth == 0 or"),
            ),
        ),
    ),
)
