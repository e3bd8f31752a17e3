"""A node is cut off before the value that caused the cut is kept."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-before-value-kept",
    sentence="A node is cut off before the value that caused the cut is kept.",
    why=(
        "The node returns the best value it had before. The level above then believes that the move is better "
        "for it than it is."
    ),
    right="best = max(best, value); if best >= beta: break",
    wrong="if value >= beta: break; best = max(best, value)",
    bases=("alphabeta", "negamax_alphabeta"),
    versions=(
        (
            Edit(
                "            if value > best:\n",
                ("            if value >= beta:\n                break\n            if value > best:\n"),
            ),
            Edit(
                "            if value < best:\n",
                ("            if value <= alpha:\n                break\n            if value < best:\n"),
            ),
        ),
        (
            Edit(
                "        if value > best:\n",
                ("        if value >= beta:\n            break\n        if value > best:\n"),
            ),
        ),
    ),
)
