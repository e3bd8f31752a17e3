"""The value is right, but the move returned is the worst one."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="worst-move-returned",
    sentence="The value is right, but the move returned is the worst one.",
    why="The move is stored where the value is worse.",
    right="if value > best: move = child",
    wrong="if value < worst: move = child",
    bases=("minimax",),
    versions=(
        (
            Edit(
                "    return best, move",
                (
                    "    if node.ply == 0:\n"
                    "        return best, (min if maximizing else max)(range(len(node.children)), key=lambda i: "
                    "minimax(node.children[i], depth - 1, not maximizing)[0])\n"
                    "    return best, move"
                ),
            ),
        ),
    ),
)
