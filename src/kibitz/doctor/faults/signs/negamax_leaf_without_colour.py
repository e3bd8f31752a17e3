"""A leaf is not multiplied by the colour: its value is always Max's."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="negamax-leaf-without-colour",
    sentence="A leaf is not multiplied by the colour: its value is always Max's.",
    why=("Negamax wants the value for the side to move at the leaf. At odd depths every leaf has the wrong sign."),
    right="return colour * evaluate(node)",
    wrong="return evaluate(node)",
    bases=("negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("return colour * node", "return node"),),),
)
