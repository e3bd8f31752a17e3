"""What a match or tournament comes to, in plain words: who is better, by how much, how sure that is."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.arena.bouts import Finished
from kibitz.arena.match import Tally
from kibitz.arena.plan import Plan
from kibitz.arena.statistics import elo_interval
from kibitz.arena.tournament import Pairing, Standings, score_of

__all__ = ["test_words", "verdict_words"]


def verdict_words(plan: Plan, table: Standings, played: Mapping[int, Finished], *, complete: bool) -> str:
    """One sentence. While games are to come it speaks of them as they stand."""
    if not played:
        return "No game has ended yet."
    if len(plan.players) > 2:
        words = _best_of_many(table)
    else:
        words = _better_of_two(plan, score_of(plan, Pairing(0, 0, 1), played), complete=complete)
    return words if complete else f"So far, {words[:1].lower() if words[:1] in 'N' else words[:1]}{words[1:]}"


def _better_of_two(plan: Plan, score: Tally, *, complete: bool) -> str:
    first, second = (f"“{player.name}”" for player in plan.players)
    games, points, interval = len(score.played), score.points_of(0), elo_interval(score.pairs)
    if interval is None:
        return f"{first} has {points:g} of {games} against {second}; more games will tell."
    low, high = interval.low, interval.high
    if low is not None and low > 0:
        return f"{first} is better than {second}: {points:g} of {games}, Elo {_range(low, high)}, 95 %."
    if high is not None and high < 0:
        opposite = _range(-high, None if low is None else -low)
        return f"{second} is better than {first}: {games - points:g} of {games}, Elo {opposite}, 95 %."
    hope = "" if not complete else " More games would tell."
    return (
        f"Nobody can say who is better: {first} has {points:g} of {games} against {second}, Elo "
        f"{_range(low, high)}, 95 %.{hope}"
    )


def _best_of_many(table: Standings) -> str:
    best, next_best = table.players[:2]
    made = f"{best.points:g} of {best.games}, Elo {_signed(best.elo)} ({_range(best.elo_low, best.elo_high)}, 95 %)"
    if best.elo_low > next_best.elo_high:
        return f"“{best.name}” is the best of {len(table.players)}: {made}; then comes “{next_best.name}”."
    others = f"“{next_best.name}” may be as good ({_range(next_best.elo_low, next_best.elo_high)})"
    return f"“{best.name}” leads with {made}, but {others}."


def test_words(plan: Plan, played: Mapping[int, Finished]) -> str:
    """How the sequential test stands; empty without one."""
    if plan.test is None:
        return ""
    verdict = plan.test.verdict(score_of(plan, Pairing(0, 0, 1), played).pairs)
    if not verdict.decided:
        part = max(0, round(100 * max(verdict.ratio / verdict.high, verdict.ratio / verdict.low)))
        return f"The test is not decided yet; it is {part} % of the way there."
    words = verdict.words.removeprefix("stop: ").replace("the first", f"“{plan.players[0].name}”")
    return f"The test is decided: {words}."


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"{_signed(low)} to {_signed(high)}"
    if low is not None:
        return f"at least {_signed(low)}"
    return "unknown" if high is None else f"at most {_signed(high)}"


def _signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "−")
