"""Alpha and beta are shared by all nodes: what one subtree found stays in force in the next."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-shared-by-all-nodes",
    sentence="Alpha and beta are shared by all nodes: what one subtree found stays in force in the next.",
    why=(
        "A window holds only below the node that set it. As global variables, alpha and beta cut off what "
        "they should not."
    ),
    right="alpha, beta   # parameters of each call",
    wrong="global alpha, beta",
    bases=("alphabeta",),
    versions=(
        (
            Edit(
                "    if depth == 0 or",
                ("    if node.ply == 0:\n        shared.update(a=alpha, b=beta)\n    if depth == 0 or"),
            ),
            Edit("alpha = max(alpha, best)", "shared['a'] = alpha = max(shared['a'], best)"),
            Edit("beta = min(beta, best)", "shared['b'] = beta = min(shared['b'], best)"),
            Edit("if alpha >= beta", "if alpha >= shared['b']"),
            Edit("if beta <= alpha", "if beta <= shared['a']"),
        ),
    ),
)
