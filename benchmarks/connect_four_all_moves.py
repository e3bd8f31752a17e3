"""The scores of all moves of random Connect Four positions, in one running process: how long does each take?

    python benchmarks/connect_four_all_moves.py [--positions 20] [--no-book] [--table MIB] [--threads N] [--seed S]

For every length from the empty board to the last stone, so many unfinished positions are played at random and asked
about one after the other, as a page that shows a number over every column would. What the solver learned from one it
remembers for the next, unless --forget is given. Time on the processor is told as well: it depends less on what else
the machine does. Wanted over all: a median under 0.1 s and a 99th percentile under 2 s.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from common import game_of, heading, print_table, searched, times

from kibitz.core.game import State
from kibitz.core.random_games import random_line
from kibitz.core.rng import Rng

WANTED = {"median": 0.1, "99 %": 2.0}
GAME = "connect-four"


def random_position(length: int, rng: Rng) -> State:
    """An unfinished position after so many random moves."""
    game = game_of(GAME)
    while True:
        moves, state = random_line(game, rng, length)
        if len(moves) == length and game.result(state) is None:
            return state


def at(share: float, seconds: Sequence[float]) -> float:
    """The time that this share of all keeps within."""
    return sorted(seconds)[min(int(share * len(seconds)), len(seconds) - 1)]


def row(name: str, seconds: Sequence[float], nodes: int) -> list[object]:
    spread = [times(at(share, seconds)) for share in (0.5, 0.9, 0.99)]
    return [name, len(seconds), f"{nodes / len(seconds):,.0f}", *spread, times(max(seconds))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20, help="of each length")
    parser.add_argument("--shortest", type=int, default=0, help="stones on the board at least")
    parser.add_argument("--longest", type=int, default=41, help="stones on the board at most")
    parser.add_argument("--no-book", action="store_true")
    parser.add_argument("--forget", action="store_true", help="begin every position with an empty table")
    parser.add_argument("--table", type=int, default=256, metavar="MIB")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    book, keep = (str(not switch).lower() for switch in (options.no_book, options.forget))
    spec = f"perfect:every_move=true,book={book},keep={keep},table_mib={options.table},threads={options.threads}"
    rng = Rng(options.seed)
    searched(GAME, spec, state=random_position(40, rng))  # compiled and loaded before anything is timed
    rows, everything, on_processor, all_nodes = [], [], [], 0
    for length in range(options.shortest, options.longest + 1):
        seconds, nodes = [], 0
        for _ in range(options.positions):
            state = random_position(length, rng)
            started, worked = time.perf_counter(), time.process_time()
            nodes += searched(GAME, spec, state=state).stats.nodes
            seconds.append(time.perf_counter() - started)
            on_processor.append(time.process_time() - worked)
        rows.append(row(str(length), seconds, nodes))
        everything += seconds
        all_nodes += nodes
    rows.append(row("all", everything, all_nodes))
    heading(f"Connect Four, the scores of all moves: {spec}")
    print_table(("stones", "positions", "nodes each", "median", "90 %", "99 %", "longest"), rows)
    for name, share in (("median", 0.5), ("99 %", 0.99)):
        reached = "yes" if at(share, everything) < WANTED[name] else "no"
        clock, processor = times(at(share, everything)), times(at(share, on_processor))
        print(f"\n{name}: {clock}, on the processor {processor}, wanted {times(WANTED[name])}, reached: {reached}")


if __name__ == "__main__":
    main()
