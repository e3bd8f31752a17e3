"""The depth is decreased inside the loop, so each sibling is searched less deep than the one before."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

GLOBAL = "    if node.ply == 0:\n        shared['depth'] = depth\n"  # one variable for all nodes, never set back

FAULT = Fault(
    id="depth-shared-by-siblings",
    sentence="The depth is decreased for every sibling, so each is searched less deep than the one before.",
    why="The variable is changed inside the loop, or is one for all nodes. It should be changed only in the call.",
    right="for child: value = minimax(child, depth - 1, …)",
    wrong="for child: depth = depth - 1; value = minimax(child, depth, …)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (
            Edit("depth - 1", "depth - 1 - index"),
            Edit("if depth == 0 or", "if depth <= 0 or"),
        ),
        (Edit("depth - 1", "depth - 1 - index"),),
        (
            Edit("    if depth == 0 or", f"{GLOBAL}    if shared['depth'] == 0 or"),
            Edit("    best, move = -INFINITY", "    shared['depth'] -= 1\n    best, move = -INFINITY"),
            Edit("colour * node.evaluate()", "colour * node.evaluate()"),
        ),
        (
            Edit("    if depth == 0 or", f"{GLOBAL}    if shared['depth'] == 0 or"),
            Edit("    if maximizing:\n        best", "    shared['depth'] -= 1\n    if maximizing:\n        best"),
        ),
    ),
)
