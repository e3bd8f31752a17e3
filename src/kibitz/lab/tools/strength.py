"""How much stronger a player gets with more depth, more nodes or more time.

    depth 1  ◀─ match ─▶  depth 2  ◀─ match ─▶  depth 3 …

The player plays a match against itself with the next larger limit, for each step. What a step is worth is the Elo of
its match, with the interval of the pairs; the ratings of all limits on one scale come from all games together
(`arena/ratings.py`). A step that is so large that one side wins everything has no Elo, only a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise

from kibitz.arena.match import Match, MatchResult
from kibitz.arena.ratings import Encounter, bradley_terry
from kibitz.core.errors import BadOption
from kibitz.core.spec import join_spec, split_spec, value_text
from kibitz.lab.outcome import Outcome
from kibitz.lab.tools.bars import Bar, make_bars

LIMITS = ("depth", "nodes", "time")  # of which one is varied
MAX_LIMITS = 64
SHARES = (0.0, 0.5, 1.0, 1.5, 2.0)  # points of a pair of games, as `MatchResult.pairs` counts them


@dataclass(frozen=True)
class LimitStrength:
    """The player with one limit: its rating on the scale of all, what it costs, and what the last step was worth.

    `gain`, `gain_low` and `gain_high` (Elo over the limit before it) are None for the first limit, and where a bound is
    infinite because one side won everything.
    """

    limit: float
    player: str
    elo: float
    elo_low: float
    elo_high: float
    gain: float | None
    gain_low: float | None
    gain_high: float | None
    score: float | None
    games: int
    average_depth: float | None
    nodes_per_move: float
    seconds_per_move: float


@dataclass(frozen=True)
class Strength:
    """A player by its limit; the mean of the ratings is 0."""

    game: str
    player: str
    limited: str
    games: int
    seed: int
    limits: tuple[LimitStrength, ...]


def measure_strength(
    game: str,
    player: str,
    limited: str,
    limits: Sequence[float],
    *,
    games: int = 100,
    seed: int = 0,
    openings: str = "",
    workers: int = 1,
    cluster: str | None = None,
    on_game: Callable[[int, int, str], None] = lambda done, planned, pair: None,
) -> Strength:
    """Measure a player with each of the limits on `limited`, one of "depth", "nodes" and "time" (seconds a move)."""
    rungs = [limit_player(player, limited, limit) for limit in check_limits(limited, limits)]
    results = []
    planned = games * (len(rungs) - 1)
    for number, (weaker, stronger) in enumerate(pairwise(rungs)):
        match = Match(game, (stronger, weaker), games, seed + number, workers, cluster, openings)
        with closing(match.play()) as scores:
            for score in scores:
                on_game(number * games + len(score.played), planned, f"{stronger} against {weaker}")
        results.append(match.result(score))
    return Strength(results[0].game, player, limited, games, seed, _rate(limits, rungs, results))


def check_limits(limited: str, limits: Sequence[float]) -> Sequence[float]:
    """Refuse limits that are not a ladder."""
    if limited not in LIMITS:
        raise BadOption(f"'{limited}' is not a limit; it is one of {', '.join(LIMITS)}.")
    if not 2 <= len(limits) <= MAX_LIMITS:
        raise BadOption(
            f"The number of limits is {len(limits):,}; give 2 to {MAX_LIMITS}, each larger than the one before."
        )
    for low, high in pairwise(limits):
        if low >= high:
            raise BadOption(f"{high:g} after {low:g} is not allowed; every limit must be larger than the one before.")
    return limits


def limit_player(player: str, limited: str, limit: float) -> str:
    """The spec of a player with a limit put in."""
    name, texts = split_spec(player)
    taken = [key for key in LIMITS if key in texts]
    if taken:
        raise BadOption(f"{player} has a limit on {taken[0]} already; leave it out, since the limits are varied here.")
    texts[limited] = value_text(limit)
    return join_spec(name, texts)


def _rate(limits: Sequence[float], rungs: Sequence[str], results: Sequence[MatchResult]) -> tuple[LimitStrength, ...]:
    encounters = [
        Encounter(number + 1, number, points, 2)
        for number, result in enumerate(results)
        for points, count in zip(SHARES, result.pairs, strict=True)
        for _ in range(count)
    ]
    ratings = bradley_terry(len(rungs), encounters)
    rows = []
    for number, (limit, rung, rating) in enumerate(zip(limits, rungs, ratings, strict=True)):
        before = results[number - 1] if number else None
        played = [(before, 0)] if before else []  # with the side of each result that this rung had
        played += [(results[number], 1)] if number < len(results) else []
        moves = sum(result.moves[side] for result, side in played)
        rows.append(
            LimitStrength(
                limit=limit,
                player=rung,
                elo=rating.elo,
                elo_low=rating.low,
                elo_high=rating.high,
                gain=before.elo if before else None,
                gain_low=before.elo_low if before else None,
                gain_high=before.elo_high if before else None,
                score=before.score / before.games if before else None,
                games=sum(result.games for result, _ in played),
                average_depth=played[-1][0].average_depth[played[-1][1]],
                nodes_per_move=sum(result.nodes[side] for result, side in played) / max(moves, 1),
                seconds_per_move=sum(result.seconds[side] for result, side in played) / max(moves, 1),
            )
        )
    return tuple(rows)


def make_strength_outcome(found: Strength) -> Outcome:
    """The ratings as the outcome of an experiment, to be drawn."""
    bars = {f"{row.limit:g}": Bar(row.elo, row.elo_low, row.elo_high) for row in found.limits}
    title = f"{found.player} on {found.game}"
    return make_bars("strength", title, along=found.limited, measured="rating", unit="Elo", bars=bars)
