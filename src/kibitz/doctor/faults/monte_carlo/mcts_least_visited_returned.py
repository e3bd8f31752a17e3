"""The move that was visited least is returned."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-least-visited-returned",
    sentence="The move that was visited least is returned.",
    why="Visits are given to what goes well, so the least visited move is the worst.",
    right="return the child of most visits",
    wrong="return the child of fewest visits",
    bases=("mcts",),
    versions=((Edit("best = max(root.children,", "best = min(root.children,"),),),
)
