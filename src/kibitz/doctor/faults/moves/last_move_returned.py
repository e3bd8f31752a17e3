"""The last move looked at is returned, not the best one."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="last-move-returned",
    sentence="The last move looked at is returned, not the best one.",
    why="The move is stored for every child, not only where the value is better.",
    right="if value > best: best, move = value, child",
    wrong="move = child; if value > best: best = value",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=(
        (
            Edit(
                ("            if value > best:\n                best, move = value, index"),
                ("            move = index\n            best = max(best, value)"),
            ),
            Edit(
                ("            if value < best:\n                best, move = value, index"),
                ("            move = index\n            best = min(best, value)"),
            ),
        ),
        (
            Edit(
                ("        if value > best:\n            best, move = value, index"),
                ("        move = index\n        best = max(best, value)"),
            ),
        ),
    ),
)
