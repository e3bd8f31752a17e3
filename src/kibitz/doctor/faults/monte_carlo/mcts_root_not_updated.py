"""The visit is not counted at the root."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-root-not-updated",
    sentence="The visit is not counted at the root.",
    why="The logarithm of the visits of the root is needed to select one of its children, and ln(0) fails.",
    right="while node is not None: node.visits += 1; node = node.parent",
    wrong="while node.parent is not None: node.visits += 1; node = node.parent",
    bases=("mcts",),
    versions=((Edit("while branch is not None:", "while branch.above is not None:"),),),
)
