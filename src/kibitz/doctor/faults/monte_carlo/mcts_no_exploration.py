"""The uncertain is not explored: only the mean decides which child is selected."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-no-exploration",
    sentence="The uncertain is not explored: only the mean decides which child is selected.",
    why="A good move whose first play-outs were lost is never tried again.",
    right="mean + c * sqrt(ln(parent.visits) / child.visits)",
    wrong="mean",
    bases=("mcts",),
    versions=((Edit("EXPLORE * sqrt(log(self.above.visits) / self.visits)", "0"),),),
)
