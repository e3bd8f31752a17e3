"""The best value of a Min node starts at 0."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="min-starts-at-zero",
    sentence="The best value of a Min node starts at 0.",
    why="A Min node all of whose children are positive is given the value 0, which no child has.",
    right="else: best = +infinity",
    wrong="else: best = 0",
    bases=("minimax", "alphabeta"),
    versions=((Edit("best, move = INFINITY", "best, move = 0"),),),
)
