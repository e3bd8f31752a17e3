"""What the solver remembers about positions: bounds on the score, and the best move.

There are two kinds of tables, with functions of the same names: of a board of at most 64 bits an entry tells exactly
which position it is about (`exact_table.py`), of a larger one almost surely (`large_table.py`). Each function here is
the one for the board, chosen when code is compiled.

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
from kibitz.kernels.common.bucket_table import BUCKET_BYTES, aligned
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.connect_four import exact_table, large_table
from kibitz.kernels.solvers.connect_four.bitboard import is_wide
from kibitz.kernels.solvers.connect_four.words import ONE, ZERO, U
from kibitz.search.common.free_memory import check_table_size

NO_MOVE = 31  # no column of any board
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


@subkernel
def renew(game: Any, table: Any, layout: Any, generations: Any, which: int) -> None:
    """Begin a new generation of one of the tables."""
    generations[which] += ONE
    if generations[which] >> U(_generation_bits(game, layout)) != ZERO:
        table[:] = ZERO
        generations[which] = ONE


def _choose(name: str) -> Any:
    """The function of that name of the table that a board has, which compiled code chooses by the type of the board."""

    def stub(game: Any, *arguments: Any) -> Any:
        return getattr(_kind(game), name)(*arguments)

    @overload(stub)
    def _chosen(game, *arguments):
        own = getattr(_kind(game), name)
        return lambda game, *arguments: own(*arguments)

    return stub


_generation_bits = _choose("generation_bits")
mixed = _choose("mixed")  # of a key and a layout: 64 bits, of which the upper ones depend on all of the key
find = _choose("find")  # of a table, a layout, a generation and a mixed key: the entry, 0 if there is none
lower, upper = _choose("lower"), _choose("upper")  # the bounds in an entry
move_of = _choose("move_of")  # the column of the best move in an entry; no column of the board if none is known
store = _choose("store")  # as `find`, with the bounds, the move and the nodes that they have cost
move_up = _choose("move_up")  # copies what the small table holds of a generation to a generation of the large one
