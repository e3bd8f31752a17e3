"""The best value starts from the smallest positive number instead of minus infinity."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="positive-infinity-mixed",
    sentence="The best value starts from the smallest positive number instead of minus infinity.",
    why=(
        "In Java, Double.MIN_VALUE is the smallest positive number and not the most negative one; "
        "-Double.MAX_VALUE is meant."
    ),
    right="best = -Double.MAX_VALUE",
    wrong="best = Double.MIN_VALUE",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=((Edit("best, move = -INFINITY", "best, move = 5e-324"),),),
)
