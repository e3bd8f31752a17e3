"""Alpha (at Max) or beta (at Min) of one node stays in force for its siblings."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="alpha-shared-between-siblings",
    sentence="Alpha (at Max) or beta (at Min) of one node stays in force for its siblings.",
    why=(
        "The window is one changeable object that is handed down, so what a node changes is still changed "
        "when its sibling is searched."
    ),
    right="search(child, window.copy())",
    wrong="search(child, window)",
    bases=("alphabeta",),
    versions=(
        (
            Edit(
                "    if depth == 0 or",
                (
                    "    if node.ply == 0:\n"
                    "        shared.update(a=alpha, b=beta)\n"
                    "    alpha, beta = shared['a'], shared['b']\n"
                    "    if depth == 0 or"
                ),
            ),
            Edit("alpha = max(alpha, best)", "shared['a'] = alpha = max(alpha, best)"),
            Edit("beta = min(beta, best)", "shared['b'] = beta = min(beta, best)"),
        ),
    ),
)
