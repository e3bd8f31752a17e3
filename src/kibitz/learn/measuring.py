"""What a model would play in many positions, without a search: as machine code, since it is asked again and again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz.core.game import Move, State
from kibitz.learned.board_cells import words_of
from kibitz.learned.model import Model
from kibitz.learned.network_model import NetworkModel
from kibitz.learned.tuple_value import TupleValue


def choose_all(model: Model, states: Sequence[State]) -> list[Move]:
    """The move that the model prefers in each of these unfinished positions."""
    if isinstance(model, NetworkModel):
        from kibitz.kernels.network.forward import CompiledNetwork

        logits = CompiledNetwork(model.network).judge(words_of(model.game, states)).logits
        legal = [model.game.moves(state) for state in states]
        return [moves[int(np.argmax(row[moves]))] for moves, row in zip(legal, logits, strict=True)]
    if isinstance(model, TupleValue):
        from kibitz.kernels.learning.tuple_sums import choose_moves

        chosen: list[Move] = choose_moves(model, words_of(model.game, states)).tolist()
        return chosen
    return [model.choose(state) for state in states]
