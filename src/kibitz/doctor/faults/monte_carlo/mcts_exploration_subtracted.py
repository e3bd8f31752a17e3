"""The exploration term is subtracted."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-exploration-subtracted",
    sentence="The exploration term is subtracted.",
    why="What was tried seldom gets a lower bound than what was tried often, so it is never tried again.",
    right="mean + c * sqrt(ln(parent.visits) / child.visits)",
    wrong="mean - c * sqrt(ln(parent.visits) / child.visits)",
    bases=("mcts",),
    versions=((Edit("/ self.visits + EXPLORE", "/ self.visits - EXPLORE"),),),
)
