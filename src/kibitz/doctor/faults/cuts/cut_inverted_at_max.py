"""The test for a cut is the wrong way round at Max nodes."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="cut-inverted-at-max",
    sentence="The test for a cut is the wrong way round at Max nodes.",
    why="A Max node stops while the window is open, so it looks at too few moves.",
    right="if maximizing: if alpha >= beta: break",
    wrong="if maximizing: if alpha <= beta: break",
    bases=("alphabeta", "alphabeta_hard"),
    versions=((Edit("if alpha >= beta", "if alpha <= beta"),),),
)
