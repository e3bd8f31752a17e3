"""The window is swapped for a child but not negated."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-swapped-not-negated",
    sentence="The window is swapped for a child but not negated.",
    why="In negamax the child's values belong to the other side, so the window has to be (-beta, -alpha).",
    right="value = -negamax(child, depth - 1, -beta, -alpha)",
    wrong="value = -negamax(child, depth - 1, beta, alpha)",
    bases=("negamax_alphabeta", "negamax_hard"),
    versions=((Edit("-beta, -alpha, -colour", "beta, alpha, -colour"),),),
)
