"""A move that beats the null window is not searched again."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="null-window-not-searched-again",
    sentence="A move that beats the null window is not searched again.",
    why="A search in a window of no width says only that the move is better, not by how much.",
    right="if alpha < value < beta: search again with the open window",
    wrong="(missing)",
    bases=("pvs",),
    versions=(
        (
            Edit(
                (
                    "            if alpha < value < beta:\n"
                    "                value = -pvs(child, depth - 1, -beta, -alpha, -colour)[0]\n"
                ),
                "",
            ),
        ),
        (
            Edit(
                (
                    "            if alpha < value < beta:\n"
                    "                value = -pvs(child, depth - 1, -beta, -alpha, -colour)[0]\n"
                ),
                "",
            ),
            Edit("    return best, move", "    return alpha, move"),
        ),
    ),
)
