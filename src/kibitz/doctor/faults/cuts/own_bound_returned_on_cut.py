"""A node that is cut off returns its own old bound instead of the value that caused the cut."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="own-bound-returned-on-cut",
    sentence="A node that is cut off returns its own old bound instead of the value that caused the cut.",
    why=(
        "Max must return at least beta after a cut. Less makes the level above believe that the move is "
        "better for it than it is."
    ),
    right="if alpha >= beta: return beta",
    wrong="if alpha >= beta: return alpha as it was",
    bases=("alphabeta_hard", "alphabeta"),
    versions=(
        (
            Edit(
                ("if alpha >= beta:\n                return beta, move"),
                ("if alpha >= beta:\n                return 0, move"),
            ),
            Edit(
                ("if beta <= alpha:\n            return alpha, move"), "if beta <= alpha:\n            return 0, move"
            ),
        ),
        (
            Edit(
                "        for index, child in enumerate(node.children):",
                ("        low, high = alpha, beta\n        for index, child in enumerate(node.children):"),
            ),
            Edit("if alpha >= beta:\n                break", ("if alpha >= beta:\n                return low, move")),
            Edit("if beta <= alpha:\n                break", ("if beta <= alpha:\n                return high, move")),
        ),
    ),
)
