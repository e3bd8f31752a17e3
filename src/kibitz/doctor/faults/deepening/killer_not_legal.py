"""A killer move is tried without a test whether it is legal."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="killer-not-legal",
    sentence="A killer move is tried without a test whether it is legal.",
    why=(
        "The move was legal in a sibling. Where this node has no such move, the program fails or plays something else."
    ),
    right="if killer in legal_moves: try it first",
    wrong="try killer first",
    bases=("killer",),
    versions=(
        (
            Edit(
                ("    if first in order:\n        order.remove(first)\n        order.insert(0, first)"),
                ("    if first in order:\n        order.remove(first)\n    order.insert(0, first)"),
            ),
        ),
    ),
)
