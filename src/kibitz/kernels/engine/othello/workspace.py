"""What the search of the middle game works on: units, the layout of its stack, what threads share and what each has.

Values are in points, of which a disc has POINTS, from the view of the side to move of a position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.evals.patterns import DISC
from kibitz.kernels.engine.othello.pattern_indices import ROW

POINTS = 10  # that a disc has
HUNDREDTHS = DISC // POINTS  # in a point
MOST = 64 * POINTS
NOTHING = -4 * MOST  # no value
STOPPED = 4 * MOST
SURE = 5  # the confidence of a search without probable cuts

MAX_MOVES = 36  # more than any position has
PLIES = 136  # a pass before every move, and probes

# The stack, by ply: frames of numbers and of words, and for each child its words.
ALPHA, BETA, FLOOR, BEST, BEST_MOVE, DEPTH, EMPTIES, SIDE = range(8)
STEP, COUNT, NEXT, CELL, SINCE, KNOWN, PAIR, FRAME = range(8, 16)
MINE, OTHER, MOVES, KEY, WORDS = range(5)
KID_MINE, KID_OTHER, KID_MOVES, KID_KEY, KID = range(5)

EVALUATIONS, HITS = range(2)  # what is counted


class Memory(NamedTuple):
    """What all threads share."""

    table: Any
    generation: Any
    busy: Any
    cells: Any  # when to stop, see `control.py`
    values: Any  # the numbers of the patterns, see `make_values`
    bases: Any
    cuts: Any  # shallow depth, margin in points, twice; by confidence, discs and depth; -1 where there is none
    knowledge: Any  # of the solver's order


class Workspace(NamedTuple):
    """What each thread has for itself."""

    frames: Any
    words: Any
    kids: Any
    orders: Any
    rows: Any
    found: Any  # by root move: value, 0 if exact, 1 if it is at least that, 2 if at most, -1 if it was not searched
    cutoffs: Any
    counts: Any  # evaluations, hits in the table
    solver: Any
    cells: Any  # nodes, and how many there may be; in the places where `control.py` and the solver have them


class Orders(NamedTuple):
    """What is asked."""

    mine: Any
    other: Any
    side: int
    alpha: int
    beta: int
    depth: int
    confidence: int
    is_shared: bool


def make_workspace(solver: Any) -> Workspace:
    """Room for one thread; `solver` is the room of the solver's search."""
    return Workspace(
        frames=np.zeros(PLIES * FRAME, np.int64),
        words=np.zeros(PLIES * WORDS, np.uint64),
        kids=np.zeros(PLIES * MAX_MOVES * KID, np.uint64),
        orders=np.zeros(PLIES * MAX_MOVES, np.int64),
        rows=np.zeros(PLIES * ROW, np.uint16),
        found=np.zeros((65, 2), np.int64),
        cutoffs=np.zeros(MAX_MOVES, np.int64),
        counts=np.zeros(2, np.int64),
        solver=solver,
        cells=np.zeros(8, np.int64),
    )
