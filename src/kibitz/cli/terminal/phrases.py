"""Answers put into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.play.analysis.best_move import BestMove, Root
    from kibitz.play.catalogue import OptionInfo

__all__ = [
    "bound_text",
    "cost_text",
    "effort_text",
    "option_text",
    "plural",
    "points_text",
    "refused_text",
    "score_text",
    "time_text",
]

MANY = 10**6  # a range that ends beyond this is told by its beginning alone


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def option_text(o: OptionInfo) -> str:
    """What an option is for, and what it may be where that is not plain from its value."""
    if o.choices:
        return f"{o.about}; {' | '.join(o.choices)}"
    if o.low is None:
        return o.about
    reach = f"{o.low} to {o.high}" if o.high is not None and o.high < MANY else f"{o.low} or more"
    return f"{o.about}; {reach}"


def points_text(points: int) -> str:
    """A score with its sign; 0 has none."""
    return f"{points:+d}" if points else "0"


def bound_text(root: Root) -> str:
    """A root move's score, as at least or at most that much where it is only a bound."""
    return {"exact": "", "lower": "≥ ", "upper": "≤ "}[root.bound] + points_text(root.score)


def score_text(answer: BestMove) -> str:
    """What the score says."""
    if answer.score is None:
        return "none: this player does not judge"
    points = f"{points_text(answer.score)} for {answer.to_move}"
    if not answer.proven:
        return f"{points}, an estimate"
    if answer.score == 0:
        return "0, proven: a draw with best play"
    verdict = "wins" if answer.score > 0 else "loses"
    when = "" if answer.distance is None else f" in {plural(answer.distance, 'ply', 'plies')}"
    return f"{points}, proven: {answer.to_move} {verdict}{when}"


def refused_text(answer: BestMove) -> str:
    """What a published program asked for and could not have."""
    return f"it asked for {answer.refused}, which is not legal here"


def cost_text(answer: BestMove) -> str:
    """What a search cost, in one line."""
    parts = [plural(answer.nodes, "node"), plural(answer.evaluations, "evaluation")]
    if answer.terminals:
        parts.append(plural(answer.terminals, "finished game"))
    if answer.cutoffs:
        total = sum(answer.cutoffs)
        parts.append(f"{plural(total, 'cut-off')} ({100 * answer.cutoffs[0] // total} % by the first move)")
    if answer.table_hits:
        parts.append(plural(answer.table_hits, "table hit"))
    if answer.memory:
        parts.append(f"{answer.memory / 2**20:.1f} MiB")
    return ", ".join([*parts, f"depth {answer.depth}", time_text(answer.seconds)])


def effort_text(answer: BestMove) -> str:
    """The same in brief."""
    return f"depth {answer.depth}, {plural(answer.nodes, 'node')}, {time_text(answer.seconds)}"


def time_text(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"
