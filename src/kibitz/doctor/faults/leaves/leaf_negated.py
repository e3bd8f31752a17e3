"""Every leaf has the wrong sign."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="leaf-negated",
    sentence="Every leaf has the wrong sign.",
    why="All values are those of the other side, so the program plays for its opponent.",
    right="return evaluate(node)",
    wrong="return -evaluate(node)",
    bases=("minimax", "alphabeta", "alphabeta_hard"),
    versions=((Edit("return node.evaluate(), None", "return -node.evaluate(), None"),),),
)
