"""The Connect Four solver by the size of the board: nodes a second with one, two, four and eleven 64-bit words.

    python benchmarks/connect_four_words.py [--positions 20] [--nodes 150000] [--rounds 5]

All rows but the top six or seven are filled without three in a row anywhere; then four moves are played at random, but
neither side gives a win away. The positions are searched one after the other, with one table, until all are
solved or so many nodes are visited. The best round counts, in processor time. The second row is the standard board
forced into two words: nearly the same trees, so that its rate tells what a second word costs.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import Any

from common import heading, print_table

from kibitz.core.game import State
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.solvers.connect_four.solver import ConnectFourSolver

FREE_ROWS, RANDOM_MOVES = 6, 4


@dataclass(frozen=True)
class InTwoWords(ConnectFour):
    name = "connect-four-in-two-words"
    int_bits = 128


BOARDS = (ConnectFour(), InTwoWords(), ConnectFour(9, 7), ConnectFour(10, 10), ConnectFour(16, 15), ConnectFour(26, 26))


def make_position(game: ConnectFour, rng: Rng) -> State:
    """The lower rows full, the rest empty but for a few stones."""
    candidates, out, stones = game.candidates(), [0] * game.width, [0, 0]
    for row in range(max(game.height - FREE_ROWS, 0) // 2 * 2):
        for column in range(game.width):
            stones[(column // 2 + row) % 2] |= 1 << column * (game.height + 1) + row
    state: State = (stones[0], stones[1])
    for _ in range(RANDOM_MOVES):
        state = game.play(state, out[rng.below(candidates(state, out))])
    return state


def measure(game: ConnectFour, positions: int, most: int, rounds: int) -> list[Any]:
    """Its row of the table, but for the ratio."""
    rng = Rng(1)
    states = [make_position(game, rng) for _ in range(positions)]
    solver = ConnectFourSolver(game, table_mib=16)
    best, nodes = float("inf"), 0
    for _ in range(rounds):
        solver.reset()
        nodes, started = 0, time.process_time()
        for state in states:
            if nodes < most:
                nodes += solver.solve(state, limits=Limits(nodes=most - nodes)).nodes
        best = min(best, time.process_time() - started)
    free = game.width * game.height - (states[0][0] | states[0][1]).bit_count()
    bits = game.width * (game.height + 1)
    return [f"{game.width}x{game.height}", bits, game.int_words, free, nodes, nodes / best]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20, help="of each board")
    parser.add_argument("--nodes", type=int, default=150_000, help="on each board at most")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    rows = [measure(game, options.positions, options.nodes, options.rounds) for game in BOARDS]
    heading("Connect Four's solver by the number of words")
    table = [[*who, f"{nodes:,}", f"{rate:,.0f}", f"{rate / rows[0][-1]:.2f}"] for *who, nodes, rate in rows]
    print_table(("board", "bits", "words", "free cells", "nodes", "nodes a second", "of one word's"), table)


if __name__ == "__main__":
    main()
