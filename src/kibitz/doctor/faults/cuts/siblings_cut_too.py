"""A cut also ends the loop of the node above."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="siblings-cut-too",
    sentence="A cut also ends the loop of the node above.",
    why=(
        "A refuted move is skipped; its siblings still have to be searched. Here the first refuted move ends "
        "the search of the parent."
    ),
    right="if alpha >= beta: break   # of this loop only",
    wrong="if alpha >= beta: break   # and in the parent too",
    bases=("alphabeta",),
    versions=(
        (
            Edit(
                "if alpha >= beta:\n                break",
                (
                    "if alpha >= beta:\n"
                    "                shared['cut'] = True\n"
                    "                break\n"
                    "            if shared.pop('cut', False):\n"
                    "                break"
                ),
            ),
            Edit(
                "if beta <= alpha:\n                break",
                (
                    "if beta <= alpha:\n"
                    "                shared['cut'] = True\n"
                    "                break\n"
                    "            if shared.pop('cut', False):\n"
                    "                break"
                ),
            ),
        ),
    ),
)
