"""A leaf is judged for whoever is to move there, in a search where all values are Max's."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="leaf-for-side-to-move",
    sentence="A leaf is judged for whoever is to move there, in a search where all values are Max's.",
    why=("Minimax compares all leaves from one side's view. Here the view changes with the parity of the depth."),
    right="return evaluate(node)",
    wrong="return evaluate(node) if maximizing else -evaluate(node)",
    bases=("minimax", "alphabeta", "alphabeta_hard"),
    versions=(
        (Edit("return node.evaluate(), None", "return (node.evaluate() if maximizing else -node.evaluate()), None"),),
    ),
)
