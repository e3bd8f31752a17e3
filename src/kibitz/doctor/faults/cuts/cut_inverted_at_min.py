"""The test for a cut is the wrong way round at Min nodes."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-inverted-at-min",
    sentence="The test for a cut is the wrong way round at Min nodes.",
    why="A Min node stops while the window is open, so it looks at too few replies.",
    right="else: if beta <= alpha: break",
    wrong="else: if beta >= alpha: break",
    bases=("alphabeta", "alphabeta_hard"),
    versions=((Edit("if beta <= alpha", "if beta >= alpha"),),),
)
