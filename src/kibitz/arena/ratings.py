"""Ratings of many players from all their games: the model of Bradley and Terry, with intervals.

    P(i beats j) = 1 / (1 + exp(r[j] - r[i]))       a draw is half a win and half a loss

["Rank Analysis of Incomplete Block Designs", 1952.] The likeliest ratings are found by Newton's method. A very weak
prior keeps the rating of a player finite who has won or lost everything. Ratings are given in Elo; their mean is 0.

Intervals come from the profile likelihood: they hold every value that the games do not make much less likely, whatever
the other ratings then are. So an interval may reach further to one side, as that of a player who loses nearly always
does. Draws, and openings that favour one side, make results vary less or more than single games with two outcomes
would; the likelihood is divided by how much more they vary [Wedderburn, "Quasi-Likelihood Functions", 1974].

Only differences of ratings can be known. Who is better is therefore answered by `difference`. The interval of one
rating is that of its difference to all players, each counted by how much its games tell: a player who loses everything
tells next to nothing, and does not widen the intervals of the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple, TypeAlias, overload

import numpy as np

ELO = 400 / math.log(10)  # a unit of the model in Elo
PRIOR = 0.01  # a rating r costs PRIOR * r**2 of log-likelihood: a standard deviation of some 1,200 Elo
ENOUGH = 1e-10  # the last step of Newton's method
CLOSE = 1e-6  # of an end of an interval, as a share
MAX_STEPS = 200

Vector: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


class Encounter(NamedTuple):
    """Games between two players, by number, that belong together (a pair on one opening, or a single game)."""

    one: int
    other: int
    points: float  # of the one
    games: int


@dataclass(frozen=True)
class Rating:
    """A rating or a difference of two, and the interval that holds its true value."""

    elo: float
    low: float
    high: float


def bradley_terry(
    players: int, encounters: Sequence[Encounter], *, confidence: float = 0.95, prior: float = PRIOR
) -> Ratings:
    """The rating of each player, with intervals of that confidence."""
    return Ratings(_Model(players, encounters, prior), confidence)


class Ratings(Sequence[Rating]):
    """The ratings by the numbers of the players."""

    def __init__(self, model: _Model, confidence: float) -> None:
        self._model = model
        self._likeliest = model.fit(np.zeros(model.players), np.zeros(model.players))
        self._drop = NormalDist().inv_cdf(0.5 + confidence / 2) ** 2 / 2 * model.dispersion(self._likeliest)
        told = np.diag(model.curvature(self._likeliest))
        self._reference = told / told.sum() if model.players else told

    def __len__(self) -> int:
        return self._model.players

    @overload
    def __getitem__(self, player: int) -> Rating: ...
    @overload
    def __getitem__(self, player: slice) -> list[Rating]: ...
    def __getitem__(self, player: int | slice) -> Rating | list[Rating]:
        if isinstance(player, slice):
            return [self[one] for one in range(len(self))[player]]
        if not 0 <= player < len(self):
            raise IndexError(player)
        return self._interval(float(self._likeliest[player]), self._unit(player) - self._reference)

    def difference(self, one: int, other: int) -> Rating:
        """How much better the one is than the other."""
        return self._interval(float(self._likeliest[one] - self._likeliest[other]), self._unit(one) - self._unit(other))

    def _unit(self, player: int) -> Vector:
        unit = np.zeros(len(self))
        unit[player] = 1
        return unit

    def _interval(self, value: float, contrast: Vector) -> Rating:
        up, down = (_reach(self._model, self._likeliest, sign * contrast, self._drop) for sign in (1, -1))
        return Rating(ELO * value, ELO * (value - down), ELO * (value + up))


class _Model:
    """The likelihood of ratings, given the games; of games between the same two only the sums count."""

    def __init__(self, players: int, encounters: Sequence[Encounter], prior: float) -> None:
        self.players, self.prior, self.encounters = players, prior, encounters
        self.points, self.games = np.zeros((players, players)), np.zeros((players, players))
        for one, other, points, games in encounters:
            self.points[one, other] += points
            self.points[other, one] += games - points
            self.games[one, other] += games
            self.games[other, one] += games

    def likelihood(self, ratings: Vector) -> float:
        """Its logarithm."""
        ahead = ratings[:, None] - ratings[None, :]
        return float(-(self.points * np.logaddexp(0, -ahead)).sum() - self.prior * ratings @ ratings)

    def slope(self, ratings: Vector) -> Vector:
        surplus: Vector = self.points - self.games * _expected(ratings)
        slope: Vector = surplus.sum(axis=1) - 2 * self.prior * ratings
        return slope

    def curvature(self, ratings: Vector) -> Vector:
        """Minus the second derivatives."""
        expected = _expected(ratings)
        variance: Vector = self.games * expected * (1 - expected)
        told: Vector = variance.sum(axis=1) + 2 * self.prior
        return np.diag(told) - variance

    def fit(self, start: Vector, pull: Vector) -> Vector:
        """The ratings at which the likelihood plus `pull` times the ratings is greatest, by Newton's method."""
        ratings = start
        for _ in range(MAX_STEPS if self.players else 0):
            step = np.linalg.solve(self.curvature(ratings), self.slope(ratings) + pull)
            longest = np.abs(step).max()
            ratings = ratings + step * min(1.0, 1.0 / max(longest, ENOUGH))  # a long step may go too far
            if longest < ENOUGH:
                break
        return ratings  # their sum is 0 if that of `pull` is: the prior is least there

    def dispersion(self, ratings: Vector) -> float:
        """How much more results vary than single games with two outcomes, estimated from encounters [Wedderburn].

        One encounter that varies as they do is added, so that a few equal results are not taken for certainty.
        """
        expected, found, due = _expected(ratings), 1.0, 1.0
        for one, other, points, games in self.encounters:
            share = float(expected[one, other])
            found += (points - games * share) ** 2
            due += games * share * (1 - share)
        count, fitted = len(self.encounters), self.players - 1
        return found / due * (count / (count - fitted) if count > fitted else 1.0)


def _expected(ratings: Vector) -> Vector:
    """The score of each player against each other one."""
    expected: Vector = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
    return expected


def _reach(model: _Model, likeliest: Vector, contrast: Vector, drop: float) -> float:
    """How far `contrast` times the ratings can grow until the log-likelihood has fallen by `drop`.

    The ratings in between are the likeliest under a pull in that direction, whose strength is found by Newton's method.
    """
    top, wanted = model.likelihood(likeliest), math.sqrt(2 * drop)
    ratings, strength = likeliest, wanted / math.sqrt(_spread(model, likeliest, contrast) or 1.0)
    for _ in range(MAX_STEPS):
        ratings = model.fit(ratings, strength * contrast)
        fallen = math.sqrt(2 * max(top - model.likelihood(ratings), 0.0))
        if abs(fallen - wanted) <= CLOSE * wanted:
            break
        growth = strength * _spread(model, ratings, contrast) / max(fallen, CLOSE)
        strength = min(max(strength + (wanted - fallen) / max(growth, CLOSE), strength / 4), strength * 4)
    return float(contrast @ (ratings - likeliest))


def _spread(model: _Model, ratings: Vector, contrast: Vector) -> float:
    """The variance of `contrast` times the ratings, to first order."""
    return float(contrast @ np.linalg.solve(model.curvature(ratings), contrast))
