"""The best value of a Max node starts at 0."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="max-starts-at-zero",
    sentence="The best value of a Max node starts at 0.",
    why="A Max node all of whose children are negative is given the value 0, which no child has.",
    right="if maximizing: best = -infinity",
    wrong="if maximizing: best = 0",
    bases=("minimax", "alphabeta"),
    versions=((Edit("best, move = -INFINITY", "best, move = 0"),),),
)
