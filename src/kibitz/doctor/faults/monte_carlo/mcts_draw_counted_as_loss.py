"""A draw counts as a loss."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-draw-counted-as-loss",
    sentence="A draw counts as a loss.",
    why="A sure draw then looks as bad as a sure loss, and is given up for any hope.",
    right="reward = 1, 0.5 or 0",
    wrong="reward = 1 if won else 0",
    bases=("mcts",),
    versions=(
        (Edit("(reward > 0) + (reward == 0) / 2", "(reward > 0)"),),
        (Edit("(reward > 0) + (reward == 0) / 2", "(reward > 0) - (reward <= 0)"),),
    ),
)
