"""How often a player's move keeps the result, on positions that had no part in choosing or training it.

    python benchmarks/learned_players.py connect-four learned learned:nodes=100 learned:nodes=800
        [--positions 3000] [--seed 1]

The positions are those of `kibitz learn`, after random moves, some of which keep the result and some do not, but from
another seed than the curve of a training. Every player is asked for a move in each of them, on one core.
"""

from __future__ import annotations

import argparse
import math
import sys
import time

from common import game_of, heading, print_table, times

from kibitz.core.searching import find_search
from kibitz.learn.truth import find_truth

SURE = 1.96  # standard errors on each side of a share: 95 of 100 times it is within


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument("--positions", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game, rows = game_of(options.game), []
    truth = find_truth(game, options.positions, options.seed)
    for spec in options.players:
        searcher, limits, _ = find_search(spec)
        searcher.search(game, truth.states[0], limits)  # compiles
        moves, took = list[int](), 0.0
        for number, state in enumerate(truth.states, start=1):
            started = time.perf_counter()
            move = searcher.search(game, state, limits).move
            took += time.perf_counter() - started
            assert move is not None, "no position is over"
            moves.append(move)
            if number % 250 == 0:
                print(f"{spec}: {number:,} of {len(truth.states):,}", file=sys.stderr)
        found = truth.measure(moves)
        error = SURE * math.sqrt(found.kept * (1 - found.kept) / len(moves))
        shown = f"{100 * found.kept:.1f} ± {100 * error:.1f} %"
        rows.append([spec, shown, f"{found.loss:.3f}", times(took / len(moves))])
    heading(f"{game}: {truth.about}, seed {options.seed}")
    print_table(["player", "result kept", "points lost a move", "a move"], rows)


if __name__ == "__main__":
    main()
