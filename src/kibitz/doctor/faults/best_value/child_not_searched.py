"""The children are evaluated where they are searched: the program looks one move ahead."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="child-not-searched",
    sentence="The children are evaluated where they are searched: the program looks one move ahead.",
    why="The result of the recursion is not used, so the value of a child is its static value.",
    right="value = minimax(child, depth - 1, not maximizing)",
    wrong="value = evaluate(child)",
    bases=("minimax",),
    versions=(
        (
            Edit("minimax(child, depth - 1, False)", "child.evaluate(), None"),
            Edit("minimax(child, depth - 1, True)", "child.evaluate(), None"),
        ),
    ),
)
