"""Only the depth ends the recursion: a finished game is searched on."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="terminal-not-seen",
    sentence="Only the depth ends the recursion: a finished game is searched on.",
    why=(
        "Where there is no move the loop is empty, and the node keeps the infinity it started from, or the "
        "program fails."
    ),
    right="if depth == 0 or is_terminal(node): return evaluate(node)",
    wrong="if depth == 0: return evaluate(node)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=(
        (Edit("if depth == 0 or not node.children", "if depth == 0"),),
        (
            Edit(
                "if depth == 0 or not node.children:",
                ("if depth > 0 and not node.children:\n        raise ValueError\n    if depth == 0:"),
            ),
        ),
    ),
)
