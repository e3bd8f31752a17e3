"""A value outside the aspiration window is believed."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="aspiration-not-searched-again",
    sentence="A value outside the aspiration window is believed.",
    why="A search that fails low or high has only found a bound. It has to be repeated with an open window.",
    right="if value <= low or value >= high: search again",
    wrong="(missing)",
    bases=("aspiration",),
    versions=(
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
            Edit("MARGIN", "1"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
            Edit("MARGIN", "5"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
            Edit("MARGIN", "10"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
            Edit("MARGIN", "20"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
            Edit("MARGIN", "25"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
            Edit("MARGIN", "30"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
            Edit("MARGIN", "50"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "",
            ),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "        answer = (max(low, min(high, answer[0])), answer[1])\n",
            ),
            Edit("MARGIN", "1"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "        answer = (max(low, min(high, answer[0])), answer[1])\n",
            ),
            Edit("MARGIN", "5"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "        answer = (max(low, min(high, answer[0])), answer[1])\n",
            ),
            Edit("MARGIN", "10"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "        answer = (max(low, min(high, answer[0])), answer[1])\n",
            ),
            Edit("MARGIN", "20"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "        answer = (max(low, min(high, answer[0])), answer[1])\n",
            ),
            Edit("MARGIN", "25"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "        answer = (max(low, min(high, answer[0])), answer[1])\n",
            ),
            Edit("MARGIN", "30"),
        ),
        (
            Edit(
                "        if answer[0] <= low or answer[0] >= high:\n            answer = alphabeta(node, limit, -INFINITY, INFINITY, maximizing)\n",
                "        answer = (max(low, min(high, answer[0])), answer[1])\n",
            ),
            Edit("MARGIN", "50"),
        ),
    ),
)
