"""The window is negated for a child but not swapped."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-not-swapped",
    sentence="The window is negated for a child but not swapped.",
    why=("For the other side alpha and beta change places. A window with alpha above beta cuts at the first child."),
    right="value = -negamax(child, depth - 1, -beta, -alpha)",
    wrong="value = -negamax(child, depth - 1, -alpha, -beta)",
    bases=("negamax_alphabeta", "negamax_hard"),
    versions=((Edit("-beta, -alpha, -colour", "-alpha, -beta, -colour"),),),
)
