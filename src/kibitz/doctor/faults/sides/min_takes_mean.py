"""Min takes the mean of the values instead of the smallest."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="min-takes-mean",
    sentence="Min takes the mean of the values instead of the smallest.",
    why="That is expectimax: it is right against a player who moves at random, not against an opponent.",
    right="else: best = min(best, value)",
    wrong="else: best = mean of the values",
    bases=("minimax",),
    versions=(
        (
            Edit(
                ("if value < best:\n                best, move = value, index"),
                "best, move = (0 if index == 0 else best) + value / len(node.children), index",
            ),
        ),
    ),
)
