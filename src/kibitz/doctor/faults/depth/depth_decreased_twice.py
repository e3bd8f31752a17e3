"""The depth is decreased twice on the way to a child."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="depth-decreased-twice",
    sentence="The depth is decreased twice on the way to a child.",
    why="The search looks half as far as it was asked to.",
    right="value = minimax(child, depth - 1, …)",
    wrong="depth = depth - 1; value = minimax(child, depth - 1, …)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (
            Edit("depth - 1", "depth - 2"),
            Edit("if depth == 0 or", "if depth <= 0 or"),
        ),
    ),
)
