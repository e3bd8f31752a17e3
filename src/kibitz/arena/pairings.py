"""Who meets whom in a tournament.

Pairings are numbered in the order they are made, and the games of pairing p have the numbers from p * games on. So a
game has the same number, opening and seeds whenever and wherever it is played. Everything follows from the plan and
from the games played so far: that is how a tournament resumes as if it had never been interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kibitz.arena.game_task import FinishedGame, GameTask
from kibitz.arena.match import MatchScore, match_tasks
from kibitz.arena.openings import Opening
from kibitz.arena.plan import GAUNTLET, SWISS, Plan


@dataclass(frozen=True)
class Pairing:
    """Two players that meet, by their places in the plan."""

    number: int
    one: int
    other: int


def pair_rounds(plan: Plan, played: Mapping[int, FinishedGame]) -> Iterator[list[Pairing]]:
    """The pairings, round by round; each must have been played (into `played`) before the next is asked for."""
    count = len(plan.players)
    if plan.kind != SWISS:
        meetings = combinations(range(count), 2) if plan.kind != GAUNTLET else ((0, other) for other in range(1, count))
        yield [Pairing(number, one, other) for number, (one, other) in enumerate(meetings)]
        return
    made: list[Pairing] = []
    byes: list[int] = []
    for _ in range(plan.count_of_rounds):
        points = sum_points(plan, score_pairings(plan, made, played))
        order = sorted(range(count), key=lambda player: (-points[player] - plan.games * byes.count(player), player))
        if count % 2:
            bye = min(reversed(order), key=byes.count)  # the lowest of those with the fewest byes
            byes.append(bye)
            order.remove(bye)
        met = {frozenset((pairing.one, pairing.other)) for pairing in made}
        pairs = _pair_up(order, met) or _pair_up(order, set())  # when all have met all, they meet again
        assert pairs is not None
        now = [Pairing(len(made) + number, *pair) for number, pair in enumerate(pairs)]
        made += now
        yield now


def find_pairings(plan: Plan, played: Mapping[int, FinishedGame]) -> tuple[list[Pairing], bool]:
    """The pairings that follow from the games played so far, and whether nothing is left to play."""
    known: list[Pairing] = []
    for pairings in pair_rounds(plan, played):
        known += pairings
        if any(number not in played for number in range(len(known) * plan.games)):
            return known, is_decided(plan, score_tested(plan, played))
    return known, True


def score_tested(plan: Plan, played: Mapping[int, FinishedGame]) -> MatchScore:
    """The games of the first two players, which the test of a plan is about."""
    return score_pairing(plan, Pairing(0, 0, 1), played)


def is_decided(plan: Plan, score: MatchScore) -> bool:
    """Whether the test of a plan has its answer, by the games of `score_tested`, so that no more are needed."""
    return plan.test is not None and plan.test.verdict(score.pairs).decided


def _pair_up(order: Sequence[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    """Pair the best with the next best that it has not met, and so on; None if that is impossible."""
    if not order:
        return []
    first, rest = order[0], order[1:]
    for other in rest:
        if frozenset((first, other)) not in met:
            others = _pair_up([player for player in rest if player != other], met)
            if others is not None:
                return [(first, other), *others]
    return None


def pairing_tasks(plan: Plan, pairing: Pairing, openings: Sequence[Opening], *, alone: bool) -> Iterator[GameTask]:
    """The games of a pairing."""
    players = (plan.players[pairing.one].spec, plan.players[pairing.other].spec)
    first = pairing.number * plan.games
    common = GameTask(first, plan.game, players, patience=plan.patience, overtime=plan.overtime, alone=alone)
    return match_tasks(common, openings, plan.games, plan.seed)


def score_pairing(plan: Plan, pairing: Pairing, played: Mapping[int, FinishedGame]) -> MatchScore:
    """How a pairing has gone so far."""
    score, first = MatchScore(), pairing.number * plan.games
    numbers = range(first, first + plan.games)
    for number in numbers if len(played) >= plan.games else filter(numbers.__contains__, tuple(played)):
        finished = played.get(number)
        if finished is not None:
            score.add(number - first, finished)
    return score


def score_pairings(
    plan: Plan, pairings: Sequence[Pairing], played: Mapping[int, FinishedGame]
) -> list[tuple[Pairing, MatchScore]]:
    """How each of the pairings has gone so far."""
    return [(pairing, score_pairing(plan, pairing, played)) for pairing in pairings]


def sum_points(plan: Plan, scores: Sequence[tuple[Pairing, MatchScore]]) -> list[float]:
    """The points of each player, in the order of the plan."""
    points = [0.0] * len(plan.players)
    for pairing, score in scores:
        points[pairing.one] += score.points_of(0)
        points[pairing.other] += score.points_of(1)
    return points
