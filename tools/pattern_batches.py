"""One batch of the games that the evaluator `patterns` learns from, as a task that any process or machine can do."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pattern_games import Games, Play, play_games

from kibitz.evals.patterns import PATTERNS, PHASE_SIZE, PHASES
from kibitz.kernels.engine.othello.pattern_indices import make_values

# What a disc on a cell of the corner's 3x3 cells is thought to be worth before anything is learned, after the table in
# P. Norvig, "Paradigms of Artificial Intelligence Programming", 1992, chapter 18, in hundredths of a disc.
FIRST_CELLS = {0: 800, 1: -150, 8: -150, 9: -300, 2: 150, 16: 150, 10: -30, 17: -30, 18: 100}


@dataclass(frozen=True)
class BatchTask:
    """Games to play: `table` holds the numbers of all phases that the round before has learned, 16 bits each."""

    table: bytes
    play: Play
    seed: int
    games: int


def play_batch(task: BatchTask) -> Games:
    return play_games(_make_values(task.table), task.play, task.seed, task.games)


@functools.lru_cache(1)
def _make_values(table: bytes) -> Any:
    return make_values(np.frombuffer(table, np.int16))  # type: ignore[arg-type]  # an array will do


def make_first_table() -> NDArray[np.int16]:
    """The tables of all phases for the first games: cells near a corner are good or bad."""
    corner = PATTERNS["corner"]
    numbers = np.arange(corner.size)
    total = np.zeros(corner.size, np.int64)
    for digit, cell in enumerate(corner.cells):
        total += FIRST_CELLS[cell] * np.array((0, 1, -1))[numbers // 3**digit % 3]
    table = np.zeros((PHASES, PHASE_SIZE), np.int16)
    table[:, corner.start : corner.start + corner.size] = total
    return table
