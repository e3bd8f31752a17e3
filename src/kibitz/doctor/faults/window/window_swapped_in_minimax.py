"""Alpha and beta change places in the call, as in negamax, where Max and Min have a branch each."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="window-swapped-in-minimax",
    sentence="Alpha and beta change places in the call, as in negamax, where Max and Min have a branch each.",
    why="With a branch for each side all values are Max's, and the window is passed on as it is.",
    right="value = alphabeta(child, depth - 1, alpha, beta, …)",
    wrong="value = alphabeta(child, depth - 1, beta, alpha, …)",
    bases=("alphabeta", "alphabeta_hard"),
    versions=((Edit("depth - 1, alpha, beta,", "depth - 1, beta, alpha,"),),),
)
