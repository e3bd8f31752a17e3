"""Faults of deepening, aspiration windows, null windows and killer moves."""

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


FIRST = "answer = alphabeta(node, min(1, depth), -INFINITY, INFINITY, maximizing)"

RIGHT = """\
        if left[0] <= 0:
            break
        answer = found"""

WRONG = """\
        if found[1] is not None:
            answer = found
        if left[0] <= 0:
            break"""

FAULTS = (
    Fault(
        id="aspiration-not-searched-again",
        sentence="A value outside the aspiration window is believed.",
        why="A search that fails low or high has only found a bound. It has to be repeated with an open window.",
        right="if value <= low or value >= high: search again",
        wrong="(missing)",
        bases=("aspiration",),
        versions=tuple(_versions()),
    ),
    Fault(
        id="deepening-first-answer-kept",
        sentence="Deepening keeps the answer of depth 1.",
        why="The answer of the deepest finished iteration is the one to return.",
        right="answer = search(root, depth)",
        wrong="answer = answer or search(root, depth)",
        bases=("deepening",),
        versions=(
            (
                Edit(
                    "    for limit in range(2, depth + 1):\n        answer = ",
                    "    for limit in range(2, depth + 1):\n        _ = ",
                ),
            ),
        ),
    ),
    Fault(
        id="deepening-last-depth-missed",
        sentence="The deepest iteration is never searched.",
        why="The loop ends one depth too early.",
        right="for depth in 1 … max_depth",
        wrong="for depth in 1 … max_depth - 1",
        bases=("deepening",),
        versions=(
            (Edit("range(2, depth + 1)", "range(2, depth)"),),
            (Edit("range(2, depth + 1)", "range(1, depth)"), Edit(FIRST, "answer = (node.static, None)")),
            (Edit("range(2, depth + 1)", "range(1, depth)"), Edit(FIRST, "answer = None")),
        ),
    ),
    Fault(
        id="deepening-unfinished-kept",
        sentence="When the time is up, the move of the unfinished iteration is returned.",
        why=(
            "The best of a few moves is not the best of all: the good one may not have been reached. Only the "
            "answer of an iteration that came to its end counts."
        ),
        right="if the time is up: return the answer of the last finished depth",
        wrong="if the time is up: return the best so far",
        bases=("timed",),
        versions=((Edit(RIGHT, WRONG),),),
    ),
    Fault(
        id="killer-not-legal",
        sentence="A killer move is tried without a test whether it is legal.",
        why=(
            "The move was legal in a sibling. Where this node has no such move, the program fails or plays "
            "something else."
        ),
        right="if killer in legal_moves: try it first",
        wrong="try killer first",
        bases=("killer",),
        versions=(
            (
                Edit(
                    "    if first in order:\n        order.remove(first)\n        order.insert(0, first)",
                    "    if first in order:\n        order.remove(first)\n    order.insert(0, first)",
                ),
            ),
        ),
    ),
    Fault(
        id="null-window-not-searched-again",
        sentence="A move that beats the null window is not searched again.",
        why="A search in a window of no width says only that the move is better, not by how much.",
        right="if alpha < value < beta: search again with the open window",
        wrong="(missing)",
        bases=("pvs",),
        versions=(
            (
                Edit(
                    (
                        "            if alpha < value < beta:\n"
                        "                value = -pvs(child, depth - 1, -beta, -alpha, -colour)[0]\n"
                    ),
                    "",
                ),
            ),
            (
                Edit(
                    (
                        "            if alpha < value < beta:\n"
                        "                value = -pvs(child, depth - 1, -beta, -alpha, -colour)[0]\n"
                    ),
                    "",
                ),
                Edit("    return best, move", "    return alpha, move"),
            ),
        ),
    ),
)
