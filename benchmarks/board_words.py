"""Nodes a second by the number of 64-bit words that a side's stones take: what large boards cost.

    python benchmarks/board_words.py [--seconds S] [--best-of N]

Three games from one word upwards, each with the rules that all boards share. `perft` makes moves and asks for results;
`alphabeta` evaluates leaves as well; `mcts` counts the positions of its playouts. The first row of a game is the board
that fits into one word; the ratio is to that row.
"""

from __future__ import annotations

import argparse
import time

from kibitz.core.game import Game, find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import find_searcher
from kibitz.kernels.backends import count_compiled

BOARDS = {
    "five in a row": ["mnk:width=7,height=7,k=5", "mnk:width=10,height=10,k=5", "mnk:width=15,height=15,k=5"],
    "Connect Four": ["connect-four", "connect-four:width=10,height=10", "connect-four:width=15,height=15"],
    "Othello": ["othello", "othello:size=10", "othello:size=16"],
}
BOARDS["five in a row"].append("mnk:width=26,height=26,k=5")
BOARDS["Connect Four"].append("connect-four:width=26,height=26")
SEARCHES = ("perft", "alphabeta", "mcts")


def measure(game: Game, search: str, seconds: float) -> float:
    """Nodes a second."""
    if search == "perft":
        depth, spent, nodes = 1, 0.0, 0
        while spent < seconds / 4:
            depth += 1
            started = time.perf_counter()
            counts = count_compiled(game, game.initial(), depth)
            assert counts is not None
            spent, nodes = time.perf_counter() - started, sum(counts.nodes)
        return nodes / spent
    searcher, _ = find_searcher(search)
    searcher.search(game, game.initial(), Limits(nodes=1_000))  # compiled now
    found = searcher.search(game, game.initial(), Limits(time=seconds))
    return found.stats.nodes / found.stats.seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each measurement")
    parser.add_argument("--best-of", type=int, default=3)
    given = parser.parse_args()
    print("| game | board | words | " + " | ".join(f"{search}, M/s | ratio" for search in SEARCHES) + " |")
    print("|---|---|---|" + "---|---|" * len(SEARCHES))
    for title, specs in BOARDS.items():
        first: dict[str, float] = {}
        for spec in specs:
            game, cells = find_game(spec), []
            for search in SEARCHES:
                rate = max(measure(game, search, given.seconds) for _ in range(given.best_of))
                first.setdefault(search, rate)
                cells.append(f"{rate / 1e6:.2f} | {rate / first[search]:.2f}")
            print(f"| {title} | {game.variant} | {game.int_words} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
