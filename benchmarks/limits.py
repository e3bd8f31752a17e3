"""How far searches go beyond a limit, a time limit or a stop asked for by another thread; and what a command costs.

    python benchmarks/limits.py [--rounds 8] [--seconds 2]

The row `nothing` is a thread that does no more than wait to be told: what it is late by, the machine is late by, since
among other work a thread waits for its turn to say that time is up, and another for its turn to hear it.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import threading
import time

from common import game_of, heading, print_table

from kibitz.core.limits import COMPILED, Limits
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.kernels.solvers.all_positions import find_table

WANTED_TIME, WANTED_STOP = 0.020, 0.005
NOTHING = "nothing"
SEARCHES = (  # game, search; none of them is done in two seconds
    ("", NOTHING),
    ("connect-four", "engine"),
    ("connect-four", "engine:threads=2"),
    ("connect-four", "engine:table_mib=1024"),
    ("othello", "engine:threads=2"),
    ("connect-four", "strong:max_positions=200000000"),
    ("othello", "strong:max_positions=200000000"),
    ("connect-four", "alphabeta"),
    ("othello", "mcts"),
    ("othello", "engine"),
    ("connect-four", "perfect:book=false"),
    ("mnk:width=5,height=5,k=4", "proof"),
)
COMMANDS = (  # what answers at once: nothing heavy is loaded, code is kept, or the request is refused
    "--help",
    "perft tic-tac-toe 4",
    "best connect-four engine:depth=2",
    "best connect-four strong",
    "perft mnk:width=26,height=26,k=5 30",
    "grade tests/helpers/wordless.py:Wordless:chips=1000,take=100 pvs:time=0.01 --positions 3 --time 0.1",
)


def answer(game: str, spec: str, limits: Limits, stop: StopFlag | None) -> None:
    """Search from the start of the game, or do nothing, until told to end."""
    if spec == NOTHING:
        told = threading.Event()
        timer = threading.Timer(limits.time or 0.0, told.set)
        timer.start()
        if stop is not None:
            stop.when_raised(told.set)
        told.wait()
        timer.cancel()
        return
    searcher = find_searcher(spec)[0]
    rules = game_of(game)
    searcher.search(rules, rules.initial(), limits, backend=COMPILED, stop=stop)


def late_by_limit(game: str, spec: str, seconds: float) -> float:
    find_table.cache_clear()  # else the strong solver would go on where it was
    started = time.perf_counter()
    answer(game, spec, Limits(time=seconds), None)
    return time.perf_counter() - started - seconds


def late_by_stop(game: str, spec: str, seconds: float) -> float:
    find_table.cache_clear()
    stop = StopFlag()
    asked: list[float] = []

    def ask() -> None:
        asked.append(time.perf_counter())
        stop.up()

    timer = threading.Timer(seconds, ask)
    timer.start()
    answer(game, spec, Limits(time=60), stop)
    ended = time.perf_counter()
    timer.join()
    return ended - asked[0]


def spread(late: list[float], wanted: float) -> list[str]:
    """Median and the worst in milliseconds, and how many were in time."""
    ordered = sorted(late)
    in_time = sum(one <= wanted for one in late)
    return [f"{1e3 * ordered[len(ordered) // 2]:.1f}", f"{1e3 * ordered[-1]:.1f}", f"{in_time} of {len(late)}"]


def cost_of(command: str) -> float:
    """The processor seconds of a command that answers at once, of its whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "kibitz", *command.split()], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=2.0)
    options = parser.parse_args()
    rows: list[list[object]] = []
    for game, spec in SEARCHES:
        answer(game, spec, Limits(time=0.01), None)  # compiled before anything is timed
        limits = [late_by_limit(game, spec, options.seconds) for _ in range(options.rounds)]
        stops = [late_by_stop(game, spec, options.seconds / 2) for _ in range(options.rounds)]
        rows.append([game, spec, *spread(limits, WANTED_TIME), *spread(stops, WANTED_STOP)])
    rounds = f"{options.rounds} rounds of {options.seconds:g} s"
    heading(f"Milliseconds late, load average {os.getloadavg()[0]:.1f}, {rounds}")
    timed = ("time limit: median", "worst", f"within {1e3 * WANTED_TIME:.0f} ms")
    stopped = ("stop: median", "worst", f"within {1e3 * WANTED_STOP:.0f} ms")
    print_table(("game", "search", *timed, *stopped), rows)
    for command in COMMANDS:
        cost_of(command)  # compiled and kept before anything is timed
    heading("Processor seconds of a command")
    print_table(("kibitz", "seconds"), [[command, f"{cost_of(command):.2f}"] for command in COMMANDS])


if __name__ == "__main__":
    main()
