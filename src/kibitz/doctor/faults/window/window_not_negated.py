"""The window is passed to the child as it is, neither negated nor swapped."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-not-negated",
    sentence="The window is passed to the child as it is, neither negated nor swapped.",
    why="In negamax the child's values belong to the other side, so the window has to be (-beta, -alpha).",
    right="value = -negamax(child, depth - 1, -beta, -alpha)",
    wrong="value = -negamax(child, depth - 1, alpha, beta)",
    bases=("negamax_alphabeta", "negamax_hard"),
    versions=((Edit("-beta, -alpha, -colour", "alpha, beta, -colour"),),),
)
