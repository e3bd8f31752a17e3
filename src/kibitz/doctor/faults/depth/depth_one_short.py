"""The search ends one ply too early."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="depth-one-short",
    sentence="The search ends one ply too early.",
    why="The horizon is tested against 1, or the first call already takes one from the depth.",
    right="if depth == 0: return evaluate(node)",
    wrong="if depth == 1: return evaluate(node)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (Edit("if depth == 0 or", "if depth <= 1 or"),),
        (Edit("if depth == 0 or", "if depth == 1 or"),),
    ),
)
