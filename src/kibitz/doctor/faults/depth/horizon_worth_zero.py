"""A node at the horizon is worth 0 instead of its static value."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="horizon-worth-zero",
    sentence="A node at the horizon is worth 0 instead of its static value.",
    why=(
        "Where the search ends, the evaluation has to say what the position is worth; with 0, everything it "
        "cannot see to the end looks equal."
    ),
    right="if depth == 0: return evaluate(node)",
    wrong="if depth == 0: return 0",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (
            Edit(
                "    if depth == 0 or not",
                ("    if depth == 0 and node.children:\n        return 0, None\n    if depth == 0 or not"),
            ),
        ),
        (Edit("    if depth == 0 or not", ("    if depth == 0:\n        return 0, None\n    if depth == 0 or not")),),
    ),
)
