"""The best value is kept in one variable that all nodes share."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="best-shared-by-all-nodes",
    sentence="The best value is kept in one variable that all nodes share.",
    why=(
        "A node must start from its own worst value. A global variable carries what was found in other parts "
        "of the tree into it."
    ),
    right="best = -infinity   # a local variable",
    wrong="global best",
    bases=("minimax",),
    versions=(
        (
            Edit("best, move = -INFINITY, None", "move = None"),
            Edit("best, move = INFINITY, None", "move = None"),
            Edit(
                ("if value > best:\n                best, move = value, index"),
                (
                    "if value > shared.get('max', -INFINITY):\n"
                    "                shared['max'], move = value, index\n"
                    "        best = shared.get('max', -INFINITY)"
                ),
            ),
            Edit(
                ("if value < best:\n                best, move = value, index"),
                (
                    "if value < shared.get('min', INFINITY):\n"
                    "                shared['min'], move = value, index\n"
                    "        best = shared.get('min', INFINITY)"
                ),
            ),
        ),
    ),
)
