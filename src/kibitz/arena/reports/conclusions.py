"""The conclusion of a match or tournament in plain words: who is better, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.arena.elo import elo_interval
from kibitz.arena.game_task import FinishedGame
from kibitz.arena.match import MatchScore
from kibitz.arena.pairings import Pairing, score_pairings, score_tested
from kibitz.arena.plan import Plan
from kibitz.arena.standings import Standings, rate_players


def describe_result(
    plan: Plan, table: Standings, pairings: Sequence[Pairing], played: Mapping[int, FinishedGame], *, complete: bool
) -> str:
    """One sentence; while games are missing, about the score so far."""
    if not played:
        return "No game has ended yet."
    if len(plan.players) > 2:
        words = _best_of_many(plan, table, score_pairings(plan, pairings, played))
    else:
        words = _better_of_two(plan, score_tested(plan, played), complete=complete)
    return words if complete else f"So far, {words[:1].lower()}{words[1:]}"  # a name is in quotation marks


def _better_of_two(plan: Plan, score: MatchScore, *, complete: bool) -> str:
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
        f"It is not known who is better: {first} has {points:g} of {games} against {second}, Elo "
        f"{_range(low, high)}, 95 %.{hope}"
    )


def _best_of_many(plan: Plan, table: Standings, scores: Sequence[tuple[Pairing, MatchScore]]) -> str:
    best, *others = table.players
    made = f"{best.points:g} of {best.games}"
    if 0 < best.points < best.games:
        made += f", Elo {_signed(best.elo)} ({_range(best.elo_low, best.elo_high)})"
    ratings = rate_players(plan, scores)
    numbers = {player.name: number for number, player in enumerate(plan.players)}
    equals = [
        other.name
        for other in others
        if ratings.difference(numbers[best.name], numbers[other.name]).low <= 0
        and not _beats(plan, scores, best.name, other.name)
    ]
    if not equals:
        return f"“{best.name}” is the best of {len(table.players)}, better than each of the others at 95 %: {made}."
    more = f" and {len(equals) - 1} more" if len(equals) > 1 else ""
    return f"“{best.name}” leads with {made}, but at 95 % “{equals[0]}”{more} may be as good."


def _beats(plan: Plan, scores: Sequence[tuple[Pairing, MatchScore]], one: str, other: str) -> bool:
    """Whether the games between the two alone show that the one is better."""
    pairs = [0] * 5
    for pairing, score in scores:
        names = plan.players[pairing.one].name, plan.players[pairing.other].name
        if set(names) == {one, other}:
            counted = score.pairs if names[0] == one else score.pairs[::-1]
            pairs = [a + b for a, b in zip(pairs, counted, strict=True)]
    interval = elo_interval(pairs)
    return interval is not None and interval.low is not None and interval.low > 0


def describe_sprt(plan: Plan, played: Mapping[int, FinishedGame], *, complete: bool) -> str:
    """How the sequential test stands; empty without one."""
    if plan.test is None:
        return ""
    verdict = plan.test.verdict(score_tested(plan, played).pairs)
    if not verdict.decided and complete:
        return "The test is not decided; it would take more games."
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
