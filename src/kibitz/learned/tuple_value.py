"""What a position is worth, added up from the weights of n-tuples of cells (`tuple_layout.py`).

    value = tanh(scale · sum of the weights that the layout finds)        for the side to move, from -1 to 1

Weights are whole numbers of 16 bits, in memory as in a file, with one scale for all of them: a file is half the size,
and sums are exact, so that compiled code gets the same values. This is the readable form, on many positions at once;
what players use is compiled (`kernels/learning/tuple_sums.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, State
from kibitz.core.score import sign
from kibitz.learned.board_cells import words_of
from kibitz.learned.model import Arrays, Expectation, Model, Training
from kibitz.learned.tuple_layout import TupleLayout

LARGEST = (1 << 15) - 1  # of a weight


class TupleValue(Model):
    """`weights[side * layout.size + …]`: 16 bits each; `scale`: what a weight of 1 adds before tanh."""

    kind = "tuples"

    def __init__(
        self,
        game: Game,
        layout: TupleLayout,
        weights: NDArray[np.int16],
        scale: float,
        training: Training = Training(),
    ) -> None:
        super().__init__(game, training)
        self.layout, self.weights, self.scale = layout, weights, scale

    @classmethod
    def from_floats(cls, game: Game, layout: TupleLayout, weights: NDArray[np.float32]) -> TupleValue:
        """The same weights, each rounded to 16 bits."""
        scale = max(float(np.abs(weights).max(initial=0.0)), 1e-9) / LARGEST
        return cls(game, layout, np.rint(weights / np.float32(scale)).astype(np.int16), scale)

    def add_up(self, states: Sequence[State]) -> NDArray[np.int64]:
        """The sum of the weights of each of these positions."""
        sums: NDArray[np.int64] = self.weights[self.layout.find_weights(words_of(self.game, states))].sum(1, np.int64)
        return sums

    def judge(self, states: Sequence[State]) -> list[float]:
        """What unfinished positions are worth to the side to move."""
        return [math.tanh(self.scale * total) for total in self.add_up(states).tolist()] if states else []

    def expect(self, state: State) -> list[Expectation]:
        """A move is worth what the position is worth that it leads to."""
        moves = self.game.moves(state)
        after = [self.game.play(state, move) for move in moves]
        results = [self.game.result(child) for child in after]
        judged = iter(self.judge([child for child, result in zip(after, results, strict=True) if result is None]))
        values = [next(judged) if result is None else float(sign(result)) for result in results]
        return [
            Expectation(move, self.game.seen_from(state, child, value))
            for move, child, value in zip(moves, after, values, strict=True)
        ]

    def arrays(self) -> Arrays:
        return {**self.layout.arrays(), "weights": self.weights, "scale": np.array(self.scale, np.float64)}

    @classmethod
    def from_arrays(cls, game: Game, training: Training, arrays: Arrays) -> TupleValue:
        layout, weights = TupleLayout.from_arrays(arrays), arrays["weights"].astype(np.int16)
        layout.check(game, len(weights))
        return cls(game, layout, weights, float(arrays["scale"]), training)


KIND = TupleValue
