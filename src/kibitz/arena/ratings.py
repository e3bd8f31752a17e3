"""Ratings of many players from all their games: the model of Bradley and Terry, with intervals.

    P(i beats j) = 1 / (1 + exp(r[j] - r[i]))       a draw is half a win and half a loss

["Rank Analysis of Incomplete Block Designs", 1952.] The likeliest ratings are found by Newton's method. A very weak
prior keeps the rating of a player finite who has won or lost everything. Ratings are given in Elo; their mean is 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

__all__ = ["Encounter", "Rating", "bradley_terry"]

ELO = 400 / math.log(10)  # a unit of the model in Elo
PRIOR = 0.01  # a rating r costs PRIOR * r**2 of log-likelihood: a standard deviation of some 1,200 Elo
ENOUGH = 1e-10  # the last step of Newton's method
MAX_STEPS = 200

Matrix: TypeAlias = list[list[float]]


class Encounter(NamedTuple):
    """Games between two players, by number, that belong together (a pair on one opening, or a single game)."""

    one: int
    other: int
    points: float  # of the one
    games: int


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float
    high: float


def bradley_terry(
    players: int, encounters: Sequence[Encounter], *, confidence: float = 0.95, prior: float = PRIOR
) -> list[Rating]:
    """The rating of each player, and the interval that holds its true value with that confidence.

    The interval comes from how much the encounters really differ from what was expected [the sandwich of White,
    "Maximum Likelihood Estimation of Misspecified Models", 1982], so that draws and paired openings make it as narrow
    as is right.
    """
    ratings = _likeliest(players, encounters, prior)
    inverse = _inverse(_curvature(ratings, encounters, prior))
    spread = _product(_product(inverse, _scatter(ratings, encounters)), inverse)
    reach = NormalDist().inv_cdf(0.5 + confidence / 2)
    errors = [reach * math.sqrt(max(spread[i][i], 0.0)) for i in range(players)]
    return [Rating(ELO * r, ELO * (r - e), ELO * (r + e)) for r, e in zip(ratings, errors, strict=True)]


def _expected(ratings: Sequence[float], one: int, other: int) -> float:
    return 1 / (1 + math.exp(ratings[other] - ratings[one]))


def _likeliest(players: int, encounters: Sequence[Encounter], prior: float) -> list[float]:
    ratings = [0.0] * players
    for _ in range(MAX_STEPS):
        slope = [-2 * prior * r for r in ratings]
        for one, other, points, games in encounters:
            surplus = points - games * _expected(ratings, one, other)
            slope[one] += surplus
            slope[other] -= surplus
        inverse = _inverse(_curvature(ratings, encounters, prior))
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        longest = max(map(abs, step), default=0.0)
        shorten = min(1.0, 1.0 / longest) if longest else 1.0  # a long step of Newton's may go too far
        ratings = [r + shorten * s for r, s in zip(ratings, step, strict=True)]
        if longest < ENOUGH:
            break
    return ratings  # their sum is 0: the prior is least there


def _curvature(ratings: Sequence[float], encounters: Sequence[Encounter], prior: float) -> Matrix:
    """Minus the second derivatives of the log-likelihood."""
    players = len(ratings)
    matrix = [[2 * prior if i == j else 0.0 for j in range(players)] for i in range(players)]
    for one, other, _, games in encounters:
        expected = _expected(ratings, one, other)
        _add_edge(matrix, one, other, games * expected * (1 - expected))
    return matrix


def _scatter(ratings: Sequence[float], encounters: Sequence[Encounter]) -> Matrix:
    """The sum of the squared slopes, one for each encounter.

    As in `elo.elo_interval`, any two that have met count one more game won and one lost, so that a player who
    has won everything is not thought to be beyond all doubt.
    """
    players = len(ratings)
    matrix = [[0.0] * players for _ in range(players)]
    for one, other, points, games in encounters:
        _add_edge(matrix, one, other, (points - games * _expected(ratings, one, other)) ** 2)
    for one, other in {(encounter.one, encounter.other) for encounter in encounters}:
        expected = _expected(ratings, one, other)
        _add_edge(matrix, one, other, expected**2 + (1 - expected) ** 2)
    return matrix


def _add_edge(matrix: Matrix, one: int, other: int, weight: float) -> None:
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def _product(a: Matrix, b: Matrix) -> Matrix:
    columns = list(zip(*b, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in a]


def _inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan; the prior makes the matrix positive definite, so that the diagonal may serve as pivots."""
    size = len(matrix)
    rows = [[*row, *(1.0 if i == j else 0.0 for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        pivot = rows[i][i]
        rows[i] = [x / pivot for x in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                factor = rows[j][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]
