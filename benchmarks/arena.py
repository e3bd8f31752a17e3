"""What the arena costs: games a second with one and two workers, overhead beside the bare kernel, and 1,000 workers.

    python benchmarks/arena.py [--rounds 3] [--cluster]

Overhead: the same moves, searched by the bare kernel and played as games of a match, in processor time, which other
work on the machine does not change. Searches are ended by their nodes at about 10 ms a move, so that both sides do the
same work. With --cluster, also what a task costs a Dask scheduler on this machine, and what follows for 1,000 workers.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from common import game_of, heading, print_table, times

from kibitz.arena.game_task import FinishedGame, GameTask
from kibitz.arena.game_workers import run_task
from kibitz.arena.match import match_tasks
from kibitz.arena.openings import make_openings
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.jobs.workers import run_tasks
from kibitz.kernels.compiled_forms import find_form

GAME = "connect-four"
PLAYER = "alphabeta:depth=12,nodes={nodes},order=centre"
WANTED_RATIO, WANTED_OVERHEAD = 1.8, 0.10
SECONDS_A_MOVE = 0.010
PORT = 18786


def tasks_for(player: str, games: int) -> list[GameTask]:
    openings = make_openings(game_of(GAME), (games + 1) // 2, seed=1).openings
    return list(match_tasks(GameTask(0, GAME, (player, player)), openings, games, seed=1))


def searched(player: str, finished: list[FinishedGame]) -> float:
    """Processor time of the bare kernel for every move of the games."""
    game = game_of(GAME)
    searcher, limits = find_searcher(player)
    form, spent = find_form(searcher), 0.0
    assert form is not None
    for one in finished:
        state, moves = game.initial(), [game.parse_move(name) for name in one.moves]
        first = len(moves) - sum(effort.moves for effort in one.efforts)
        for ply, move in enumerate(moves):
            if ply >= first:
                started = time.process_time()
                form.search(searcher, game, state, limits)
                spent += time.process_time() - started
            state = game.play(state, move)
    return spent


def calibrated() -> str:
    """The player that takes about 10 ms a move on this machine."""
    game, nodes = game_of(GAME), 1 << 20
    searcher, limits = find_searcher(PLAYER.format(nodes=nodes))
    form = find_form(searcher)
    assert form is not None
    form.search(searcher, game, game.initial(), Limits(nodes=1))
    best = float("inf")
    for _ in range(5):
        started = time.process_time()
        nodes = form.search(searcher, game, game.initial(), limits).stats.nodes
        best = min(best, time.process_time() - started)
    return PLAYER.format(nodes=int(nodes * SECONDS_A_MOVE / best))


def played(tasks: list[GameTask], workers: int) -> tuple[list[FinishedGame], float, float]:
    """The games, by the clock, and in processor time."""
    clock, processor = time.perf_counter(), time.process_time()
    finished = [one for batch in run_tasks(tasks, run_task, workers) for one in batch]
    return finished, time.perf_counter() - clock, time.process_time() - processor


def overhead(player: str, rounds: int) -> None:
    tasks = tasks_for(player, 8)
    arena, bare = [], []
    for _ in range(rounds):  # side by side, and the best of each: other work only ever adds
        finished, _, spent = played(tasks, 1)
        arena.append(spent)
        bare.append(searched(player, finished))
    more = min(arena) / min(bare) - 1
    moves = sum(effort.moves for one in finished for effort in one.efforts)
    heading(f"Overhead of the arena, {moves} moves, best of {rounds} rounds, load average {os.getloadavg()[0]:.1f}")
    head = ("bare kernel, a move", "in the arena", "overhead", "wanted", "reached")
    reached = "yes" if more < WANTED_OVERHEAD else "no"
    print_table(head, [[times(min(bare) / moves), times(min(arena) / moves), f"{more:.1%}", "10 %", reached]])


def throughput(player: str, rounds: int) -> None:
    """By the clock, and by the processor time of the busiest worker: the clock's where each has a core of its own."""
    tasks = tasks_for(player, 64)  # so many that the last game, which one worker plays alone, does not tell
    clock, busiest = dict[int, float](), dict[int, float]()
    for workers in (1, 2) * rounds:
        spent: dict[int, float] = {}

        def play(task: GameTask, stop: StopFlag, spent: dict[int, float] = spent) -> FinishedGame:
            started = time.thread_time()
            finished = run_task(task, stop)
            thread = threading.get_ident()
            spent[thread] = spent.get(thread, 0.0) + time.thread_time() - started
            return finished

        started = time.perf_counter()
        for _ in run_tasks(tasks, play, workers):
            pass
        clock[workers] = min(clock.get(workers, math.inf), time.perf_counter() - started)
        busiest[workers] = min(busiest.get(workers, math.inf), max(spent.values()))
    heading(f"Games a second of {GAME}, load average {os.getloadavg()[0]:.1f}, best of {rounds} rounds")
    rows = [[n, f"{len(tasks) / clock[n]:.2f}", f"{len(tasks) / busiest[n]:.2f}"] for n in (1, 2)]
    ratios = [clock[1] / clock[2], busiest[1] / busiest[2]]
    rows.append([f"ratio, wanted {WANTED_RATIO}", *(f"{ratio:.2f}" for ratio in ratios)])
    print_table(("workers", "by the clock", "by the busiest worker"), rows)


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    address = f"tcp://127.0.0.1:{PORT}"
    tool = [sys.executable, "-m"]
    common = ["--no-dashboard"]
    commands = [[*tool, "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(PORT), *common]]
    one = [*tool, "distributed.cli.dask_worker", address, "--host", "127.0.0.1", "--nthreads", "1", *common]
    commands += [[*one, "--no-nanny"]] * workers
    quiet = subprocess.DEVNULL
    running = [subprocess.Popen(words, stdout=quiet, stderr=quiet) for words in commands]
    try:
        yield address
    finally:
        for process in running:
            process.kill()
            process.wait()


def plan_for_thousand() -> None:
    """What the scheduler and the client spend on a task bounds how many workers they can keep busy."""
    import distributed

    tasks = tasks_for("random", 400)
    here = min(played(tasks, 1)[2] for _ in range(3)) / len(tasks)
    with cluster(2) as address, distributed.Client(address, timeout=60) as client:
        client.wait_for_workers(2, timeout=120)
        client.gather(client.map(run_task, tasks[:20], pure=False))  # what is loaded once
        processor, scheduler = time.process_time(), client.run_on_scheduler(time.process_time)
        client.gather(client.map(run_task, tasks, pure=False))
        client_cost = (time.process_time() - processor) / len(tasks)
        scheduler_cost = (client.run_on_scheduler(time.process_time) - scheduler) / len(tasks)
    heading("A task on a cluster, in processor time")
    rows = [["the game itself (random players)", times(here)], ["the client", times(client_cost)]]
    print_table(("part", "for each task"), [*rows, ["the scheduler", times(scheduler_cost)]])
    slowest = max(client_cost, scheduler_cost)
    print(f"\nThe busier of client and scheduler can hand out {1 / slowest:,.0f} games a second.")
    rows = []
    for seconds in (0.1, 0.4, 1.0, 4.0, 30.0):
        rows.append([f"{seconds:g} s", f"{1000 / seconds:,.0f}", f"{min(1.0, seconds / slowest / 1000):.0%}"])
    print_table(("a game takes", "games a second of 1,000 workers", "workers kept busy"), rows)
    print(f"\n1,000 workers are kept busy by games of {1000 * slowest:.2g} s and longer.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cluster", action="store_true")
    options = parser.parse_args()
    player = calibrated()
    print(player)
    overhead(player, options.rounds)
    throughput(player, options.rounds)
    if options.cluster:
        plan_for_thousand()


if __name__ == "__main__":
    main()
