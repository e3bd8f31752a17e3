"""The colour is not switched for the children."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="negamax-colour-not-switched",
    sentence="The colour is not switched for the children.",
    why="All leaves are then seen from the side of the root, whoever is to move there.",
    right="value = -negamax(child, depth - 1, -colour)",
    wrong="value = -negamax(child, depth - 1, colour)",
    bases=("negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("-colour)", "colour)"),),),
)
