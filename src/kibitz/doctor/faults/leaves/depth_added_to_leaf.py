"""The depth is added to the value of a leaf."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="depth-added-to-leaf",
    sentence="The depth is added to the value of a leaf.",
    why=(
        "Sooner wins are preferred by a change of the value, which must be made for finished games only, and "
        "from the winner's side."
    ),
    right="return evaluate(node)",
    wrong="return evaluate(node) + depth",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (Edit("node.evaluate(), None", "(node.evaluate() + depth), None"),),
        (Edit("node.evaluate(), None", "(node.evaluate() - depth), None"),),
        (
            Edit(
                "    if depth == 0 or", ("    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or")
            ),
            Edit("node.evaluate(), None", "(node.evaluate() + shared['depth'] - depth), None"),
        ),
        (
            Edit(
                "    if depth == 0 or", ("    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or")
            ),
            Edit("node.evaluate(), None", "(node.evaluate() - shared['depth'] + depth), None"),
        ),
        (
            Edit(
                "    if depth == 0 or", ("    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or")
            ),
            Edit(
                "node.evaluate(), None",
                "(node.evaluate() - (shared['depth'] - depth) * (1 if node.static > 0 else -1)), None",
            ),
        ),
        (
            Edit(
                "    if depth == 0 or", ("    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or")
            ),
            Edit(
                "node.evaluate(), None",
                "(node.evaluate() - (shared['depth'] - depth) * ((node.static > 0) - (node.static < 0))), None",
            ),
        ),
        (
            Edit(
                "    if depth == 0 or", ("    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or")
            ),
            Edit("node.evaluate(), None", "(node.evaluate() + depth * ((node.static > 0) - (node.static < 0))), None"),
        ),
    ),
)
