"""A leaf is seen from the wrong side: its sign is the opposite of what it should be."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="negamax-leaf-negated",
    sentence="A leaf is seen from the wrong side: its sign is the opposite of what it should be.",
    why="Negamax wants the value for the side to move at the leaf.",
    right="return colour * evaluate(node)",
    wrong="return -colour * evaluate(node)",
    bases=("negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("return colour * node", "return -colour * node"),),),
)
