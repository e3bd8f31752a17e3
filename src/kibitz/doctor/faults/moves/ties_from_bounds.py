"""A later move replaces the best one if its value is equal, although that value is only a bound."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="ties-from-bounds",
    sentence="A later move replaces the best one if its value is equal, although that value is only a bound.",
    why=(
        "Alpha-beta has not worked out a move that it refuted: it knows that the move is worth no more than "
        "the best, and the bound may equal the best although the move is worse."
    ),
    right="if value > best: move = child",
    wrong="if value >= best: move = child",
    bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard", "ordered", "pvs", "killer"),
    versions=(
        (
            Edit("if value > best", "if value >= best"),
            Edit("if value < best", "if value <= best"),
        ),
        (Edit("if value > best", "if value >= best"),),
        (
            Edit("if value > alpha", "if value >= alpha"),
            Edit("if value < beta", "if value <= beta"),
        ),
        (Edit("if value > alpha", "if value >= alpha"),),
        (Edit("value > best if maximizing else value < best", "value >= best if maximizing else value <= best"),),
    ),
)
