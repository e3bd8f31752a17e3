"""Of two wins the later one is chosen."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

LATER = "(node.evaluate() - 0.001 * depth * ((node.static > 0) - (node.static < 0))), None"

FAULT = Fault(
    id="sooner-win-not-preferred",
    sentence="Of two wins the later one is chosen.",
    why=(
        "Both are worth the same, but whoever puts a win off at every move never wins. The plies are counted with the "
        "wrong sign."
    ),
    right="value of a win = large number - plies to it",
    wrong="value of a win = large number + plies to it",
    bases=("minimax",),
    versions=(
        (
            Edit("node.evaluate(), None", LATER),
            Edit(
                "    return best, move", "    if node.ply == 0:\n        best = round(best, 1)\n    return best, move"
            ),
        ),
    ),
    is_among_equals=True,
)
