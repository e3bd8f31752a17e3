"""Elo, its interval, the sequential test and ratings: against published cases, other libraries, and simulation."""

from __future__ import annotations

import math
import random
from itertools import combinations

import choix
import pytest
from openskill.models import BradleyTerryFull
from scipy.optimize import brentq

from kibitz.arena.elo import (
    Sprt,
    count_pairs,
    elo_from_score,
    elo_interval,
    log_likelihood_ratio,
    score_from_elo,
)
from kibitz.arena.ratings import ELO, PRIOR, Encounter, bradley_terry

# Tests of chess programs as their authors reported them (Stockfish pull requests 2950, 2951, 2971 and 3209, of 2020):
# the pentanomial, the two hypotheses in Elo, and the log-likelihood ratio with two digits.
PUBLISHED = [
    ((17, 253, 1042, 337, 39), -0.50, 1.50, 2.96),
    ((11, 407, 3238, 513, 11), 0.25, 1.75, 2.93),
    ((59, 754, 2467, 865, 75), -0.50, 1.50, 2.95),
    ((33, 1185, 8378, 1302, 50), 0.25, 1.75, 2.95),
    ((149, 4748, 32785, 5063, 159), 0.25, 1.75, 2.95),
    ((253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94),
]


@pytest.mark.parametrize(("pairs", "elo0", "elo1", "ratio"), PUBLISHED)
def test_the_likelihood_ratio_is_the_published_one(
    pairs: tuple[int, ...], elo0: float, elo1: float, ratio: float
) -> None:
    assert log_likelihood_ratio(pairs, elo0, elo1) == pytest.approx(ratio, abs=0.006)


def test_elo_is_the_textbook_s() -> None:
    """A difference of 200 points is worth 76 %, of 400 points ten to one [Elo 1978, 1.4 and 2.11]."""
    assert score_from_elo(200) == pytest.approx(0.76, abs=0.001)
    assert score_from_elo(400) == pytest.approx(10 / 11)
    assert elo_from_score(score_from_elo(-123.0)) == pytest.approx(-123.0)
    assert elo_from_score(1.0) is None


def test_pairs_are_counted_by_points() -> None:
    assert count_pairs([(0, 0), (1, 0), (0.5, 0.5), (0, 0.5), (1, 0.5), (1, 1), (1, 1)]) == (1, 1, 2, 1, 2)


def test_without_a_loss_there_is_no_upper_end() -> None:
    interval = elo_interval((0, 0, 0, 0, 10))
    assert interval is not None
    assert interval.elo is None
    assert interval.high is None
    assert interval.low is not None
    assert interval.low > 0
    assert elo_interval((0, 0, 0, 0, 0)) is None


def test_an_opening_that_always_wins_for_one_side_tells_nothing_about_the_players() -> None:
    """Every pair a win each: as single games these would be a wide spread, as pairs they are none."""
    interval = elo_interval((0, 0, 100, 0, 0))
    assert interval is not None
    assert interval.elo == 0
    assert interval.high is not None
    assert interval.high < 30  # 100 wins and 100 losses taken one by one would give 48


def points(rng: random.Random, score: float, draws: float) -> float:
    """The points of one game for a player of this true score."""
    drawn = draws * 2 * min(score, 1 - score)
    throw = rng.random()
    return 1.0 if throw < score - drawn / 2 else 0.5 if throw < score + drawn / 2 else 0.0


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "draws", "pairs"), [(0, 0.5, 50), (80, 0.0, 50), (-150, 0.3, 80)])
def test_the_interval_holds_the_truth_as_often_as_it_says(elo: float, draws: float, pairs: int) -> None:
    """In 93 to 97 % of 2,000 matches. Openings favour one side or the other, by up to 150 Elo."""
    rng, held = random.Random(2026), 0
    truth = sum(score_from_elo(elo + favour) + score_from_elo(elo - favour) for favour in range(-150, 151)) / 602
    for _ in range(2000):
        favours = [rng.randint(-150, 150) for _ in range(pairs)]
        games = [
            (points(rng, score_from_elo(elo + favour), draws), points(rng, score_from_elo(elo - favour), draws))
            for favour in favours
        ]
        interval = elo_interval(count_pairs(games))
        assert interval is not None
        low, high = (end if end is not None else math.inf for end in (interval.low, interval.high))
        held += low <= (elo_from_score(truth) or 0) <= high
    assert 0.93 <= held / 2000 <= 0.97


@pytest.mark.slow
def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    rng, wrong, games = random.Random(7), 0, 0
    for trial in range(100):
        elo, test, pairs = (40.0 if trial % 2 else 0.0), Sprt(0, 40), [0] * 5
        while not (verdict := test.verdict(pairs)).decided:
            for _ in range(4):
                pairs[round(2 * sum(points(rng, score_from_elo(elo), 0.4) for _ in range(2)))] += 1
        wrong += verdict.better != (elo == 40)
        games += 2 * sum(pairs)
    assert wrong <= 10
    assert games / 100 < 490  # what a test of fixed length takes: (2 * 1.645)**2 * 0.15 / 0.0575**2


def test_the_sequential_test_speaks_plainly() -> None:
    test = Sprt(0, 20)
    assert test.verdict((0, 0, 0, 0, 0)).words == "not known yet: more games are needed"
    assert test.verdict((1, 10, 50, 60, 40)).words == "stop: the first is better, 95 %"
    assert test.verdict((40, 60, 50, 10, 1)).words == "stop: the first is not better by 20 Elo, 95 %"
    assert Sprt(-20, 0).verdict((1, 10, 50, 60, 40)).words == "stop: the first is not worse, 95 %"


def a_round_robin(seed: int, strengths: list[float], games: int) -> list[Encounter]:
    rng, played = random.Random(seed), []
    for one, other in combinations(range(len(strengths)), 2):
        score = score_from_elo(strengths[one] - strengths[other])
        for _ in range(games):
            played.append(Encounter(one, other, points(rng, score, 0.3), 1))
    return played


def test_ratings_are_those_of_choix() -> None:
    """choix minimises the same sum; it knows no draws, so that every game counts there as two halves."""
    encounters = a_round_robin(3, [-200, -50, 0, 80, 300], 20)
    data = [
        halves
        for one, other, won, _ in encounters
        for halves in [(one, other)] * round(2 * won) + [(other, one)] * round(2 - 2 * won)
    ]
    theirs = choix.opt_pairwise(5, data, alpha=2 * PRIOR, tol=1e-9)
    ours = [rating.elo / ELO for rating in bradley_terry(5, encounters)]
    assert ours == pytest.approx([float(one) - sum(map(float, theirs)) / 5 for one in theirs], abs=1e-4)


def test_ratings_rank_as_openskill_does() -> None:
    strengths = [-300.0, 300.0, 0.0, 150.0, -150.0]
    encounters = a_round_robin(5, strengths, 40)
    model = BradleyTerryFull()
    rated = [model.rating() for _ in strengths]
    for one, other, won, _ in encounters:
        rank = [1.0, 1.0] if won == 0.5 else [2.0 - won, 1.0 + won]
        (rated[one],), (rated[other],) = model.rate([[rated[one]], [rated[other]]], ranks=rank)
    ours = bradley_terry(5, encounters)
    order = sorted(range(5), key=lambda player: ours[player].elo)
    assert order == sorted(range(5), key=lambda player: float(rated[player].mu)) == [0, 4, 2, 3, 1]


@pytest.mark.slow
def test_the_intervals_of_ratings_and_of_their_differences_hold_the_truth() -> None:
    strengths, held, held_differences = [-150.0, -30.0, 20.0, 160.0], 0, 0
    for seed in range(500):
        ratings = bradley_terry(4, a_round_robin(seed, strengths, 25))
        for true, rating in zip(strengths, ratings, strict=True):
            held += rating.low <= true <= rating.high
        for one, other in combinations(range(4), 2):
            difference = ratings.difference(one, other)
            held_differences += difference.low <= strengths[one] - strengths[other] <= difference.high
    assert 0.93 <= held / 2000 <= 0.97
    assert 0.93 <= held_differences / 3000 <= 0.97


def test_the_interval_of_a_difference_is_that_of_the_likelihood_ratio() -> None:
    """scipy finds where the likelihood of a match has fallen far enough; the other players have no part in it."""
    won, games, drop = 28, 40, 1.959964**2 / 2
    encounters = [Encounter(0, 1, float(number < won), 1) for number in range(games)]

    def fallen(elo: float) -> float:
        score = score_from_elo(elo)
        best = won / games
        likelihood = won * math.log(score / best) + (games - won) * math.log((1 - score) / (1 - best))
        return -likelihood - drop * dispersion

    best = won / games
    dispersion = (games * best * (1 - best) + 1) / (games * best * (1 - best) + 1) * games / (games - 1)
    top = elo_from_score(best)
    assert top is not None
    expected = (brentq(fallen, -400, top), brentq(fallen, top, 900))
    difference = bradley_terry(2, encounters, prior=1e-9).difference(0, 1)
    assert (difference.low, difference.high) == pytest.approx(expected, abs=0.1)
    third = [Encounter(1, 2, 1.0, 1), Encounter(1, 2, 0.0, 1)]
    assert bradley_terry(3, encounters + third, prior=1e-9).difference(0, 1).elo == pytest.approx(difference.elo)


def test_a_hopeless_player_widens_only_its_own_interval() -> None:
    strengths = [200.0, 150.0, 100.0, 50.0, 0.0]
    among = a_round_robin(1, strengths, 6)
    lost = [Encounter(number, 5, 0.5 if number == game == 0 else 1.0, 1) for number in range(5) for game in range(6)]
    alone, together = bradley_terry(5, among), bradley_terry(6, among + lost)
    for number in range(5):
        assert together[number].high - together[number].low < 1.1 * (alone[number].high - alone[number].low)
        assert together.difference(number, 5).low > 200
    assert together[5].high - together[5].low > 2 * (together[0].high - together[0].low)
    assert together[5].high < min(rating.low for rating in together[:5])


def test_ratings_are_finite_for_who_wins_everything_and_level_without_games() -> None:
    ratings = bradley_terry(3, [Encounter(0, 1, 2, 2)] * 10)
    assert ratings[0].elo > 300 > -300 > ratings[1].elo
    assert ratings[0].high - ratings[0].low > 300
    assert ratings[2].elo == pytest.approx(0)
    assert list(bradley_terry(0, [])) == []
