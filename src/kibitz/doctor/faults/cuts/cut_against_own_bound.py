"""A node compares its value with its own bound: Max with alpha, Min with beta."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-against-own-bound",
    sentence="A node compares its value with its own bound: Max with alpha, Min with beta.",
    why=("A Max node may stop when it reaches beta, what Min has elsewhere. To reach alpha is no reason to stop."),
    right="if maximizing: if best >= beta: break",
    wrong="if maximizing: if best >= alpha: break",
    bases=("alphabeta",),
    versions=(
        (
            Edit(
                ("            alpha = max(alpha, best)\n            if alpha >= beta:"), "            if best >= alpha:"
            ),
            Edit(("            beta = min(beta, best)\n            if beta <= alpha:"), "            if best <= beta:"),
        ),
        (
            Edit(
                ("            alpha = max(alpha, best)\n            if alpha >= beta:"),
                ("            alpha = max(alpha, best)\n            if best <= alpha:"),
            ),
            Edit(
                ("            beta = min(beta, best)\n            if beta <= alpha:"),
                ("            beta = min(beta, best)\n            if best >= beta:"),
            ),
        ),
        (
            Edit(
                ("            alpha = max(alpha, best)\n            if alpha >= beta:\n                break"),
                ("            if best <= alpha:\n                break\n            alpha = max(alpha, best)"),
            ),
            Edit(
                ("            beta = min(beta, best)\n            if beta <= alpha:\n                break"),
                ("            if best >= beta:\n                break\n            beta = min(beta, best)"),
            ),
        ),
    ),
)
