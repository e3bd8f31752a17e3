"""The middle game of Othello: nodes a second of Kibitz's search for it and of the general one, and two threads by one.

    python benchmarks/othello_middle.py [--depth N] [--general-depth N] [--threads N] [--rounds N]

The positions have 20 to 39 discs and come from games in which a side mostly leaves the other few moves, so that they
never change. Nodes a second are by processor time. Two threads search to the same depth as one; compared are

    clock    the time that went by, which says little where no core is free for the second thread
    work     processor time of the busiest thread: the time it takes where every thread has a core
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from common import game_of, heading, print_table, searched, times

from kibitz.core.game import State
from kibitz.core.rng import Rng

GAME = "othello"
DISCS = range(20, 40)
RANDOM_MOVES = 4  # one move in so many
OWN, GENERAL = "engine", "engine:own_search=false,eval=patterns"
DEPTH, GENERAL_DEPTH = 18, 10  # some tenths of a second a position
WANTED_RATIO, WANTED_SPEED = 1.7, 8e6


class Cost(NamedTuple):
    """Of searches: nodes of all threads, processor time of the busiest, and the time that went by."""

    nodes: int
    work: float
    clock: float


def total(costs: Sequence[Cost]) -> Cost:
    nodes, work, clock = zip(*costs, strict=True)
    return Cost(sum(nodes), sum(work), sum(clock))


def middle_positions() -> list[State]:
    """One position for each number of discs."""
    return [_walk(discs, Rng(discs)) for discs in DISCS]


def _walk(discs: int, rng: Rng) -> State:
    game = game_of(GAME)
    state = game.initial()
    for _ in range(discs - 4):
        after = [game.play(state, move) for move in game.moves(state)]
        if rng.below(RANDOM_MOVES):
            fewest = min(len(game.moves(child)) for child in after)
            after = [child for child in after if len(game.moves(child)) == fewest]
        state = rng.choice(after)
        if game.result(state) is not None or len(game.moves(state)) < 2:
            return _walk(discs, rng)
    return state


def spent_by_threads() -> dict[int, float]:
    """The processor time of every thread so far."""
    idents = [thread.ident for thread in threading.enumerate()]
    return {ident: time.clock_gettime(time.pthread_getcpuclockid(ident)) for ident in idents if ident is not None}


@contextmanager
def time_threads() -> Iterator[list[float]]:
    """What each thread has spent within the block, known at its end, those included that began and ended in it."""
    spent, run, before = list[float](), threading.Thread.run, spent_by_threads()

    def timed(thread: threading.Thread) -> None:
        run(thread)
        spent.append(time.thread_time())

    threading.Thread.run = timed  # type: ignore[method-assign,assignment]
    try:
        yield spent
    finally:
        threading.Thread.run = run  # type: ignore[method-assign]
        spent += [now - before.get(ident, 0.0) for ident, now in spent_by_threads().items()]


def measure(spec: str, state: State) -> Cost:
    clock = time.perf_counter()
    with time_threads() as spent:
        nodes = searched(GAME, spec, state=state).stats.nodes
    return Cost(nodes, max(spent), time.perf_counter() - clock)


def with_options(spec: str, **options: int) -> str:
    return spec + "".join(
        f"{',' if ':' in spec or index else ':'}{key}={value}" for index, (key, value) in enumerate(options.items())
    )


def compare_speed(depth: int = DEPTH, general_depth: int = GENERAL_DEPTH) -> None:
    """Both searches in one run, position by position in turn."""
    states, rows, speeds = middle_positions(), list[list[object]](), list[float]()
    specs = (with_options(OWN, depth=depth), with_options(GENERAL, depth=general_depth))
    for spec in (OWN, GENERAL):
        measure(with_options(spec, depth=4), states[0])  # compiled and loaded before anything is timed
    costs: dict[str, list[Cost]] = {spec: [] for spec in specs}
    for state in states:
        for spec in specs:
            costs[spec].append(measure(spec, state))
    for spec in specs:
        cost = total(costs[spec])
        speeds.append(cost.nodes / cost.work)
        rows.append([spec, f"{cost.nodes:,}", times(cost.work), f"{speeds[-1] / 1e6:.2f} M"])
    rows.append(["ratio", "", "", f"{speeds[0] / speeds[1]:.2f}"])
    heading(f"{len(states)} middle-game positions, one thread, load average {os.getloadavg()[0]:.1f}")
    print_table(["search", "nodes", "processor time", f"nodes a second, wanted {WANTED_SPEED / 1e6:g} M"], rows)


def compare_threads(depth: int = DEPTH, threads: int = 2, rounds: int = 2) -> None:
    """One thread and several in turn; the means are compared, as the tree of several differs from round to round."""
    states = middle_positions()
    specs = {number: with_options(OWN, depth=depth, threads=number) for number in (1, threads)}
    for number in specs:
        measure(with_options(OWN, depth=4, threads=number), states[0])
    costs: dict[int, list[Cost]] = {number: [] for number in specs}
    for _ in range(rounds):
        for state in states:
            for number, spec in specs.items():
                costs[number].append(measure(spec, state))
    rows: list[list[object]] = []
    for number in specs:
        cost = total(costs[number])
        rows.append([number, f"{cost.nodes:,}", times(cost.work), times(cost.clock)])
    one, several = total(costs[1]), total(costs[threads])
    ratios = [f"{alone / together:.2f}" for alone, together in zip(one, several, strict=True)]
    rows.append([f"ratio, wanted {WANTED_RATIO}", *ratios])
    heading(f"Middle game to depth {depth}, {rounds} rounds, load average {os.getloadavg()[0]:.1f}")
    print_table(["threads", "nodes", "work", "clock"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--general-depth", type=int, default=GENERAL_DEPTH)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args()
    compare_speed(options.depth, options.general_depth)
    compare_threads(options.depth, options.threads, options.rounds)


if __name__ == "__main__":
    main()
