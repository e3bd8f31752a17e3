"""TD(λ) on n-tuples as slowly and plainly as can be: one position at a time, in double precision, nothing kept."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, Move, State
from kibitz.core.rng import Rng
from kibitz.core.score import sign
from kibitz.learn.methods.td_tuples import TDTuples
from kibitz.learned.board_cells import words_of
from kibitz.learned.tuple_layout import TupleLayout

FINE, EQUAL = 1 << 30, 1e-5
LONGEST = 200  # plies of a game in which positions repeat


@dataclass
class NaiveTD:
    """A learner that does what the kernel does; `openings`: random plies at the beginning of a game, at most."""

    game: Game
    method: TDTuples
    layout: TupleLayout
    openings: int
    weights: NDArray[np.float64] = field(init=False)
    net: NDArray[np.float64] = field(init=False)  # of each weight, the sum of its changes
    gross: NDArray[np.float64] = field(init=False)  # and of their sizes

    def __post_init__(self) -> None:
        self.weights, self.net, self.gross = np.zeros((3, self.layout.sides * self.layout.size))

    def learn(self, games: int) -> None:
        for number in range(games):
            rng = Rng(Rng(self.method.seed).word() + number)
            part = number / self.method.games
            epsilon = self.method.epsilon + part * (self.method.last_epsilon - self.method.epsilon)
            following: float | None = None
            for state, best, after in reversed(self.play(self.open(rng), rng, epsilon)):
                target = best
                if after is not None and following is not None:
                    target += self.method.trace * (self.game.seen_from(state, after, following) - best)
                self.push(state, target)
                following = target

    def open(self, rng: Rng) -> State:
        while True:
            state, plies = self.game.initial(), rng.below(self.openings + 1)
            while plies and self.game.result(state) is None:
                state = self.game.play(state, rng.choice(self.game.moves(state)))
                plies -= 1
            if self.game.result(state) is None:
                return state

    def play(self, state: State, rng: Rng, epsilon: float) -> list[tuple[State, float, State | None]]:
        """Positions, the value of the best move, and the position after it if that is what was played."""
        game, course, seen = self.game, list[tuple[State, float, State | None]](), set[State]()
        while True:
            seen.add(state)
            moves, sums = game.moves(state), [self.value_after(state, move) for move in game.moves(state)]
            chosen, best_sum, equals = 0, sums[0], 1
            for place in range(1, len(moves)):
                if sums[place] > best_sum + EQUAL:
                    chosen, best_sum, equals = place, sums[place], 1
                elif sums[place] >= best_sum - EQUAL:
                    equals += 1
                    chosen = place if rng.below(equals) == 0 else chosen
            played = rng.below(len(moves)) if rng.below(FINE) < epsilon * FINE else chosen
            after, best = game.play(state, moves[played]), math.tanh(best_sum)
            is_news, is_over = played == chosen, game.result(after) is not None
            if game.repeats and after in seen:
                best = game.seen_from(state, after, game.repetition) if is_news else best
                is_over = True
            course.append((state, best, after if is_news and not is_over else None))
            if is_over or (game.repeats and len(course) == LONGEST):
                return course
            state = after

    def value_after(self, state: State, move: Move) -> float:
        after = self.game.play(state, move)
        result = self.game.result(after)
        return self.game.seen_from(state, after, self.add_up(after) if result is None else 1e6 * sign(result))

    def find_weights(self, state: State) -> list[int]:
        found: list[int] = self.layout.find_weights(words_of(self.game, [state]))[0].tolist()
        return found

    def add_up(self, state: State) -> float:
        return sum(float(self.weights[place]) for place in self.find_weights(state))

    def push(self, state: State, target: float) -> None:
        error = target - math.tanh(self.add_up(state))
        for place in self.find_weights(state):
            is_new = self.gross[place] == 0 or not self.method.tcl
            rate = 1.0 if is_new else abs(self.net[place]) / self.gross[place]
            self.weights[place] += self.method.alpha * error / self.layout.images * rate
            self.net[place] += error
            self.gross[place] += abs(error)
