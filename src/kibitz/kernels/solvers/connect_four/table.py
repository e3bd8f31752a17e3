"""What the solver remembers about positions: bounds on the score, and the best move.

There are two kinds of tables, with functions of the same names: of a board of at most 64 bits an entry tells exactly
which position it is about (`exact_table.py`), of a larger one almost surely (`large_table.py`). Each function here is
the one for the board, chosen when code is compiled.

An entry of another generation is an empty place: a new generation forgets everything without touching the memory.

A board has two tables, each with its layout. A small one that fits into the processor's own cache serves the first
nodes of every question, which is all that most need (0.23 instead of 0.63 ms a position in the set L1_R1); what it
holds moves to the large one when they do not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import overload

from kibitz.core.errors import BadOption
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.common.transposition_table import aligned
from kibitz.kernels.solvers.connect_four import exact_table, large_table
from kibitz.kernels.solvers.connect_four.bitboard import is_wide
from kibitz.kernels.solvers.connect_four.words import ZERO
from kibitz.search.common.free_memory import check_table_size

__all__ = [
    "LARGE",
    "NO_MOVE",
    "SMALL",
    "Memory",
    "find",
    "least_mib",
    "lower",
    "mixed",
    "move_of",
    "move_up",
    "prefetch_bucket",
    "renew",
]
__all__ += ["store", "upper"]

NO_MOVE = 31  # no column of any board
BUCKET_BYTES = 64
PAGE = 512  # words: the smallest that a system gives at a time

SMALL, LARGE = 0, 1
SMALL_INDEX_BITS = 12  # 256 KiB
SMALL_NODES = 16_384  # searched before the large table is worth its misses


class Memory:
    """The tables of one game, and the generations that count."""

    def __init__(self, game: ConnectFour, mib: int) -> None:
        check_table_size(mib)
        self.game = game
        kind = _kind(game)
        index_bits, least = ((mib << 20) // BUCKET_BYTES).bit_length() - 1, kind.least_index_bits(game)
        if mib < least_mib(game):
            raise BadOption(f"table_mib={mib} is too small for {game}, which needs at least {least_mib(game)}.")
        self.layouts = tuple(kind.make_layout(game, bits) for bits in (SMALL_INDEX_BITS, index_bits))
        self.words = tuple(aligned(BUCKET_BYTES << layout[0]) for layout in self.layouts)
        self.small_nodes = SMALL_NODES if self.layouts[SMALL][0] >= least else 0
        self.generations = np.ones(2, np.uint64)

    def claim(self, which: int) -> None:
        """Have the system give us a table's memory now, which it otherwise does page by page while a search waits."""
        self.words[which][::PAGE] |= ZERO

    def forget(self) -> None:
        for which in (SMALL, LARGE) if self.small_nodes else (LARGE,):
            renew(self.game, self.words[which], self.layouts[which], self.generations, which)


def least_mib(game: ConnectFour) -> int:
    """The smallest large table that a board can have."""
    return max(1, BUCKET_BYTES << _kind(game).least_index_bits(game) >> 20)


def _kind(game: Any) -> Any:
    """The module of the tables that a board has; compiled code asks with the type of the board."""
    return large_table if is_wide(game) else exact_table


def renew(game: Any, table: Any, layout: Any, generations: Any, which: int) -> None:
    """Begin a new generation of one of the tables."""
    _kind(game).renew(table, layout, generations, which)


def mixed(game: Any, key: Any, layout: Any) -> Any:
    """The key as a table wants it, 64 bits, of which the upper ones depend on all of the key."""
    return _kind(game).mixed(key, layout)


def prefetch_bucket(game: Any, table: Any, layout: Any, key: Any) -> None:
    """Have the bucket of a mixed key fetched while there is other work to do."""
    _kind(game).prefetch_bucket(table, layout, key)


def find(game: Any, table: Any, layout: Any, generation: Any, key: Any) -> Any:
    """The entry of a position by its mixed key, 0 if there is none."""
    return _kind(game).find(table, layout, generation, key)


def lower(game: Any, entry: Any) -> Any:
    """The lower bound in an entry."""
    return _kind(game).lower(entry)


def upper(game: Any, entry: Any) -> Any:
    """The upper bound in an entry."""
    return _kind(game).upper(entry)


def move_of(game: Any, entry: Any) -> Any:
    """The column of the best move in an entry; no column of the board if none is known."""
    return _kind(game).move_of(entry)


def store(
    game: Any, table: Any, layout: Any, generation: Any, key: Any, low: int, high: int, move: int, nodes: int
) -> None:
    """Keep what is known about a position."""
    _kind(game).store(table, layout, generation, key, low, high, move, nodes)


def move_up(game: Any, small: Any, small_layout: Any, large: Any, large_layout: Any, old: Any, new: Any) -> None:
    """Copy what the small table holds of its generation to a generation of the large one."""
    _kind(game).move_up(small, small_layout, large, large_layout, old, new)


# The same for compiled code.


@overload(renew)
def _renew(game, table, layout, generations, which):
    own = _kind(game).renew
    return lambda game, table, layout, generations, which: own(table, layout, generations, which)


@overload(mixed)
def _mixed(game, key, layout):
    own = _kind(game).mixed
    return lambda game, key, layout: own(key, layout)


@overload(prefetch_bucket)
def _prefetch_bucket(game, table, layout, key):
    own = _kind(game).prefetch_bucket
    return lambda game, table, layout, key: own(table, layout, key)


@overload(find)
def _find(game, table, layout, generation, key):
    own = _kind(game).find
    return lambda game, table, layout, generation, key: own(table, layout, generation, key)


@overload(lower)
def _lower(game, entry):
    own = _kind(game).lower
    return lambda game, entry: own(entry)


@overload(upper)
def _upper(game, entry):
    own = _kind(game).upper
    return lambda game, entry: own(entry)


@overload(move_of)
def _move_of(game, entry):
    own = _kind(game).move_of
    return lambda game, entry: own(entry)


@overload(store)
def _store(game, table, layout, generation, key, low, high, move, nodes):
    own = _kind(game).store
    return lambda game, table, layout, generation, key, low, high, move, nodes: own(
        table, layout, generation, key, low, high, move, nodes
    )


@overload(move_up)
def _move_up(game, small, small_layout, large, large_layout, old, new):
    own = _kind(game).move_up
    return lambda game, small, small_layout, large, large_layout, old, new: own(
        small, small_layout, large, large_layout, old, new
    )
