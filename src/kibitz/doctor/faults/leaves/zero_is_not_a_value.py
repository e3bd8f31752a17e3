"""A value of 0 is taken for one that is missing."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

UNKNOWN = (
    Edit("best, move = -INFINITY, None", "best, move = None, None"),
    Edit("if value > best:", "if not best or value > best:"),
)  # where the best value is not yet known

FAULT = Fault(
    id="zero-is-not-a-value",
    sentence="A value of 0 is taken for one that is missing.",
    why="The test `if value`, or `if not best`, makes no difference between 0 and a missing value.",
    right="if value is not None: return value",
    wrong="if value: return value",
    bases=("minimax", "alphabeta", "negamax"),
    versions=(
        (
            *UNKNOWN,
            Edit("best, move = INFINITY, None", "best, move = None, None"),
            Edit("if value < best:", "if not best or value < best:"),
        ),
        (*UNKNOWN, Edit("colour * node.evaluate()", "colour * node.evaluate()")),
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
