"""The number that stands for infinity is smaller than some leaf values."""

from collections.abc import Iterator

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

NUMBERS = (10, 20, 50, 99, 100, 500, 999, 1000, 9999, 10_000, 99_999, 100_000)  # that people write


def _versions() -> Iterator[tuple[Edit, ...]]:
    for number in NUMBERS:
        low, high = (
            Edit("best, move = -INFINITY", f"best, move = -{number}"),
            Edit("best, move = INFINITY", f"best, move = {number}"),
        )
        window = Edit(
            "    if depth == 0 or",
            f"    if node.ply == 0:\n        alpha, beta = -{number}, {number}\n    if depth == 0 or",
        )
        yield from ((low, high), (low,), (window,), (window, low, high), (window, low))


FAULT = Fault(
    id="infinity-too-small",
    sentence="The number that stands for infinity is smaller than some leaf values.",
    why=("A leaf beyond it can never become the best value, so the answer is that number or comes from another child."),
    right="best = -infinity",
    wrong="best = -1000",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=tuple(_versions()),
)
