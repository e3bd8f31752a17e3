"""The exploration term takes the visits of the child in place of those of its parent."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-parent-visits-not-counted",
    sentence="The exploration term takes the visits of the child in place of those of its parent.",
    why="It has to grow while the siblings are visited. This one does not, so a child that began badly is given up.",
    right="sqrt(ln(parent.visits) / child.visits)",
    wrong="sqrt(ln(child.visits) / child.visits)",
    bases=("mcts",),
    versions=((Edit("log(self.above.visits)", "log(self.visits)"),),),
)
