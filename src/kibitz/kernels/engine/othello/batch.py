"""The values of many positions, one after the other, as tools need them that learn or measure. One thread."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.kernels.common.shared_work import BUSY_BITS
from kibitz.kernels.engine.othello.pattern_indices import BASES, write_indices
from kibitz.kernels.engine.othello.search import descend
from kibitz.kernels.engine.othello.tables import GAME, read_cuts, read_values
from kibitz.kernels.engine.othello.workspace import (
    BEST_MOVE,
    HUNDREDTHS,
    MOST,
    SURE,
    Memory,
    Orders,
    Workspace,
    make_workspace,
)
from kibitz.kernels.solvers.othello.bitboard import U
from kibitz.kernels.solvers.othello.move_order import make_knowledge
from kibitz.kernels.solvers.othello.search import make_workspace as make_solver_workspace
from kibitz.kernels.solvers.othello.table import Memory as Table
from kibitz.kernels.solvers.table_solver import MAX_NODES

TABLE_MIB = 16
NO_LIMIT = 1 << 62


def search_values(
    own: NDArray[np.uint64],
    other: NDArray[np.uint64],
    depth: int,
    *,
    confidence: int = SURE,
    values: Any = None,
    mean_of_two: bool = False,
) -> NDArray[np.int64]:
    """What searches to a depth say about positions, for the side to move, in hundredths of a disc.

    `mean_of_two`: the mean of that depth and one ply less. Whatever the weights think of the right to move as such has
    the opposite sign in the two and drops out; learned from one depth alone, it would confirm itself for ever.
    The table is empty at first and kept from one position to the next. `values`: other weights than the shipped ones,
    see `make_values`. A position in which the side to move has to pass is searched like any other.
    """
    return search_moves(own, other, depth, confidence=confidence, values=values, mean_of_two=mean_of_two)[0]


def search_moves(
    own: NDArray[np.uint64],
    other: NDArray[np.uint64],
    depth: int,
    *,
    confidence: int = SURE,
    values: Any = None,
    mean_of_two: bool = False,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """As `search_values`, with the cell of the best move, 64 for a pass."""
    table, workspace = _make_room()
    table.forget()
    numbers = read_values() if values is None else values
    busy = np.zeros(1 << BUSY_BITS, np.uint64)
    memory = Memory(
        table.words, table.generation, busy, np.zeros(8, np.int64), numbers, BASES, read_cuts(), make_knowledge(GAME)
    )
    found, moves = np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
    for number, (mine, theirs) in enumerate(zip(own.tolist(), other.tolist(), strict=True)):
        write_indices(workspace.rows, 0, mine, theirs)
        free = 64 - (mine | theirs).bit_count()
        value = 0
        for less_deep in range(min(depth, 2 - depth % 2), depth + 1, 1 if mean_of_two else 2):
            asked = Orders(U(mine), U(theirs), 0, -MOST, MOST, less_deep, confidence, False)
            last, value = value, int(descend(memory, workspace, asked))
        is_mean = mean_of_two and 1 < depth < free
        found[number] = (last + value) * HUNDREDTHS // 2 if is_mean else value * HUNDREDTHS
        moves[number] = workspace.frames[BEST_MOVE]
    return found, moves


@functools.cache
def _make_room() -> tuple[Table, Workspace]:
    workspace = make_workspace(make_solver_workspace(GAME))
    workspace.cells[MAX_NODES] = NO_LIMIT
    return Table(TABLE_MIB), workspace
