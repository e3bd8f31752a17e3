"""A network as a model of a game: what it says of a position and of its moves; on disk in half precision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from kibitz.core.game import Game, Move, State
from kibitz.core.score import sign
from kibitz.learned.board_cells import BoardCells, Turn, Words, words_of
from kibitz.learned.model import Arrays, Expectation, Model, Training
from kibitz.learned.network import IMAGES, Judgements, Network, Shape, softmax

Judge: TypeAlias = Callable[[Words], Judgements]


class NetworkModel(Model):
    kind = "network"

    def __init__(self, game: Game, network: Network, training: Training = Training()) -> None:
        super().__init__(game, training)
        self.network = network

    def expect(self, state: State) -> list[Expectation]:
        return self.expect_from(self.network.judge, state, every_move=True)[0]

    def expect_from(self, judge: Judge, state: State, *, every_move: bool) -> tuple[list[Expectation], float]:
        """The share of every move as the network says, and the value of the position for the side to move.

        With `every_move`, the positions after the moves are judged as well, for their values. `judge` is the network
        itself, readable or compiled.
        """
        game, moves = self.game, self.game.moves(state)
        after = [game.play(state, move) for move in moves] if every_move else []
        results = [game.result(child) for child in after]
        going_on = [child for child, result in zip(after, results, strict=True) if result is None]
        found = judge(words_of(game, [state, *going_on]))
        judged = iter(found.values[1:].tolist())
        values = [next(judged) if result is None else float(sign(result)) for result in results]
        seen = [game.seen_from(state, child, value) for child, value in zip(after, values, strict=True)]
        shares = softmax(found.logits[0], moves).tolist()
        expected = [
            Expectation(move, value, share)
            for move, value, share in zip(moves, seen or [None] * len(moves), shares, strict=True)
        ]
        return expected, float(found.values[0])

    def judge(self, state: State, images: int = IMAGES) -> tuple[list[float], float]:
        """A logit for every move there is, legal or not, and the value of the position for the side to move."""
        found = self.network.with_images(images).judge(words_of(self.game, [state]))
        return found.logits[0].tolist(), float(found.values[0])

    def choose(self, state: State) -> Move:
        """As in `Model`, from the shares alone."""
        logits, _ = self.judge(state)
        return max(self.game.moves(state), key=logits.__getitem__)

    def arrays(self) -> Arrays:
        cells, shape = self.network.cells, self.network.shape
        return {
            "shape": np.array(shape, np.int64),
            "weights": self.network.weights.astype(np.float16),
            "planes": cells.planes,
            "places": cells.places,
            "others": cells.others,
            "grid": np.array([cells.rows, cells.columns], np.int64),
            "turned cells": np.array([turn.cells for turn in self.network.turns], np.int32).reshape(-1, shape.cells),
            "turned moves": np.array([turn.moves for turn in self.network.turns], np.int32).reshape(-1, shape.moves),
        }

    @classmethod
    def from_arrays(cls, game: Game, training: Training, arrays: Arrays) -> NetworkModel:
        rows, columns = arrays["grid"].tolist()
        cells = BoardCells(arrays["planes"], arrays["places"], arrays["others"], rows, columns)
        shape, weights = Shape(*arrays["shape"].tolist()), arrays["weights"].astype(np.float32)
        if weights.shape != (shape.size,) or (shape.inputs, shape.cells) != (cells.inputs, cells.size):
            raise ValueError("its numbers do not make a network")
        if shape.moves != game.num_moves or cells.planes.max(initial=0) >= 64 * game.words:
            raise ValueError("its network is for another game")
        turns = [Turn(*pair) for pair in zip(arrays["turned cells"], arrays["turned moves"], strict=True)]
        for turn in turns:
            if sorted(turn.cells) != list(range(shape.cells)) or sorted(turn.moves) != list(range(shape.moves)):
                raise ValueError("its symmetries are not those of the board")
        return cls(game, Network(cells, shape, weights, turns), training)


KIND = NetworkModel
