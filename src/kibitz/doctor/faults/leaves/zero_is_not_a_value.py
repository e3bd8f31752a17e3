"""A leaf worth 0 is taken for one that has no value."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="zero-is-not-a-value",
    sentence="A leaf worth 0 is taken for one that has no value.",
    why="The test `if node.value` is false for 0 as well as for a missing value.",
    right="if value is not None: return value",
    wrong="if value: return value",
    bases=("minimax", "alphabeta", "negamax"),
    versions=(
        (
            Edit(
                "    if depth == 0 or not",
                ("    if not node.children and node.static == 0:\n        raise TypeError\n    if depth == 0 or not"),
            ),
        ),
        (
            Edit(
                "    if depth == 0 or not",
                (
                    "    if not node.children and node.static == 0:\n"
                    "        return (-INFINITY if maximizing else INFINITY), None\n"
                    "    if depth == 0 or not"
                ),
            ),
        ),
    ),
)
