"""What every search of the middle game reads: the weights of the patterns, and the probable cuts."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from kibitz.evals.patterns import Patterns
from kibitz.games.othello import Othello
from kibitz.kernels.engine.othello.pattern_indices import make_values
from kibitz.kernels.engine.othello.workspace import HUNDREDTHS
from kibitz.search.common.probable_cuts import CONFIDENCES, MAX_DEPTH, probable_cuts

GAME = Othello(8)
PAIRS = 2  # shallow depths that are tried, at most


@functools.cache
def read_values() -> Any:
    return make_values(Patterns(GAME).table())


@functools.cache
def read_cuts() -> Any:
    """By confidence, discs and depth: shallow depth, margin in points; twice; -1 where there is none."""
    errors = Patterns(GAME).depth_errors()
    found = np.full((len(CONFIDENCES), 65, MAX_DEPTH + 1, 2 * PAIRS), -1, np.int32)
    if errors is None:
        return found
    for level, confidence in enumerate(CONFIDENCES):
        for discs, by_depth in enumerate(probable_cuts(errors, confidence)):
            for depth, cuts in enumerate(by_depth):
                for number, cut in enumerate(cuts):
                    found[level, discs, depth, 2 * number] = cut.shallow
                    found[level, discs, depth, 2 * number + 1] = -(-cut.margin // HUNDREDTHS)
    return found
