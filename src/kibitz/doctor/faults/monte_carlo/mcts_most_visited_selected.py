"""In the tree the child with most visits is selected."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-most-visited-selected",
    sentence="In the tree the child with most visits is selected.",
    why="Visits decide which move is played in the end. While the tree grows, they only repeat what was done before.",
    right="select the child of largest mean + c * sqrt(ln(parent.visits) / child.visits)",
    wrong="select the child of most visits",
    bases=("mcts",),
    versions=((Edit("key=lambda child: child.bound()", "key=lambda child: child.visits"),),),
)
