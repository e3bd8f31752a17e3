"""Min starts from minus infinity, which no value is below."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="min-starts-at-minus-infinity",
    sentence="Min starts from minus infinity, which no value is below.",
    why="A Min node has to start from plus infinity; from minus infinity its value never changes.",
    right="else: best = +infinity",
    wrong="else: best = -infinity",
    bases=("minimax", "alphabeta"),
    versions=((Edit("best, move = INFINITY", "best, move = -INFINITY"),),),
)
