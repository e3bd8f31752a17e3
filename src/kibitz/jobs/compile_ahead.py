"""Compiling ahead: every shipped game, for every search that has a compiled form, so that nobody waits later.

The form of a search that is recorded into a tree is machine code of its own and is compiled too. Where there are
several cores, as many processes compile; compiled code is kept so that they cannot get in each other's way.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass

from kibitz.core.game import GAMES
from kibitz.core.limits import COMPILED
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag, find_search
from kibitz.core.user_files import convert_user_faults
from kibitz.jobs.process import Caller, ProcessPool, WorkInterrupted
from kibitz.jobs.workers import run_tasks
from kibitz.kernels.backends import choose_backend, count_compiled
from kibitz.kernels.compiled_forms import compiled_names, obstacle
from kibitz.kernels.compiler.compile_events import Compiling, on_compiling

PERFT = "perft"
RECORDED = ("minimax", "alphabeta", "pvs")  # what `kibitz tree` shows
MAX_PROCESSES = 8  # each takes some hundred MiB of memory


@dataclass(frozen=True)
class Kernel:
    """What is compiled at a time: a game, by the text that names it, for a search (its spec) or for perft."""

    game: str
    searcher: str
    recorded: bool = False


@dataclass(frozen=True)
class Warmed:
    """A kernel that is ready now. `recorded`: for searches recorded into a tree. `compiled`: it was not before."""

    game: str
    searcher: str
    recorded: bool
    seconds: float
    compiled: bool


def kernels_to_warm(games: Iterable[str] = (), search: str | None = None) -> list[Kernel]:
    """Everything that can be compiled for these games, or for all that are shipped, each on its usual board.

    `search`: only what this one needs.
    """
    specs = list(games) or [next(iter(GAMES.classes[name].presets), name) for name in sorted(GAMES.classes)]
    kernels = []
    for spec in specs:
        game = load_game(spec)
        if not game.words:
            continue
        fit = [name for name in ([search] if search else compiled_names()) if not obstacle(find_search(name)[0], game)]
        kernels += [Kernel(spec, searcher) for searcher in fit]
        if not search:
            kernels.append(Kernel(spec, PERFT))
            kernels += [Kernel(spec, searcher, recorded=True) for searcher in fit if searcher in RECORDED]
    return kernels


def warm(kernel: Kernel) -> Warmed:
    """Have it compiled, or find that it was."""
    game = load_game(kernel.game)
    started, compiled = time.perf_counter(), list[Compiling]()
    with on_compiling(compiled.append), convert_user_faults():
        if kernel.searcher == PERFT:
            count_compiled(game, game.initial(), 1)
        else:
            choose_backend(find_search(kernel.searcher)[0], game, COMPILED, recorded=kernel.recorded)
    seconds = time.perf_counter() - started
    return Warmed(str(game), kernel.searcher, kernel.recorded, seconds, bool(compiled))


def warm_all(kernels: list[Kernel], *, stop: StopFlag | None = None) -> Iterator[Warmed]:
    """Have them all compiled, each told of when it is ready. When the flag is raised, the processes are ended."""
    stop = stop or StopFlag()
    processes = min(_cores(), MAX_PROCESSES, len(kernels))
    if processes < 2:
        for kernel in kernels:
            if stop.raised:
                return
            yield warm(kernel)
        return
    with ProcessPool() as pool:

        def work(kernel: Kernel, halt: StopFlag) -> Warmed:
            return pool.run(_warm, kernel, stop=halt)

        try:
            with closing(run_tasks(kernels, work, processes, stop=stop)) as batches:
                for batch in batches:
                    yield from batch
        except WorkInterrupted:
            return


def _warm(kernel: Kernel, _: Caller) -> Warmed:
    return warm(kernel)


def _cores() -> int:
    """How many this process may use, which can be fewer than there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
