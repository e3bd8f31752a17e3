"""The bound is updated after the test for a cut."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="bound-updated-after-test",
    sentence="The bound is updated after the test for a cut.",
    why="The test does not see the newest value, so the cut comes one child later, or not at all.",
    right="alpha = max(alpha, best); if alpha >= beta: break",
    wrong="if alpha >= beta: break; alpha = max(alpha, best)",
    bases=("alphabeta", "negamax_alphabeta"),
    costs_only=True,
    versions=(
        (
            Edit(
                ("            alpha = max(alpha, best)\n            if alpha >= beta:\n                break\n"),
                ("            if alpha >= beta:\n                break\n            alpha = max(alpha, best)\n"),
            ),
            Edit(
                ("            beta = min(beta, best)\n            if beta <= alpha:\n                break\n"),
                ("            if beta <= alpha:\n                break\n            beta = min(beta, best)\n"),
            ),
        ),
        (
            Edit(
                ("        alpha = max(alpha, best)\n        if alpha >= beta:\n            break\n"),
                ("        if alpha >= beta:\n            break\n        alpha = max(alpha, best)\n"),
            ),
        ),
    ),
)
