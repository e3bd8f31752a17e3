"""A Max node updates beta and a Min node alpha."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="wrong-bound-updated",
    sentence="A Max node updates beta and a Min node alpha.",
    why="Alpha is what Max is sure of and beta what Min is sure of; each side changes its own.",
    right="if maximizing: alpha = max(alpha, best)",
    wrong="if maximizing: beta = max(beta, best)",
    bases=("alphabeta",),
    versions=(
        (
            Edit("alpha = max(alpha, best)", "beta = max(beta, best)"),
            Edit(
                ("            beta = min(beta, best)\n            if beta <= alpha"),
                ("            alpha = min(alpha, best)\n            if beta <= alpha"),
            ),
        ),
        (
            Edit("alpha = max(alpha, best)", "beta = min(beta, best)"),
            Edit(
                ("            beta = min(beta, best)\n            if beta <= alpha"),
                ("            alpha = max(alpha, best)\n            if beta <= alpha"),
            ),
        ),
    ),
)
