"""How fast a tree of a million nodes is recorded, written, loaded and looked at.

    python benchmarks/microscope.py [--nodes 1000000] [--rounds 5]

A Connect Four search by alpha-beta, deep enough to fill the recording. What a view asks is asked at random places and
zooms; the frames of the page itself are measured by microscope_frames.py.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from common import game_of, heading, print_table, searched

from kibitz.core.searching import find_search
from kibitz.trees.formats.kbz import read_kbz, write_kbz
from kibitz.trees.microscope.drawing_view import draw_subtree
from kibitz.trees.microscope.explanation_view import explain_node
from kibitz.trees.microscope.icicle_view import view_icicle
from kibitz.trees.microscope.recording_summary import summarize_recording
from kibitz.trees.microscope.step_view import seek_step, view_step
from kibitz.trees.recorder import record
from kibitz.trees.recording import Recording
from kibitz.trees.tree_statistics import count_statistics

GAME, SEARCHER = "connect-four", "alphabeta:depth=11"
PIXELS = 1_400


def best(work: Callable[[], object], rounds: int) -> float:
    """Seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def median(work: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Milliseconds: the median and the longest."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(1_000 * (time.perf_counter() - started))
    return statistics.median(times), max(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    heading(f"The microscope: {SEARCHER} on {GAME}, {asked.nodes:,} nodes recorded")

    game = game_of(GAME)
    searched(GAME, SEARCHER)
    result, tree = record(game, game.initial(), *find_search(SEARCHER), limit=asked.nodes)
    bare = best(lambda: searched(GAME, SEARCHER), asked.rounds)
    watched = best(
        lambda: record(game, game.initial(), *find_search(SEARCHER), limit=asked.nodes), min(asked.rounds, 3)
    )
    data = write_kbz(tree)
    once = [
        ["search alone", f"{result.stats.nodes:,} nodes", f"{bare:.2f} s"],
        ["search recorded", f"{len(tree):,} nodes", f"{watched:.2f} s"],
        ["write", f"{len(data) / 2**20:.1f} MiB", f"{best(lambda: write_kbz(tree), 2):.2f} s"],
        ["load", f"{tree.memory / 2**20:.0f} MiB", f"{best(lambda: read_kbz(data), asked.rounds):.2f} s"],
        ["statistics", "", f"{best(lambda: count_statistics(tree), 2):.2f} s"],
    ]
    print_table(["once", "", "best"], once)

    recorded, rng = Recording(tree), random.Random(7)
    summarize_recording(recorded)  # as a server does first

    def look() -> None:
        wide = len(tree) / 10 ** rng.uniform(0, 5)
        left = rng.uniform(0, len(tree) - wide)
        view_icicle(recorded, recorded.root, left, left + wide, PIXELS)

    def anywhere() -> int:
        return rng.randrange(len(tree))

    asks: dict[str, Callable[[], object]] = {
        "icicle": look,
        "drawing of 150 nodes": lambda: draw_subtree(recorded, anywhere()),
        "a step": lambda: view_step(recorded, rng.randrange(2 * len(tree))),
        "next cut-off": lambda: seek_step(recorded, rng.randrange(2 * len(tree)), 1, "cutoff"),
        "why this value": lambda: explain_node(recorded, anywhere(), "value"),
    }
    rows = [[name, *(f"{figure:.1f} ms" for figure in median(work, 200))] for name, work in asks.items()]
    print_table(["again and again", "median", "longest"], rows)


if __name__ == "__main__":
    main()
