"""The search begins at Min although Max is to move, or the other way round."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="root-calls-min",
    sentence="The search begins at Min although Max is to move, or the other way round.",
    why="The first call names the wrong side. Every level below is then the wrong side as well.",
    right="value = minimax(root, depth, maximizing=True)",
    wrong="value = minimax(root, depth, maximizing=False)",
    bases=("minimax", "alphabeta", "negamax"),
    in_first_call="side",
    versions=(
        (
            Edit(
                "def minimax(node: Node, depth: int, maximizing: bool) -> Answer:",
                (
                    "def minimax(node, depth, maximizing):\n"
                    "    return inner(node, depth, not maximizing)\n"
                    "\n"
                    "\n"
                    "def inner(node, depth, maximizing):"
                ),
            ),
            Edit("value, _ = minimax(", "value, _ = inner("),
        ),
        (
            Edit(
                "def alphabeta(node: Node, depth: int, alpha: float, beta: float, maximizing: bool) -> Answer:",
                (
                    "def alphabeta(node, depth, alpha, beta, maximizing):\n"
                    "    return inner(node, depth, alpha, beta, not maximizing)\n"
                    "\n"
                    "\n"
                    "def inner(node, depth, alpha, beta, maximizing):"
                ),
            ),
            Edit("value, _ = alphabeta(", "value, _ = inner("),
        ),
        (
            Edit(
                "def negamax(node: Node, depth: int, colour: int) -> Answer:",
                (
                    "def negamax(node, depth, colour):\n"
                    "    return inner(node, depth, -colour)\n"
                    "\n"
                    "\n"
                    "def inner(node, depth, colour):"
                ),
            ),
            Edit("value = -negamax(", "value = -inner("),
        ),
    ),
)
