"""Only the moves of the root are nodes: the tree never grows."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-tree-never-grows",
    sentence="Only the moves of the root are nodes: the tree never grows.",
    why="Below them both sides play at random, so a move with one refutation among many bad replies looks good.",
    right="expand the node that was selected",
    wrong="expand the root only",
    bases=("mcts",),
    versions=((Edit("if branch.untried:", "if branch.untried and branch is root:"),),),
)
