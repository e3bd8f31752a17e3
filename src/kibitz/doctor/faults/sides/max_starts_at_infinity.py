"""Max starts from plus infinity, which no value is above."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="max-starts-at-infinity",
    sentence="Max starts from plus infinity, which no value is above.",
    why="A Max node has to start from minus infinity; from plus infinity its value never changes.",
    right="if maximizing: best = -infinity",
    wrong="if maximizing: best = +infinity",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=((Edit("best, move = -INFINITY", "best, move = INFINITY"),),),
)
