"""How cost grows with depth: nodes, the factor from one depth to the next, and the distance to the smallest tree.

    python benchmarks/growth.py [--depth 12] [--seconds 5]

No search can prove a value with fewer leaves than b^ceil(d/2) + b^floor(d/2) - 1 [Knuth & Moore 1975], in a tree where
every node has b moves. The games' trees are not like that; b is the one of the uniform tree with as many games of d
plies as the game has, the d-th root of perft(d). It must be counted to the depth searched: in Othello it grows from
5.25 at depth 9 to 5.94 at depth 12, and the smallest tree with it to twice the size. In Connect Four it falls slowly
and the games are too many to count beyond depth 10; there it is taken to stay as it is.

Only `engine:lmr=false` searches every move to the full depth, as the smallest tree does; the plain engine reduces late
moves, so that staying below the smallest tree is less of a feat for it.

The engine's nodes are those of all its passes from depth 1 on, and everything it meets twice counts once or not at
all, thanks to its table: it may stay below the smallest tree, which has no table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from common import game_of, heading, print_table, searched

from kibitz.kernels.perft import perft

GAMES = {"connect-four": 10, "othello": 12}  # how deep games are counted, to know b
SEARCHERS = ("minimax", "alphabeta", "alphabeta:order=killer+history+centre", "engine:lmr=false", "engine")
WANTED = 2.0
LONG_ENOUGH_TO_TRUST = 0.05  # seconds; below that, what else the machine does decides how long a search takes


class Step(NamedTuple):
    depth: int
    nodes: int
    factor: float  # nodes at this depth by nodes at the depth before
    to_minimal: float  # nodes by leaves of the smallest tree


def branching(game: str, deepest: int) -> list[float]:
    """The uniform tree's number of moves for depth 0, 1, 2 …"""
    counts = perft(game_of(game), game_of(game).initial(), deepest, last_finished=False).nodes
    return [0.0, *(count ** (1 / depth) for depth, count in enumerate(counts) if depth)]


def minimal_leaves(b: float, depth: int) -> float:
    half = depth // 2
    return float(b ** (depth - half) + b**half - 1)


def steps(game: str, searcher: str, deepest: int, seconds: float, b: list[float]) -> Iterator[Step]:
    """Depth by depth, as long as the next one promises to stay within the time."""
    separator = "," if ":" in searcher else ":"
    before, spent = 1, 0.0  # of the depth before
    for depth in range(1, deepest + 1):
        answer = searched(game, f"{searcher}{separator}depth={depth}")
        nodes = answer.stats.nodes
        yield Step(depth, nodes, nodes / before, nodes / minimal_leaves(b[min(depth, len(b) - 1)], depth))
        growth = answer.stats.seconds / spent if spent > LONG_ENOUGH_TO_TRUST else 2.0
        before, spent = nodes, answer.stats.seconds
        if spent * max(growth, 2) > seconds:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=5, help="a depth that promises to take longer is left out")
    options = parser.parse_args()
    for game, counted in GAMES.items():
        b = branching(game, min(counted, options.depth))
        heading(f"Growth: {game}, its own heuristic ({game_of(game).evaluator}), b = {b[-1]:.2f} at depth {len(b) - 1}")
        rows = []
        for searcher in SEARCHERS:
            for step in steps(game, searcher, options.depth, options.seconds, b):
                reached = ""
                if searcher.startswith("engine") and step.depth >= 10:
                    reached = "yes" if step.to_minimal <= WANTED else "no"
                numbers = [f"{step.nodes:,}", f"{step.factor:.2f}", f"{step.nodes ** (1 / step.depth):.2f}"]
                rows.append([searcher, step.depth, *numbers, f"{step.to_minimal:.2f}", reached])
        print_table(
            ("search", "depth", "nodes", "× depth before", "nodes^(1/d)", "by minimal tree", f"within {WANTED}"), rows
        )


if __name__ == "__main__":
    main()
