"""A node is cut off only beyond the window, not at its edge: > where >= is right."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-only-beyond-window",
    sentence="A node is cut off only beyond the window, not at its edge: > where >= is right.",
    why=("A value equal to the bound cannot change anything above either, so the node is searched on for nothing."),
    right="if alpha >= beta: break",
    wrong="if alpha > beta: break",
    bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
    costs_only=True,
    versions=(
        (
            Edit("if alpha >= beta", "if alpha > beta"),
            Edit("if beta <= alpha", "if beta < alpha"),
        ),
        (Edit("if alpha >= beta", "if alpha > beta"),),
        (Edit("value >= beta", "value > beta"),),
    ),
)
