"""Kibitz beside its peers: the same work, in turn, in one run; nodes first, then times as a ratio.

    python benchmarks/peers.py [--rounds N] [--easyai-depth 8]

The peers come from PyPI into an environment of their own (benchmarks/.peers, made on first use), pinned, so that the
figures of two runs can be compared. Each round asks the peer and then us, and the best of all rounds counts on both
sides. A ratio is the peer's time by ours for the same work; for games and simulations, our rate by the peer's.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from common import heading, print_table, times
from workshop import Done, Worker, environment

HERE = Path(__file__).parent
PEERS = HERE / ".peers"
# aima3 asks for a notebook and an old networkx, which its games do not use: without its dependencies.
REQUIREMENTS = ("open_spiel==2.0.2", "easyAI==2.0.12", "numpy", "tqdm")
WITHOUT_DEPENDENCIES = ("aima3==1.0.11",)


class Comparison(NamedTuple):
    work: str
    peer: str
    ours: str  # the backend: compiled or reference
    wanted: float | None  # at least so many times as fast; None where nothing was promised

    @property
    def by_rate(self) -> bool:
        """Whether the two sides did different amounts of the work, so that only what a second brings compares."""
        return self.work.startswith(("games", "mcts"))


def comparisons(easyai_depth: int) -> list[Comparison]:
    games = ("connect-four", "othello")
    return [
        Comparison("connect-four 8", "open_spiel", "compiled", 300),
        Comparison(f"connect-four {easyai_depth}", "easyAI", "compiled", 300),
        Comparison("tic-tac-toe", "open_spiel", "compiled", 100),
        Comparison("tic-tac-toe", "easyAI", "compiled", 100),
        *(Comparison(f"games {game}", "open_spiel", "compiled", 50) for game in games),
        *(Comparison(f"games {game}", "open_spiel", "reference", None) for game in games),
        *(Comparison(f"mcts {game}", "open_spiel", "compiled", 4) for game in games),
        Comparison("tic-tac-toe", "aima3", "reference", 1),
        Comparison("connect-four 8", "aima3", "reference", 1),
    ]


def measure(asked: list[Comparison], rounds: int) -> list[tuple[Done, Done]]:
    """The best of peer and of us for every comparison, asked in turn."""
    python = environment(PEERS, REQUIREMENTS, WITHOUT_DEPENDENCIES)
    peers = {name: Worker(python, HERE / "peer_side.py", name) for name in {c.peer for c in asked}}
    ours = {name: Worker(Path(sys.executable), HERE / "our_side.py", name) for name in {c.ours for c in asked}}
    measured = []
    for comparison in asked:
        theirs, mine = [], []
        for _ in range(rounds):
            theirs.append(peers[comparison.peer].do(comparison.work))
            mine.append(ours[comparison.ours].do(comparison.work))
        measured.append((min(theirs), min(mine)))
    for worker in (*peers.values(), *ours.values()):
        worker.close()
    return measured


def row(comparison: Comparison, theirs: Done, mine: Done) -> list[object]:
    sides = (theirs, mine)
    if comparison.by_rate:
        ratio = mine.rate / theirs.rate
        nodes, speeds = ["", ""], [f"{done.rate:,.0f} a second" for done in sides]
    else:
        ratio = theirs.seconds / mine.seconds
        nodes, speeds = [f"{done.amount:,}" for done in sides], [times(done.seconds) for done in sides]
    wanted, reached = "", ""
    if comparison.wanted is not None:
        wanted, reached = f"{comparison.wanted:g}", "yes" if ratio >= comparison.wanted else "no"
    return [
        comparison.work,
        comparison.peer,
        comparison.ours,
        *nodes,
        *speeds,
        f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}",
        wanted,
        reached,
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often each piece of work is asked of each side")
    parser.add_argument("--easyai-depth", type=int, choices=(6, 8), default=6, help="8 takes minutes")
    options = parser.parse_args()
    asked = comparisons(options.easyai_depth)
    measured = measure(asked, options.rounds)
    heading(f"Peers, best of {options.rounds} rounds")
    head = ("work", "peer", "ours", "peer's nodes", "our nodes", "peer", "Kibitz", "ratio", "wanted", "reached")
    print_table(head, [row(comparison, *done) for comparison, done in zip(asked, measured, strict=True)])


if __name__ == "__main__":
    main()
