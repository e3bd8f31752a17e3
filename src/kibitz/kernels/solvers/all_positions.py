"""Everything about a small game in one table: the value of every position that can come up, and how far the end is.

Depth first, each position entered once: when its last move is known, so is its value, exactly, since nothing is cut
off. A position met again while it is still open means that the game can go round in circles; such a game is refused
here, and worked out in `circle_table.py` if it says that its positions repeat.

The table is open-addressed: `keys[slot]` holds the words of a state, `values[slot]` says what is known about it:

    0 EMPTY      1 PENDING: met, but a limit came first      2 OPEN: on the path being followed
    else the value plus INFINITY, as the position itself sees it: the sooner win and the later loss preferred
"""

from __future__ import annotations

import functools
import threading
from typing import Any

import numpy as np

from kibitz.core.errors import Unfinished, Unsuited
from kibitz.core.game import ONGOING, Game, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import INFINITY, Score, final, from_table
from kibitz.kernels.common.control import NODES, STOP, STOPPED_BY_NODES, Control
from kibitz.kernels.common.kept_tables import when_memory_is_short
from kibitz.kernels.common.large_arrays import clear
from kibitz.kernels.compiler.bridge import kernel, moves, play, result, seen_from, state_words
from kibitz.kernels.solvers.circle_table import CircleTable
from kibitz.kernels.solvers.known_positions import KnownPositions
from kibitz.search.common.free_memory import free_memory

EMPTY, PENDING, OPEN = 0, 1, 2  # every value plus INFINITY is more

DONE, STOPPED, FULL, CIRCLE, ENDLESS = range(5)  # how an exploration ended

FIRST_SLOTS = 1 << 12
FILL_AT_MOST = 0.75  # share of the slots in use before there must be more of them; beyond it, chains grow long
FILL_WHEN_DONE = 0.85  # a finished table is only read, so that it may be fuller
MAX_TABLES = 4  # games remembered at once


class PositionTable(KnownPositions):
    """What is known about the positions of one game; grows by what is asked.

    Whoever uses a table that other threads may explore holds its `lock`.
    """

    def __init__(self, game: Game) -> None:
        if game.words == 0:
            raise Unsuited(
                f"strong keeps positions as 64-bit words, and those of {game} do not fit; perfect takes any game."
            )
        self.game = game
        self.lock = threading.Lock()
        self._forget()

    def _forget(self) -> None:
        self._size = 0
        self._keys = np.empty((FIRST_SLOTS, self.game.words), np.int64)
        self._values = np.zeros(FIRST_SLOTS, np.int32)

    def __len__(self) -> int:
        """How many positions it holds."""
        return self._size

    @property
    def memory(self) -> int:
        """In bytes."""
        return self._keys.nbytes + self._values.nbytes

    def lookup(self, state: State) -> Score | None:
        known = int(self._values[_slot(self._keys, self._values, state_words(self.game, state))])
        return Score.of(known - INFINITY, complete=True, sooner=True) if known > OPEN else None

    def compile(self) -> None:
        """Whatever an exploration of one position has not compiled: nothing."""

    def explore(self, state: State, max_positions: int, control: Control) -> bool:
        """Find out about a position and all that can follow; False if a limit of the search came first.

        Raises Unfinished when the table would have to hold more than `max_positions`, and Unsuited for a game without
        an end. What an unfinished exploration found is kept for the next.
        """
        if self.lookup(state) is not None:
            return True
        kept_from_before = self._size
        room = np.empty((FULL_DEPTH, self.game.num_moves), np.int64)
        while True:
            most = min(max_positions, int(len(self._values) * FILL_AT_MOST))
            limits = (most, control.max_nodes)
            self._size, ended = _explore(
                self.game,
                state_words(self.game, state),
                self._keys,
                self._values,
                self._size,
                limits,
                room,
                control.cells,
            )
            if ended == DONE:
                self._resize(int(self._size / FILL_WHEN_DONE) + 1, control)
                return True
            if ended == STOPPED:
                return False
            if ended == FULL and self._size < max_positions:
                slots = min(2 * len(self._values), int(max_positions / FILL_AT_MOST) + 2)
                if not self._resize(slots, control):
                    return False
            elif ended == FULL and kept_from_before:
                kept_from_before = 0
                self._forget()
            else:
                raise self._refusal(ended)

    def _resize(self, slots: int, control: Control) -> bool:
        """Move everything into that many slots; False, and nothing changed, if told to stop before it was done."""
        needed, free = slots * (8 * self.game.words + 4), free_memory()
        if needed > free:
            raise Unfinished(
                f"{self.game} has more than {self._size:,} positions from here on, and a larger table does not fit: it "
                f"takes {needed >> 20:,} MiB, and {free >> 20:,} MiB are free; ask nearer to the end of the game."
            )
        keys, values = np.empty((slots, self.game.words), np.int64), np.empty(slots, np.int32)
        # Keys need no zeros, but a kernel that meets new memory is deaf for a while.
        done = clear(keys, control.cells) and clear(values, control.cells)
        done = done and bool(_refill(keys, values, self._keys, self._values, control.cells))
        if done:
            self._keys, self._values = keys, values
        return done

    def _refusal(self, ended: int) -> Unfinished | Unsuited:
        if ended == FULL:
            met, bytes_each = self._size, (8 * self.game.words + 4) / FILL_AT_MOST
            self._forget()
            return Unfinished(
                f"{self.game} has more than {met:,} positions from here on (max_positions={met}); "
                f"allow more, at some {bytes_each:.0f} bytes each, or ask nearer to the end of the game."
            )
        why = "can come back to an earlier position" if ended == CIRCLE else f"can last over {FULL_DEPTH} moves"
        return Unsuited(
            f"{self.game} {why}, so not every position has a value; search it to a depth instead, or let the game "
            "say repeats = True."
        )


@functools.lru_cache(MAX_TABLES)
def find_table(game: Game) -> PositionTable | CircleTable:
    """The one table of a game that all searches share."""
    return make_position_table(game)


def make_position_table(game: Game) -> PositionTable | CircleTable:
    """An empty table, of the kind that the game needs."""
    return CircleTable(game) if game.repeats else PositionTable(game)


when_memory_is_short(find_table.cache_clear)


@kernel
def _explore(game: Any, root: Any, keys: Any, values: Any, size: int, limits: Any, room: Any, cells: Any) -> Any:
    """Settle the root and all below it; how many positions the table holds then, and how it ended.

    Unless DONE, what was open is left PENDING, and a second call goes on where this one stopped. `room` holds the
    moves of every ply and says how many plies there may be.
    """
    most, max_nodes = limits
    states = [root] * len(room)
    left = np.empty(len(room), np.int64)  # moves still to be followed, by ply
    best = np.empty(len(room), np.int64)
    ply, child, ended = -1, root, DONE
    while True:
        # 1. What is known about the position that the last move led to?
        slot = _slot(keys, values, child)
        known: Any = np.int64(values[slot])
        if known > OPEN:
            if ply < 0:
                break
            best[ply] = max(best[ply], seen_from(game, states[ply], child, from_table(known - INFINITY, 1)))
        else:
            # 2. Nothing: enter it, unless something is against it.
            if known == OPEN:
                ended = CIRCLE
            elif known == EMPTY and size >= most:
                ended = FULL
            elif ply + 1 == len(room):
                ended = ENDLESS
            elif cells[NODES] >= max_nodes:
                cells[STOP] = STOPPED_BY_NODES
                ended = STOPPED
            elif cells[NODES] & 1023 == 1023 and cells[STOP] != 0:
                ended = STOPPED
            if ended != DONE:
                break
            if known == EMPTY:
                cells[NODES] += 1
                size += 1
                for index in range(len(child)):
                    keys[slot, index] = child[index]
            values[slot] = OPEN
            ply += 1
            states[ply] = child
            value = result(game, child)
            if value == ONGOING:
                left[ply], best[ply] = moves(game, child, room[ply]), -INFINITY
            else:
                left[ply], best[ply] = 0, final(value, 0, True)
        # 3. Follow the next move; if there is none left, close the position, and step 1 tells the one above.
        if left[ply] == 0:
            child = states[ply]
            values[_slot(keys, values, child)] = best[ply] + INFINITY
            ply -= 1
        else:
            left[ply] -= 1
            child = play(game, states[ply], room[ply, left[ply]])
    for above in range(ply + 1):
        values[_slot(keys, values, states[above])] = PENDING
    return size, ended


@kernel
def _slot(keys: Any, values: Any, words: Any) -> Any:
    """Where a state is in the table, or where it would be put."""
    mixed = np.uint64(0)
    for index in range(len(words)):
        mixed = (mixed ^ np.uint64(words[index])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
    slot: Any = np.int64((mixed & np.uint64(0xFFFFFFFF)) * np.uint64(len(values)) >> np.uint64(32))
    while values[slot] != EMPTY:
        same = True
        for index in range(len(words)):
            same &= keys[slot, index] == words[index]
        if same:
            break
        slot += 1
        if slot == len(values):
            slot = 0
    return slot


@kernel
def _refill(keys: Any, values: Any, old_keys: Any, old_values: Any, cells: Any) -> bool:
    """Copy one table into another, empty one; False if told to stop before it was done."""
    for old in range(len(old_values)):
        if old & 1023 == 0 and cells[STOP] != 0:
            return False
        if old_values[old] != EMPTY:
            slot = _slot(keys, values, old_keys[old])
            for index in range(keys.shape[1]):
                keys[slot, index] = old_keys[old, index]
            values[slot] = old_values[old]
    return True
