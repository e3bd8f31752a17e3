"""The search goes one ply too deep."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="depth-one-over",
    sentence="The search goes one ply too deep.",
    why="The horizon is tested below 0, so a depth of n looks n + 1 plies ahead.",
    right="if depth == 0: return evaluate(node)",
    wrong="if depth < 0: return evaluate(node)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("if depth == 0 or", "if depth < 0 or"),),),
)
