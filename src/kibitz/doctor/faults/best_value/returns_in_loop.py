"""The function returns inside the loop, after the first child."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="returns-in-loop",
    sentence="The function returns inside the loop, after the first child.",
    why="The return statement is indented one level too far, so the other children are never looked at.",
    right="for child in children: … then: return best",
    wrong="for child in children: …; return best",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
    versions=(
        (
            Edit(("if value > best:\n                best, move = value, index"), "return value, index"),
            Edit(("if value < best:\n                best, move = value, index"), "return value, index"),
        ),
        (Edit(("if value > best:\n            best, move = value, index"), "return value, index"),),
        (
            Edit(
                ("                best, move = value, index\n            alpha = max"),
                ("                best, move = value, index\n            break\n            alpha = max"),
            ),
            Edit(
                ("                best, move = value, index\n            beta = min"),
                ("                best, move = value, index\n            break\n            beta = min"),
            ),
        ),
    ),
)
