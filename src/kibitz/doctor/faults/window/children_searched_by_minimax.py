"""Alpha-beta calls minimax for the children."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="children-searched-by-minimax",
    sentence="Alpha-beta calls minimax for the children.",
    why=(
        "Only the root knows alpha and beta, and the root itself never cuts: as many leaves as minimax, for "
        "the same answer."
    ),
    right="value = alphabeta(child, depth - 1, alpha, beta, …)",
    wrong="value = minimax(child, depth - 1, …)",
    bases=("alphabeta",),
    costs_only=True,
    versions=((Edit("depth - 1, alpha, beta,", "depth - 1, -INFINITY, INFINITY,"),),),
)
