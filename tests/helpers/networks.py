"""Networks of random weights, for tests of what is done with a network."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from kibitz.core.game import Game
from kibitz.learned.board_cells import find_cells, find_turns
from kibitz.learned.model_file import write_model
from kibitz.learned.network import Network, Shape
from kibitz.learned.network_model import NetworkModel


def random_network(game: Game, seed: int = 1, channels: int = 32, blocks: int = 1) -> NetworkModel:
    """Its shares and values differ from move to move and from position to position."""
    cells = find_cells(game)
    shape = Shape(cells.inputs, cells.size, game.num_moves, channels, blocks, policy=2, hidden=16)
    weights = 0.1 * np.random.default_rng(seed).normal(size=shape.size).astype(np.float32)
    return NetworkModel(game, Network(cells, shape, weights, find_turns(game, cells)))


def write_random_network(path: Path, game: Game, seed: int = 1) -> str:
    """The spec of a player with such a network."""
    write_model(path, random_network(game, seed))
    return f"learned:file={path}"
