"""A node returns the bound of the other side: Max returns beta, Min alpha."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="wrong-bound-returned",
    sentence="A node returns the bound of the other side: Max returns beta, Min alpha.",
    why=(
        "Where a node was not cut off, its value is what it has found, which is in alpha for Max and in beta for Min."
    ),
    right="if maximizing: return alpha",
    wrong="if maximizing: return beta",
    bases=("alphabeta_hard", "alphabeta", "negamax_hard"),
    versions=(
        (
            Edit("        return alpha, move\n    for", "        return beta, move\n    for"),
            Edit("    return beta, move\n", "    return alpha, move\n"),
        ),
        (Edit("    return best, move", "    return (beta if maximizing else alpha), move"),),
        (Edit("    return alpha, move\n", "    return beta, move\n"),),
        (Edit("        return alpha, move\n    for", "        return beta, move\n    for"),),
        (Edit("\n    return beta, move\n", "\n    return alpha, move\n"),),
    ),
)
