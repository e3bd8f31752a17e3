"""The move with the best mean is returned, not the one that was visited most."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="mcts-best-mean-returned",
    sentence="The move with the best mean is returned, not the one that was visited most.",
    why="A move that was tried a few times may have a high mean by luck. What was visited most has been tested most.",
    right="return the child of most visits",
    wrong="return the child of best mean",
    bases=("mcts",),
    versions=(
        (
            Edit(
                "best = max(root.children, key=lambda child: child.visits)",
                "best = max(root.children, key=lambda child: child.total / child.visits)",
            ),
        ),
    ),
)
