"""The memory of a server: it has an upper end, and what is kept for later is given back before that is reached.

    0 ──────────────── 70 % ─────────────────────────── 85 % ───────────────────────────── 100 % of the limit
       nothing is done      recordings, then tables that     new searches are refused, and
                            are kept, are dropped            those that run longest told to answer

What is kept are recordings, tables of searches and solvers, and compiled code. All but the code is given back when it
is wanted elsewhere; how much code there may be is limited from the start (`kernels/compiler/code_memory.py`).
"""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Callable

from kibitz.core.game import Game, find_game
from kibitz.kernels.common.kept_tables import drop_kept_tables
from kibitz.kernels.compiler.code_memory import limit_code_memory
from kibitz.play.catalogue import list_games
from kibitz.search.common.free_memory import MemoryLimit, memory_in_use
from kibitz.trees.microscope.recording_cache import RecordingCache

DEFAULT_MIB = 1_024
LEAST_MIB = 512  # a server that has loaded the compiler and the usual games uses 250
FULL, SHORT = 0.70, 0.85  # shares of the limit
CODE_PART = 4  # compiled code may take this part of the limit, and recordings as much
MIN_GROWTH = 0.03  # of the limit, before everything is given back once more
PAUSE = 10.0  # seconds before it is, without growth
ARENAS = 2  # of the allocator: one for each thread keeps what it was once given
M_ARENA_MAX = -8  # how Linux calls that


def limit_process_memory(limit: int) -> None:
    """Tell all that allocate in this process how much it may use, in bytes."""
    MemoryLimit.bytes = limit
    limit_code_memory(limit // CODE_PART, _usual_boards())
    libc = _find_libc()
    if libc is not None:
        libc.mallopt(M_ARENA_MAX, ARENAS)


def _usual_boards() -> list[Game]:
    """The boards that the start page offers: those are always compiled."""
    return [find_game(spec) for info in list_games() for spec in info.presets]


class MemoryGuard:
    """Watches how much memory is used. `look` is to be called every second or so, from one thread at a time."""

    def __init__(self, limit: int, recordings: RecordingCache, *, measure: Callable[[], int] = memory_in_use) -> None:
        self.limit, self.used = limit, measure()
        self._recordings, self._measure = recordings, measure
        self._given_back_at, self._used_then = 0.0, 0

    @property
    def is_short(self) -> bool:
        """Whether there is no room for another search."""
        return self.used >= SHORT * self.limit

    @property
    def is_over(self) -> bool:
        return self.used >= self.limit

    @property
    def refusal(self) -> str:
        """Why no search can begin now."""
        return (
            f"The server uses {self.used >> 20:,} MiB of the {self.limit >> 20:,} MiB that it may use; "
            "try again in a few seconds."
        )

    def look(self) -> None:
        """Measure, and give back what can be spared if there is little left."""
        self.used = self._measure()
        now = time.monotonic()
        has_grown = self.used >= self._used_then + MIN_GROWTH * self.limit
        if self.used < FULL * self.limit or not (has_grown or now - self._given_back_at > PAUSE):
            return
        for give_back in (self._recordings.drop_half, drop_kept_tables, self._recordings.drop_all):
            give_back()
            _return_to_system()
            self.used = self._measure()
            if self.used < FULL * self.limit:
                break
        self._given_back_at, self._used_then = now, self.used


def _return_to_system() -> None:
    """Free what nobody refers to, and hand free pages back: the allocator keeps them otherwise."""
    gc.collect()
    libc = _find_libc()
    if libc is not None:
        libc.malloc_trim(0)


def _find_libc() -> ctypes.CDLL | None:
    """The C library, if it is one that can be told to hand memory back."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    return libc if hasattr(libc, "malloc_trim") else None
