"""A Max node negates the values of its children as negamax does, a Min node does not."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="value-negated-at-max",
    sentence="A Max node negates the values of its children as negamax does, a Min node does not.",
    why=("Minimax with two branches and negamax are mixed: where Max and Min have a branch each, nothing is negated."),
    right="if maximizing: value = minimax(child, …)",
    wrong="if maximizing: value = -minimax(child, …)",
    bases=("minimax",),
    versions=((Edit("value, _ = minimax(child, depth - 1, False)", "value = -minimax(child, depth - 1, False)[0]"),),),
)
