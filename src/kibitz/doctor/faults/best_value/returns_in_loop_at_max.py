"""A Max node returns after its first child."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="returns-in-loop-at-max",
    sentence="A Max node returns after its first child.",
    why=("The return statement of the Max branch stands inside the loop, so the other moves are never looked at."),
    right="for child in children: … then: return best",
    wrong="for child in children: …; return best   # at Max",
    bases=("minimax", "alphabeta"),
    versions=((Edit(("if value > best:\n                best, move = value, index"), "return value, index"),),),
)
