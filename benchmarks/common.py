"""What the benchmarks on our side share: a search on a chosen backend, and a table to print."""

from __future__ import annotations

import functools
import os
import platform
import time
from collections.abc import Iterable, Sequence
from datetime import date

from kibitz.core.game import State, find_game
from kibitz.core.searching import SearchResult, StopFlag, find_searcher
from kibitz.kernels.backends import load_all_kernels

load_all_kernels()  # so that no search waits for the compiler to be loaded

game_of = functools.cache(find_game)  # one instance a spec, so that its rules are made once
searcher_of = functools.cache(find_searcher)  # as the peers' games and searches are made once, outside the clock


def searched(
    game: str, searcher: str, backend: str = "compiled", state: State | None = None, stop: StopFlag | None = None
) -> SearchResult:
    """One search from the start of the game or from `state`, on the backend asked for and on no other."""
    the_rules = game_of(game)
    how, limits = searcher_of(searcher)
    start = the_rules.initial() if state is None else state
    answer = how.search(the_rules, start, limits, backend=backend, stop=stop)
    if answer.backend != backend:
        raise SystemExit(
            f"{searcher} on {game} was to run {backend} and ran {answer.backend}; its figures would mean nothing."
        )
    return answer


def best_search(game: str, searcher: str, rounds: int, backend: str = "compiled") -> tuple[float, SearchResult]:
    """The shortest time of several searches, after one that is not timed, and the answer."""
    answer = searched(game, searcher, backend)
    best = float("inf")
    for _ in range(rounds):
        started = time.perf_counter()
        answer = searched(game, searcher, backend)
        best = min(best, time.perf_counter() - started)
    return best, answer


def played(game: str, moves: Iterable[str]) -> State:
    """The position after moves written as people write them."""
    the_rules = game_of(game)
    state = the_rules.initial()
    for name in moves:
        state = the_rules.play(state, the_rules.legal_move(state, name))
    return state


def heading(title: str) -> None:
    """What was measured, when and on what kind of machine."""
    cores = os.cpu_count()
    print(f"\n{title}\n{date.today()}, Python {platform.python_version()}, {platform.machine()}, {cores} cores\n")


def print_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table in Markdown, its columns aligned so that it reads well on a terminal too."""
    texts = [[str(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[column]) for row in texts) for column in range(len(head))]
    texts.insert(1, ["-" * width for width in widths])
    for row in texts:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |")


def times(seconds: float) -> str:
    """A time in the unit that suits it."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"
