"""A value outside the aspiration window is believed."""

from collections.abc import Iterator

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

MARGINS = (1, 5, 10, 20, 25, 30, 50)  # half widths of windows that people choose
AGAIN = (
    "        if answer[0] <= low or answer[0] >= high:\n"
    "            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n"
)
FROM_STATIC = (
    Edit("answer = alphabeta(node, min(1, depth), -INFINITY, INFINITY, maximizing)", "answer = (node.static, None)"),
    Edit("range(2, depth + 1)", "range(1, depth + 1)"),
)  # the first window lies around the static value of the root
CLAMPED = "        answer = (max(low, min(high, answer[0])), answer[1])\n"  # a fail-hard search


def _versions() -> Iterator[tuple[Edit, ...]]:
    for margin in MARGINS:
        yield Edit(AGAIN, ""), Edit("MARGIN", str(margin))
        yield Edit(AGAIN, CLAMPED), Edit("MARGIN", str(margin))
        yield Edit(AGAIN, ""), Edit("MARGIN", str(margin)), *FROM_STATIC
        yield Edit(AGAIN, CLAMPED), Edit("MARGIN", str(margin)), *FROM_STATIC


FAULT = Fault(
    id="aspiration-not-searched-again",
    sentence="A value outside the aspiration window is believed.",
    why="A search that fails low or high has only found a bound. It has to be repeated with an open window.",
    right="if value <= low or value >= high: search again",
    wrong="(missing)",
    bases=("aspiration",),
    versions=tuple(_versions()),
)
