"""The depth is never tested."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="depth-ignored",
    sentence="The depth is never tested.",
    why="The search goes to the leaves of the tree whatever depth it was asked for.",
    right="if depth == 0 or is_terminal(node)",
    wrong="if is_terminal(node)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("if depth == 0 or not", "if not"),),),
)
