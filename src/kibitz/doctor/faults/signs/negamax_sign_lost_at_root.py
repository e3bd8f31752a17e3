"""The root does not negate the values of its children; the levels below do."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="negamax-sign-lost-at-root",
    sentence="The root does not negate the values of its children; the levels below do.",
    why=(
        "The values of the root's children belong to the opponent, so the program plays the move that is best "
        "for the opponent."
    ),
    right="at the root: value = -negamax(child, …)",
    wrong="at the root: value = negamax(child, …)",
    bases=("negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("value = -negamax", "value = (1 if node.ply == 0 else -1) * negamax"),),),
)
