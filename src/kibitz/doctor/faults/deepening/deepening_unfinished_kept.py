"""When the time is up, the move of the unfinished iteration is returned."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

RIGHT = """\
        if left[0] <= 0:
            break
        answer = found"""
WRONG = """\
        if found[1] is not None:
            answer = found
        if left[0] <= 0:
            break"""

FAULT = Fault(
    id="deepening-unfinished-kept",
    sentence="When the time is up, the move of the unfinished iteration is returned.",
    why=(
        "The best of a few moves is not the best of all: the good one may not have been reached. Only the answer of an "
        "iteration that came to its end counts."
    ),
    right="if the time is up: return the answer of the last finished depth",
    wrong="if the time is up: return the best so far",
    bases=("timed",),
    versions=((Edit(RIGHT, WRONG),),),
)
