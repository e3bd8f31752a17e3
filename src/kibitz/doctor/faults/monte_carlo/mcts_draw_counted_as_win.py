"""A draw counts as a win."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-draw-counted-as-win",
    sentence="A draw counts as a win.",
    why="A sure draw then looks as good as a win, which is given up for it.",
    right="reward = 1, 0.5 or 0",
    wrong="reward = 0 if lost else 1",
    bases=("mcts",),
    versions=(
        (Edit("(reward > 0) + (reward == 0) / 2", "(reward >= 0)"),),
        (Edit("(reward > 0) + (reward == 0) / 2", "(reward >= 0) - (reward < 0)"),),
    ),
)
