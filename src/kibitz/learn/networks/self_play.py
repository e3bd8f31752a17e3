"""Games that a network plays against itself, many at a time, and what can be learned from them.

Every position of a game is searched. What the search found is the example for the policy; how the game ended, mixed
with what the search expected, is the example for the outcome. A game is over as soon as a search has proved its result.
With `exact`, a solver is asked first, where it knows the outcome of every move in so many seconds: those examples are
exact, and the game goes on with any move that keeps the result.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.analysis.exact_scores import judge_outcomes, may_be_known
from kibitz.core.game import Game, Move, State
from kibitz.core.rng import Rng
from kibitz.core.score import sign
from kibitz.kernels.montecarlo.self_play import Forest, RootView
from kibitz.learn.networks.examples import ILLEGAL, Examples, one_outcome
from kibitz.learn.random_positions import longest_opening, random_position
from kibitz.learned.board_cells import words_of
from kibitz.learned.network_model import Judge

MAX_PLIES = 400  # of a game that goes round in circles, which then counts as a draw
_FINE = 1 << 30  # parts into which chances are divided


@dataclass(frozen=True)
class SelfPlaySettings:
    """How games are played; see the options of the method `alphazero`."""

    simulations: int
    gumbel: bool
    c: float
    lookout: int
    noise: float
    openings: float
    explore: int
    mix: float
    exact: float


class _Game:
    """A game that is being played, with its own random numbers, and what was found in its positions so far."""

    def __init__(self, game: Game, settings: SelfPlaySettings, seed: int) -> None:
        self.game, self.settings, self.rng = game, settings, Rng(seed)
        self.state, self.plies = game.initial(), 0
        if self.rng.below(_FINE) < settings.openings * _FINE:
            self.state = random_position(game, self.rng, longest_opening(game))
        self.ended: tuple[State, int] | None = None  # a position whose outcome is known, for the side to move there
        self.states: list[State] = []
        self.policies: list[NDArray[np.float16]] = []
        self.expected: list[tuple[float, float, float]] = []
        self.is_exact: list[bool] = []

    def draw_noise(self) -> NDArray[np.float64]:
        """For every move: Gumbel's with gumbel, else shares of the legal ones that add up to 1."""
        drawn = np.array([(self.rng.below(_FINE - 1) + 1) / _FINE for _ in range(self.game.num_moves)])
        noise: NDArray[np.float64] = -np.log(-np.log(drawn))
        if not self.settings.gumbel:
            noise = np.zeros_like(drawn)
            legal = self.game.moves(self.state)
            noise[legal] = -np.log(drawn[legal])
            noise /= noise.sum()
        return noise

    def take_exact(self, outcomes: dict[Move, int]) -> None:
        """Go on from a position of which a solver has told the outcome of every move."""
        best = max(outcomes.values())
        kept = [move for move, outcome in outcomes.items() if outcome == best]
        shares = np.array([outcome == best for outcome in outcomes.values()]) / len(kept)
        self._note(shares, list(outcomes), one_outcome(best), exact=True)
        self._play(self.rng.choice(kept))

    def take_searched(self, found: RootView, noise: NDArray[np.float64]) -> None:
        """Go on from a position that was searched; if that has proved the outcome, the game is over."""
        value = found.value
        expected = max(value, 0.0), 1.0 - abs(value), max(-value, 0.0)
        if found.is_settled:
            expected = one_outcome(found.low)
        self._note(found.policy(gumbel=self.settings.gumbel), found.legal, expected, exact=found.is_settled)
        if found.is_settled:
            self.ended = self.state, sign(found.low)
        elif self.settings.gumbel:
            self._play(found.legal[int(np.argmax(found.promise(noise)))])
        elif self.plies < self.settings.explore:
            self._play(found.legal[self._draw(found.visits)])
        else:
            self._play(found.legal[int(np.argmax(found.visits))])

    def _note(
        self, shares: NDArray[np.float64], legal: list[Move], expected: tuple[float, float, float], *, exact: bool
    ) -> None:
        row = np.full(self.game.num_moves, ILLEGAL, np.float16)
        row[legal] = shares
        self.states.append(self.state)
        self.policies.append(row)
        self.expected.append(expected)
        self.is_exact.append(exact)

    def _draw(self, weights: NDArray[np.int64]) -> int:
        """A place, each as likely as its weight."""
        together = np.cumsum(weights)
        return int(np.searchsorted(together, self.rng.below(_FINE) / _FINE * together[-1], side="right"))

    def _play(self, move: Move) -> None:
        self.state, self.plies = self.game.play(self.state, move), self.plies + 1
        result = self.game.result(self.state)
        if result is not None:
            self.ended = self.state, sign(result)
        elif self.plies >= MAX_PLIES:
            self.ended = self.state, 0

    def make_examples(self) -> Examples:
        """What can be learned from the game, which is over."""
        assert self.ended is not None, "the game is over"
        (last, outcome), mix = self.ended, self.settings.mix
        chances = []
        for state, expected, exact in zip(self.states, self.expected, self.is_exact, strict=True):
            same_side = self.game.to_move(state) == self.game.to_move(last)
            seen = one_outcome(outcome if same_side else -outcome)
            part = 1.0 if exact else mix
            chances.append([(1 - part) * a + part * b for a, b in zip(seen, expected, strict=True)])
        return Examples(
            words_of(self.game, self.states), np.array(self.policies, np.float16), np.array(chances, np.float16)
        )


class SelfPlay:
    """Plays games with a network; `at_once` of them wait for it together."""

    def __init__(self, game: Game, judge: Judge, settings: SelfPlaySettings, at_once: int) -> None:
        self.game, self.judge, self.settings, self.at_once = game, judge, settings, at_once
        self.forest = Forest(game, at_once, settings.simulations, settings.c, settings.lookout, gumbel=settings.gumbel)

    def play(self, seeds: list[int]) -> Examples:
        """A game for every seed; the examples from all of them, in the order of the seeds."""
        games = [_Game(self.game, self.settings, seed) for seed in seeds]
        waiting = games[::-1]
        playing: list[_Game] = []
        while waiting or playing:
            while waiting and len(playing) < self.at_once:
                playing.append(waiting.pop())
            self._search([one for one in playing if not self._is_solved(one)])
            playing = [one for one in playing if one.ended is None]
        return Examples.joined([one.make_examples() for one in games])

    def _is_solved(self, one: _Game) -> bool:
        """Whether a solver knew the position, and the game went on from there."""
        if not self.settings.exact or not may_be_known(self.game, one.state):
            return False
        outcomes = judge_outcomes(self.game, one.state, seconds=self.settings.exact)
        if outcomes is None:
            return False
        one.take_exact(outcomes)
        return True

    def _search(self, games: list[_Game]) -> None:
        if not games:
            return
        noise = np.stack([one.draw_noise() for one in games])
        found = self.forest.search([one.state for one in games], self.judge, noise, self.settings.noise)
        for one, view, own in zip(games, found, noise, strict=True):
            one.take_searched(view, own)
