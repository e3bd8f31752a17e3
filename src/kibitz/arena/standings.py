"""The table of a tournament: points, results and ratings of every player after the games played so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kibitz.arena.game_task import FinishedGame, total_effort
from kibitz.arena.match import MatchScore
from kibitz.arena.pairings import Pairing, score_pairings, sum_points
from kibitz.arena.plan import Plan
from kibitz.arena.ratings import Encounter, Ratings, bradley_terry


@dataclass(frozen=True)
class Standing:
    """One player's line in the table. `against`: points and games against each of the others, in the table's order.

    `elo` is relative to the mean of all. The interval, which holds the truth in 95 % of tournaments, is that against
    all players, each counted by how much its games tell (`arena/ratings.py`).
    """

    rank: int
    name: str
    spec: str
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    elo: float
    elo_low: float
    elo_high: float
    moves: int
    boards_evaluated: int
    nodes: int
    cutoffs: int
    evaluations: int
    finished_games: int
    memory: int
    average_depth: float | None
    seconds: float
    against: tuple[tuple[float, int] | None, ...]


@dataclass(frozen=True)
class Standings:
    """The table, best first. `planned`: games in all, as far as is known yet. `distinct_games`: without repetitions."""

    game: str
    kind: str
    games: int
    planned: int
    distinct_games: int
    players: tuple[Standing, ...]


def compute_standings(plan: Plan, pairings: Sequence[Pairing], played: Mapping[int, FinishedGame]) -> Standings:
    """How everybody stands after the games played so far."""
    scores = score_pairings(plan, pairings, played)
    ratings = rate_players(plan, scores)
    points = sum_points(plan, scores)
    order = sorted(range(len(plan.players)), key=lambda player: (-points[player], -ratings[player].elo, player))
    lines = []
    for rank, player in enumerate(order, start=1):
        own = [(p.other, score, 0) for p, score in scores if p.one == player]
        own += [(p.one, score, 1) for p, score in scores if p.other == player]
        effort = total_effort([score.effort(side) for _, score, side in own])
        meetings = {other: [(s, side) for who, s, side in own if who == other] for other in order}
        lines.append(
            Standing(
                rank=rank,
                name=plan.players[player].name,
                spec=plan.players[player].spec,
                points=points[player],
                games=sum(len(score.played) for _, score, _ in own),
                wins=sum(score.losses if side else score.wins for _, score, side in own),
                draws=sum(score.draws for _, score, _ in own),
                losses=sum(score.wins if side else score.losses for _, score, side in own),
                forfeits=sum(score.forfeits(side) for _, score, side in own),
                elo=ratings[player].elo,
                elo_low=ratings[player].low,
                elo_high=ratings[player].high,
                moves=effort.moves,
                boards_evaluated=effort.boards_evaluated,
                nodes=effort.nodes,
                cutoffs=effort.cutoffs,
                evaluations=effort.evaluations,
                finished_games=effort.finished_games,
                memory=effort.memory,
                average_depth=effort.average_depth,
                seconds=effort.seconds,
                against=tuple(_against(meetings[other]) for other in order),
            )
        )
    distinct = sum(len({finished.moves for finished in score.played.values()}) for _, score in scores)
    return Standings(plan.game, plan.kind, len(played), len(pairings) * plan.games, distinct, tuple(lines))


def rate_players(plan: Plan, scores: Sequence[tuple[Pairing, MatchScore]]) -> Ratings:
    """The ratings, in the order in which the plan names the players."""
    return bradley_terry(len(plan.players), list(_encounters(scores)))


def _against(meetings: Sequence[tuple[MatchScore, int]]) -> tuple[float, int] | None:
    games = sum(len(score.played) for score, _ in meetings)
    return (sum(score.points_of(side) for score, side in meetings), games) if meetings else None


def _encounters(scores: Sequence[tuple[Pairing, MatchScore]]) -> Iterator[Encounter]:
    """Pairs of games on one opening, and what is left over, for the ratings."""
    for pairing, score in scores:
        for index in sorted(score.played):
            both = [i for i in (index, index ^ 1) if i in score.played]
            if index == min(both):
                points = sum(score.points(i, score.played[i]) for i in both)
                yield Encounter(pairing.one, pairing.other, points, len(both))
