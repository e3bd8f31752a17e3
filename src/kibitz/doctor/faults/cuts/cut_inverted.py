"""The test for a cut is the wrong way round: the node stops while the window is open."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-inverted",
    sentence="The test for a cut is the wrong way round: the node stops while the window is open.",
    why="With an open window alpha is below beta at once, so every node stops after its first child.",
    right="if alpha >= beta: break",
    wrong="if alpha <= beta: break",
    bases=("alphabeta", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
    versions=(
        (
            Edit("if alpha >= beta", "if alpha <= beta"),
            Edit("if beta <= alpha", "if beta >= alpha"),
        ),
        (Edit("if alpha >= beta", "if alpha <= beta"),),
        (
            Edit("if alpha >= beta", "if alpha < beta"),
            Edit("if beta <= alpha", "if beta > alpha"),
        ),
        (Edit("value >= beta", "value <= beta"),),
    ),
)
