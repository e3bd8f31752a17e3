"""The value of a child is not negated."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="negamax-sign-lost",
    sentence="The value of a child is not negated.",
    why="A child's value belongs to the other side; without the minus sign both sides want the same.",
    right="value = -negamax(child, …)",
    wrong="value = negamax(child, …)",
    bases=("negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (Edit("value = -negamax", "value = negamax"),),
        (Edit("value = -", "value = (-1 if node.ply == 0 else 1) * "),),  # the root, in a function of its own, negates
    ),
)
