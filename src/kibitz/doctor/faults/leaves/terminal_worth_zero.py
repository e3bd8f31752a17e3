"""A game that is over before the horizon is worth 0."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="terminal-worth-zero",
    sentence="A game that is over before the horizon is worth 0.",
    why="The end of a game is the one thing that is known for certain, and it has to be evaluated as such.",
    right="if is_terminal(node): return evaluate(node)",
    wrong="if is_terminal(node): return 0",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (
            Edit(
                "    if depth == 0 or not",
                ("    if depth > 0 and not node.children:\n        return 0, None\n    if depth == 0 or not"),
            ),
        ),
    ),
)
