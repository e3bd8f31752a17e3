"""Solving m,n,k games from the empty board: by the engine and by proof-number search.

    python benchmarks/solving.py [--rounds N] [--limit SECONDS]

The figures to equal are those of a plain C++ solver with symmetry and a table, measured elsewhere on a similar machine
(one core of two, shared): 0.2, 0.37 and 5.1 seconds. They are quoted, not run here.
"""

from __future__ import annotations

import argparse
import threading

from common import best_search, heading, print_table, searched, times

from kibitz.core.searching import StopFlag

BOARDS = (  # game, its value for the first player, seconds of the plain solver
    ("mnk:width=5,height=5,k=4", 0, 0.2),
    ("mnk:width=6,height=5,k=4", 1, 0.37),
    ("mnk:width=5,height=5,k=5", 0, 5.1),
)
SEARCHERS = ("engine", "proof")


def row(game: str, value: int, quoted: float, searcher: str, rounds: int, limit: float) -> list[object]:
    # A time limit would change how the engine goes about it: only without any does it set out to solve. So the first
    # search, which also compiles, is stopped from outside.
    stop = StopFlag()
    timer = threading.Timer(limit, stop.up)
    timer.start()
    trial = searched(game, searcher, stop=stop)
    timer.cancel()
    if trial.stopped_by or not trial.score.proven:
        return [game, searcher, "", f"not within {limit:g} s", "", times(quoted), "no"]
    seconds, answer = best_search(game, searcher, rounds)
    if answer.score.points != value or not answer.score.proven:
        raise SystemExit(f"{searcher} says {answer.score} for {game}; its value is {value}.")
    reached = "yes" if seconds <= quoted else "no"
    return [
        game,
        searcher,
        f"{answer.stats.nodes:,}",
        times(seconds),
        f"{quoted / seconds:.2g}",
        times(quoted),
        reached,
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="seconds after which a search is given up")
    options = parser.parse_args()
    rows = [
        row(game, value, quoted, searcher, options.rounds, options.limit)
        for game, value, quoted in BOARDS
        for searcher in SEARCHERS
    ]
    heading(f"Solving m,n,k games, best of {options.rounds}")
    print_table(("game", "search", "nodes", "time", "ratio", "quoted", "reached"), rows)


if __name__ == "__main__":
    main()
