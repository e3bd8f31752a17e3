"""Numbers and answers as text: scores, costs, times, options."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.analysis.best_move import BestMove, Root
    from kibitz.core.game import Game
    from kibitz.play.catalogue import OptionInfo
    from kibitz.play.player import Player


MANY = 10**6  # of a range that ends above this, only the lower end is shown


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def format_option(o: OptionInfo) -> str:
    """What an option is for, and its choices or range if it has any."""
    if o.choices:
        return f"{o.about}; {' | '.join(o.choices)}"
    if o.low is None:
        return o.about
    reach = f"{o.low} to {o.high}" if o.high is not None and o.high < MANY else f"{o.low} or more"
    return f"{o.about}; {reach}"


def format_share(share: float) -> str:
    """A share in per cent, to a tenth; 100.0 % is all of them, and nothing less is rounded up to it."""
    return f"{min(100 * share, 100.0 if share == 1.0 else 99.9):.1f} %"


def format_points(points: int) -> str:
    """A score with its sign; 0 has none."""
    return f"{points:+d}" if points else "0"


def format_bound(root: Root) -> str:
    """A root move's score, with ≥ or ≤ if it is only a bound."""
    return {"exact": "", "lower": "≥ ", "upper": "≤ "}[root.bound] + format_points(root.score)


def format_score(answer: BestMove, game: Game, player: Player) -> str:
    """A score and what it means, in that game and from that player."""
    from kibitz.analysis.score_words import name_estimates, name_worth

    if answer.score is None:
        return "none: this player gives no score"
    points = f"{format_points(answer.score)} for {answer.to_move}"
    if not answer.proven:
        return " ".join(filter(None, (f"{points}, an estimate", name_estimates(game, player))))
    if worth := name_worth(game, answer.to_move, answer.score):
        return f"{points}, proven: {worth}"
    if answer.score == 0:
        return "0, proven: a draw with best play"
    verdict = "wins" if answer.score > 0 else "loses"
    when = "" if answer.distance is None else f" in {plural(answer.distance, 'ply', 'plies')}"
    return f"{points}, proven: {answer.to_move} {verdict}{when}"


def format_refused(answer: BestMove) -> str:
    """The illegal move that a published program asked for."""
    return f"it asked for {answer.refused}, which is not legal here"


def format_cost(answer: BestMove) -> str:
    """What a search cost, in one line; or where the answer comes from, if nothing was searched."""
    if answer.source:
        return f"none; from {answer.source}"
    parts = [plural(answer.nodes, "node"), plural(answer.evaluations, "evaluation")]
    if answer.terminals:
        parts.append(plural(answer.terminals, "finished game"))
    if answer.cutoffs:
        total = sum(answer.cutoffs)
        parts.append(f"{plural(total, 'cut-off')} ({100 * answer.cutoffs[0] // total} % by the first move)")
    if answer.table_hits:
        parts.append(plural(answer.table_hits, "table hit"))
    if answer.memory:
        parts.append(format_memory(answer.memory))
    return ", ".join([*parts, f"depth {answer.depth}", format_time(answer.seconds)])


def format_effort(answer: BestMove) -> str:
    """What a search cost, in a few words."""
    if answer.source:
        return f"from {answer.source}"
    return f"depth {answer.depth}, {plural(answer.nodes, 'node')}, {format_time(answer.seconds)}"


def format_memory(count: int) -> str:
    """Bytes in KiB, from a MiB on in MiB."""
    return f"{count / 2**10:.1f} KiB" if count < 2**20 else f"{count / 2**20:,.1f} MiB"


def format_time(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.2f} s"


def format_elo(elo: float | None, low: float | None, high: float | None) -> str:
    """An estimate of Elo with its interval; None is infinite, where one side won everything."""
    interval = format_elo_interval(low, high)
    return interval if elo is None else f"{elo:+.0f} ({interval})"


def format_elo_interval(low: float | None, high: float | None) -> str:
    """An interval of Elo; None is infinite, where one side won everything."""
    if low is not None and high is not None:
        return f"{low:+.0f} to {high:+.0f}"
    if low is not None:
        return f"more than {low:+.0f}"
    return "anything" if high is None else f"less than {high:+.0f}"
