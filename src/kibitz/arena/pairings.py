"""Who meets whom, and how everybody stands.

Pairings are numbered in the order they are made, and the games of pairing p are numbers p * games and on, so that a
game has the same number, opening and seeds whenever and wherever it is played. Everything follows from the plan and
from the games played so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kibitz.arena.game_task import Finished, Task, total_effort
from kibitz.arena.match import Tally, match_tasks
from kibitz.arena.openings import Opening
from kibitz.arena.plan import GAUNTLET, SWISS, Plan
from kibitz.arena.ratings import Encounter, bradley_terry

__all__ = [
    "Pairing",
    "Standing",
    "Standings",
    "is_decided",
    "known_pairings",
    "rounds",
    "score_of",
    "standings",
    "tasks_of",
]


@dataclass(frozen=True)
class Pairing:
    """Two players that meet, by their places in the plan."""

    number: int
    one: int
    other: int


def rounds(plan: Plan, played: Mapping[int, Finished]) -> Iterator[list[Pairing]]:
    """The pairings, round by round; each must have been played (into `played`) before the next is asked for."""
    count = len(plan.players)
    if plan.kind != SWISS:
        meetings = combinations(range(count), 2) if plan.kind != GAUNTLET else ((0, other) for other in range(1, count))
        yield [Pairing(number, one, other) for number, (one, other) in enumerate(meetings)]
        return
    made: list[Pairing] = []
    byes: list[int] = []
    for _ in range(plan.count_of_rounds):
        points = _points(plan, made, played)
        order = sorted(range(count), key=lambda player: (-points[player] - plan.games * byes.count(player), player))
        if count % 2:
            bye = min(reversed(order), key=byes.count)  # the last of those who have rested least
            byes.append(bye)
            order.remove(bye)
        met = {frozenset((pairing.one, pairing.other)) for pairing in made}
        pairs = _pair_up(order, met) or _pair_up(order, set())  # when all have met all, they meet again
        assert pairs is not None
        now = [Pairing(len(made) + number, *pair) for number, pair in enumerate(pairs)]
        made += now
        yield now


def known_pairings(plan: Plan, played: Mapping[int, Finished]) -> tuple[list[Pairing], bool]:
    """The pairings that follow from the games played so far, and whether nothing is left to play."""
    known: list[Pairing] = []
    for pairings in rounds(plan, played):
        known += pairings
        if any(number not in played for number in range(len(known) * plan.games)):
            return known, is_decided(plan, played)
    return known, True


def is_decided(plan: Plan, played: Mapping[int, Finished]) -> bool:
    """Whether the test of a plan has its answer, so that no more games are needed."""
    test = plan.test
    return test is not None and test.verdict(score_of(plan, Pairing(0, 0, 1), played).pairs).decided


def _pair_up(order: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """The best with the next best that it has not met, and so on down; None if that cannot be done for all."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    for other in rest:
        if frozenset((first, other)) not in met:
            others = _pair_up([player for player in rest if player != other], met)
            if others is not None:
                return [(first, other), *others]
    return None


def tasks_of(plan: Plan, pairing: Pairing, openings: Sequence[Opening], *, alone: bool) -> list[Task]:
    """The games of a pairing."""
    players = (plan.players[pairing.one].spec, plan.players[pairing.other].spec)
    first = pairing.number * plan.games
    common = Task(first, plan.game, players, patience=plan.patience, overtime=plan.overtime, alone=alone)
    return match_tasks(common, openings, plan.games, plan.seed)


def score_of(plan: Plan, pairing: Pairing, played: Mapping[int, Finished]) -> Tally:
    """How a pairing has gone so far."""
    score = Tally()
    for index in range(plan.games):
        finished = played.get(pairing.number * plan.games + index)
        if finished is not None:
            score.add(index, finished)
    return score


def _points(plan: Plan, pairings: Sequence[Pairing], played: Mapping[int, Finished]) -> list[float]:
    points = [0.0] * len(plan.players)
    for pairing in pairings:
        score = score_of(plan, pairing, played)
        points[pairing.one] += score.points_of(0)
        points[pairing.other] += score.points_of(1)
    return points


@dataclass(frozen=True)
class Standing:
    """One player's line in the table. `against`: points and games against each of the others, in the table's order.

    `elo` is relative to the mean of all; the interval holds the truth in 95 % of tournaments.
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
    nodes: int
    evaluations: int
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


def standings(plan: Plan, pairings: Sequence[Pairing], played: Mapping[int, Finished]) -> Standings:
    """How everybody stands after the games played so far."""
    scores = [(pairing, score_of(plan, pairing, played)) for pairing in pairings]
    ratings = bradley_terry(len(plan.players), list(_encounters(scores)))
    points = _points(plan, pairings, played)
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
                nodes=effort.nodes,
                evaluations=effort.evaluations,
                average_depth=effort.average_depth,
                seconds=effort.seconds,
                against=tuple(_against(meetings[other]) for other in order),
            )
        )
    distinct = sum(len({finished.moves for finished in score.played.values()}) for _, score in scores)
    return Standings(plan.game, plan.kind, len(played), len(pairings) * plan.games, distinct, tuple(lines))


def _against(meetings: Sequence[tuple[Tally, int]]) -> tuple[float, int] | None:
    games = sum(len(score.played) for score, _ in meetings)
    return (sum(score.points_of(side) for score, side in meetings), games) if meetings else None


def _encounters(scores: Sequence[tuple[Pairing, Tally]]) -> Iterator[Encounter]:
    """Pairs of games on one opening, and what is left over, for the ratings."""
    for pairing, score in scores:
        for index in sorted(score.played):
            both = [i for i in (index, index ^ 1) if i in score.played]
            if index == min(both):
                points = sum(score.points(i, score.played[i]) for i in both)
                yield Encounter(pairing.one, pairing.other, points, len(both))
