"""The search begins with alpha or beta at 0 instead of infinity."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-starts-at-zero",
    sentence="The search begins with alpha or beta at 0 instead of infinity.",
    why=(
        "At the root nothing is known, so the window must be open. From 0, values on the other side of 0 are cut off."
    ),
    right="alphabeta(root, depth, -infinity, +infinity)",
    wrong="alphabeta(root, depth, 0, +infinity)",
    bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
    in_first_call="window",
    versions=(
        (
            Edit(
                "    if depth == 0 or",
                ("    if node.ply == 0:\n        alpha, beta = 0, INFINITY\n    if depth == 0 or"),
            ),
        ),
        (
            Edit(
                "    if depth == 0 or",
                ("    if node.ply == 0:\n        alpha, beta = -INFINITY, 0\n    if depth == 0 or"),
            ),
        ),
    ),
)
