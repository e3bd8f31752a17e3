"""The result is backed up with the same sign at all levels."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-backup-sign-lost",
    sentence="The result is backed up with the same sign at all levels.",
    why="A win for one side is a loss for the other. Without the change of sign the opponent seems to play for us.",
    right="reward = -reward at every step up",
    wrong="reward added as it is",
    bases=("mcts",),
    versions=(
        (Edit("reward = -value if branch.maximizing else value", "reward = value if root.maximizing else -value"),),
    ),
)
