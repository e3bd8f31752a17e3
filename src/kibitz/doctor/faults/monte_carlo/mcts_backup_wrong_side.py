"""The result is backed up from the view of the wrong side."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-backup-wrong-side",
    sentence="The result is backed up from the view of the wrong side.",
    why="A node counts the wins of the side that chose to come here, since that side compares it with its siblings.",
    right="node.wins += result for the side that moved to node",
    wrong="node.wins += result for the side to move at node",
    bases=("mcts",),
    versions=(
        (Edit("reward = -value if branch.maximizing else value", "reward = value if branch.maximizing else -value"),),
    ),
)
