"""The first move is always returned."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="first-move-always",
    sentence="The first move is always returned.",
    why="The best value is kept, but the move that belongs to it is not.",
    right="if value > best: best, move = value, child",
    wrong="if value > best: best = value",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=((Edit("best, move = value, index", "best, move = value, 0"),),),
)
