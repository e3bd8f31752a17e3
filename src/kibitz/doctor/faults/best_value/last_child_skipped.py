"""The last child of a node is never looked at."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="last-child-skipped",
    sentence="The last child of a node is never looked at.",
    why="The loop ends one child too early.",
    right="for i in range(0, n)",
    wrong="for i in range(0, n - 1)",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
    versions=(
        (Edit("enumerate(node.children):", "list(enumerate(node.children))[:-1]:"),),
        (Edit("enumerate(node.children):", "list(enumerate(node.children))[:-1] or list(enumerate(node.children)):"),),
        (Edit("enumerate(node.children):", "list(enumerate(node.children))[:-1]:", 1),),
        (Edit("enumerate(node.children):", "list(enumerate(node.children))[:-1]:", 0),),
    ),
)
