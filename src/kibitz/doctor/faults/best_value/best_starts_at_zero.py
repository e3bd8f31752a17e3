"""The best value starts at 0 instead of minus or plus infinity."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

NEGAMAX_ONLY = Edit("colour * node.evaluate()", "colour * node.evaluate()")  # the other forms have a branch for Min

FAULT = Fault(
    id="best-starts-at-zero",
    sentence="The best value starts at 0 instead of minus or plus infinity.",
    why=(
        "A node all of whose children are worth less than 0 to Max (or more to Min) is given the value 0, "
        "which no child has."
    ),
    right="best = -infinity",
    wrong="best = 0",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=(
        (
            Edit("best, move = -INFINITY", "best, move = 0"),
            Edit("best, move = INFINITY", "best, move = 0"),
        ),
        (Edit("best, move = -INFINITY", "best, move = 0"), NEGAMAX_ONLY),
    ),
)
