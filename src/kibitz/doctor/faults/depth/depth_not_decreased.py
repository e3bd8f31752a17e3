"""The depth is passed on unchanged."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="depth-not-decreased",
    sentence="The depth is passed on unchanged.",
    why=("The horizon is never reached: the search goes to the end of the tree, or without end where there is none."),
    right="value = minimax(child, depth - 1, …)",
    wrong="value = minimax(child, depth, …)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("depth - 1", "depth"),),),
)
