"""The sign of a leaf is dropped."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="leaf-sign-dropped",
    sentence="The sign of a leaf is dropped.",
    why="A loss is then as good as a win.",
    right="return evaluate(node)",
    wrong="return abs(evaluate(node))",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("node.evaluate(), None", "abs(node.evaluate()), None"),),),
)
