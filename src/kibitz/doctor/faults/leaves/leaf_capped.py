"""Leaf values are reduced to win, draw and loss."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="leaf-capped",
    sentence="Leaf values are reduced to win, draw and loss.",
    why="How much a position is worth is lost, so moves of different value look equal.",
    right="return evaluate(node)",
    wrong="return sign(evaluate(node))",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("node.evaluate(), None", "((lambda v: (v > 0) - (v < 0))(node.evaluate())), None"),),),
)
