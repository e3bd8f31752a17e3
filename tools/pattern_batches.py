"""One batch of the games that the evaluator `patterns` learns from, as a task that any process or machine can do."""

from __future__ import annotations

import functools
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pattern_games import Play, play_games, solved_worth

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.evals.patterns import read_table
from kibitz.games.othello import Othello
from kibitz.kernels.compiler.bridge import weights_of

__all__ = ["GAME", "BatchTask", "play_batch"]

GAME = Othello(8)


@dataclass(frozen=True)
class BatchTask:
    """Games to play: `table` is the file learned by the round before, empty in the first; `solved` as `--solve`."""

    table: bytes
    play: Play
    seed: int
    games: int
    solved: int


def play_batch(task: BatchTask) -> NDArray[np.uint64]:
    """The positions of the games, in three rows: own discs, other discs, what they are worth."""
    evaluator, weights = _find_weights(task.table)
    found = play_games(GAME, evaluator, weights, task.play, task.seed, task.games)
    return np.stack([found.own, found.other, solved_worth(GAME, found, task.solved).view(np.uint64)])


@functools.lru_cache(1)
def _find_weights(table: bytes) -> tuple[Evaluator, Any]:
    """The evaluator that plays, and its weights as kernels take them."""
    evaluator = find_evaluator("patterns" if table else "phased", GAME)
    weights = weights_of(evaluator)
    if table:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.bin"
            path.write_bytes(table)
            learned = np.asarray(read_table(path), np.int16)
        weights = np.concatenate([weights[: len(evaluator.weights)], learned])
    return evaluator, weights
