"""The engine with two threads against one: the same positions to the same depth.

    python benchmarks/threads.py [--threads 2] [--rounds 4]

Three measures, since a machine with other work to do has no core free for a second thread and the clock then says
nothing about the engine:

    nodes    of one thread, by those of the busiest of several; blind to what a node costs
    work     processor time of one thread, by that of the busiest: the time it takes where every thread has a core
    clock    the time that went by

One thread and several are asked in turn, and the means of all rounds are compared: with several threads the tree
differs from round to round, so that the best round would flatter them.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from common import heading, played, print_table, searched, times

from kibitz.kernels.engine import deepening
from kibitz.kernels.engine.descent import VISITED

WANTED = 1.6
POSITIONS = (  # game, moves, depth: some tenths of a second with one thread
    *(("connect-four", moves, 20) for moves in ("", "44", "444444", "4326", "4352", "1234")),
    *(("othello", moves, 13) for moves in ("", "d3c3", "f5d6c3", "d3c5f6f5", "f5f6e6f4", "d3c5d6e3")),
)


class Cost(NamedTuple):
    """Of one search: nodes and processor time of its busiest thread, and the time that went by."""

    nodes: float
    work: float
    clock: float


def mean(costs: Sequence[Cost]) -> Cost:
    return Cost(*(sum(column) / len(costs) for column in zip(*costs, strict=True)))


def total(costs: Sequence[Cost]) -> Cost:
    return Cost(*(sum(column) for column in zip(*costs, strict=True)))


def measure(game: str, moves: str, depth: int, threads: int) -> Cost:
    """One search, with a clock around every thread's part of it."""
    names = moves if game == "connect-four" else [moves[i : i + 2] for i in range(0, len(moves), 2)]
    state = played(game, names)
    work: dict[int, float] = {}
    nodes: dict[int, int] = {}
    descend = deepening.descend

    def timed(find_game: Any, evaluator: Any, root: Any, desk: Any, orders: Any) -> Any:
        thread, before, started = threading.get_ident(), int(desk.counts[VISITED]), time.thread_time()
        through = descend(find_game, evaluator, root, desk, orders)
        work[thread] = work.get(thread, 0.0) + time.thread_time() - started
        nodes[thread] = nodes.get(thread, 0) + int(desk.counts[VISITED]) - before
        return through

    deepening.descend = timed
    started = time.perf_counter()
    try:
        searched(game, f"engine:depth={depth},threads={threads}", state=state)
    finally:
        deepening.descend = descend
    return Cost(max(nodes.values()), max(work.values()), time.perf_counter() - started)


def row(game: str, moves: str, depth: object, one: Cost, several: Cost) -> list[object]:
    ratios = [f"{alone / together:.2f}" for alone, together in zip(one, several, strict=True)]
    return [game, moves, depth, f"{one.nodes:,.0f}", times(one.work), times(several.work), *ratios]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    rows: list[list[object]] = []
    for game in dict.fromkeys(game for game, _, _ in POSITIONS):
        measure(game, "", 2, options.threads)  # compiled and loaded before anything is timed
        costs: list[tuple[Cost, Cost]] = []
        for _, moves, depth in (position for position in POSITIONS if position[0] == game):
            rounds = [[measure(game, moves, depth, n) for n in (1, options.threads)] for _ in range(options.rounds)]
            costs.append((mean([one for one, _ in rounds]), mean([several for _, several in rounds])))
            rows.append([*row(game, moves or "start", depth, *costs[-1]), ""])
        one, several = (total(side) for side in zip(*costs, strict=True))
        rows.append([*row(game, "all", "", one, several), "yes" if one.work / several.work >= WANTED else "no"])
    heading(f"One thread and {options.threads}, load average {os.getloadavg()[0]:.1f}, {options.rounds} rounds")
    head = ("game", "moves", "depth", "nodes, 1", "work, 1", f"work, {options.threads}", "nodes", "work", "clock")
    print_table((*head, f"work at least {WANTED}"), rows)


if __name__ == "__main__":
    main()
