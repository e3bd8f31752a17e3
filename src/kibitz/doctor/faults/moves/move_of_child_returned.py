"""The move returned is that of a deeper level."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="move-of-child-returned",
    sentence="The move returned is that of a deeper level.",
    why="The recursive call returns a move as well, and it overwrites the one of this node.",
    right="value, _ = minimax(child, …)",
    wrong="value, move = minimax(child, …)",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=(
        (Edit("value, _ = minimax(", "value, move = minimax("),),
        (Edit("value, _ = alphabeta(", "value, move = alphabeta("),),
        (
            Edit("value = -negamax(child, depth - 1, -colour)[0]", "value, move = negamax(child, depth - 1, -colour)"),
            Edit("        if value > best", "        value = -value\n        if value > best"),
        ),
        (
            Edit(
                "value = -negamax_alphabeta(child, depth - 1, -beta, -alpha, -colour)[0]",
                "value, move = negamax_alphabeta(child, depth - 1, -beta, -alpha, -colour)",
            ),
            Edit("        if value > best", "        value = -value\n        if value > best"),
        ),
        (
            Edit(
                (
                    "value, _ = minimax(child, depth - 1, False)\n"
                    "            if value > best:\n"
                    "                best, move = value, index"
                ),
                (
                    "value, deeper = minimax(child, depth - 1, False)\n"
                    "            if value > best:\n"
                    "                best, move = value, index if deeper is None else deeper"
                ),
            ),
            Edit(
                (
                    "value, _ = minimax(child, depth - 1, True)\n"
                    "            if value < best:\n"
                    "                best, move = value, index"
                ),
                (
                    "value, deeper = minimax(child, depth - 1, True)\n"
                    "            if value < best:\n"
                    "                best, move = value, index if deeper is None else deeper"
                ),
            ),
        ),
        (
            Edit(
                (
                    "value, _ = minimax(child, depth - 1, False)\n"
                    "            if value > best:\n"
                    "                best, move = value, index"
                ),
                ("value, move = minimax(child, depth - 1, False)\n            best = max(best, value)"),
            ),
            Edit(
                (
                    "value, _ = minimax(child, depth - 1, True)\n"
                    "            if value < best:\n"
                    "                best, move = value, index"
                ),
                ("value, move = minimax(child, depth - 1, True)\n            best = min(best, value)"),
            ),
        ),
    ),
)
