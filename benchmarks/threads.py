"""The engine with two threads against one: the same positions to the same depth.

    python benchmarks/threads.py [--threads 2] [--rounds 3]

Needs that many cores free: on a machine busy with something else the second thread waits for its turn. The loads of one
thread and of several are asked in turn, and the best of all rounds counts for each position.
"""

from __future__ import annotations

import argparse
import os
import time

from common import heading, played, print_table, searched, times

WANTED = 1.6
POSITIONS = (  # game, moves, depth
    ("connect-four", "", 19),
    ("connect-four", "44", 19),
    ("connect-four", "4455", 19),
    ("othello", "", 11),
    ("othello", "d3c3", 11),
    ("othello", "f5d6c3", 11),
)


def seconds(game: str, moves: str, depth: int, threads: int) -> float:
    names = moves if game == "connect-four" else [moves[i : i + 2] for i in range(0, len(moves), 2)]
    state = played(game, names)
    started = time.perf_counter()
    searched(game, f"engine:depth={depth},threads={threads}", state=state)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for game in {game for game, _, _ in POSITIONS}:
        seconds(game, "", 2, options.threads)  # compiled and loaded before anything is timed
    rows: list[list[object]] = []
    totals = [0.0, 0.0]
    for game, moves, depth in POSITIONS:
        best = [float("inf"), float("inf")]
        for _ in range(options.rounds):
            for which, threads in enumerate((1, options.threads)):
                best[which] = min(best[which], seconds(game, moves, depth, threads))
        totals = [total + time for total, time in zip(totals, best, strict=True)]
        rows.append([game, moves or "start", depth, times(best[0]), times(best[1]), f"{best[0] / best[1]:.2f}", ""])
    ratio = totals[0] / totals[1]
    reached = "yes" if ratio >= WANTED else "no"
    rows.append(["all", "", "", times(totals[0]), times(totals[1]), f"{ratio:.2f}", reached])
    heading(f"One thread and {options.threads}, load average {os.getloadavg()[0]:.1f}, best of {options.rounds}")
    print_table(("game", "moves", "depth", "one", str(options.threads), "ratio", f"at least {WANTED}"), rows)


if __name__ == "__main__":
    main()
