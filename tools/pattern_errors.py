"""How far the evaluator `patterns` is off, by phase, and what each pattern is worth.

    python tools/pattern_errors.py label work judged.npz     positions kept back from the games in work, judged deeply
    python tools/pattern_errors.py measure judged.npz TABLE …     how far tables are off on them
    python tools/pattern_errors.py ablate work     other sets of patterns, each fitted anew to the games in work

Positions are judged exactly if few cells are free, else by the mean of searches to depths 15 and 16 with probable cuts
at 95 %. They come from games that were not learned from, one position from a game, the same number for every phase.
Sets of patterns are compared on all positions of these games that the shipped tables see near level, by the values
that they were played with: many positions matter more there than deep values.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pattern_fit import Layout, entries, guesses, least_squares
from pattern_games import NO_VALUE, positions_of, solve
from pattern_learning import Sample

from kibitz.evals.patterns import (
    DISC,
    PHASE_DISCS,
    PHASE_SIZE,
    PHASES,
    SHAPES,
    make_patterns,
    phase_of,
    read_table,
    shipped_table,
)
from kibitz.jobs.workers import run_in_order
from kibitz.kernels.engine.othello.batch import search_values

HERE = Path(__file__).resolve().parent
DEPTH, CONFIDENCE, EXACT = 16, 2, 17  # 95 % sure; from 17 free cells on, exact
TOGETHER = 5  # positions in a task
RIDGE, STEPS = 7.0, 15  # of the fits that are compared
NEAR = 0.8  # the weight of a position that the tables see 10 discs from level
# Patterns that were tried beside those that are used.
CANDIDATES = (
    ("triangle", "corners", "b1 c1 d1 c2 | a1 b2 | a2 a3 a4 b3"),
    ("cross", "corners", "b1 c2 d3 | a1 b2 c3 d4 | a2 b3 c4"),
    ("angle", "corners", "b1 c1 d1 e1 | a1 b2 | a2 a3 a4 a5"),
    ("middle", "edges", "a1 c1 d1 c2 d2 |  | h1 f1 e1 f2 e2"),
    ("wide", "edges", "c1 d1 c2 d2 c3 |  | f1 e1 f2 e2 f3"),
    ("centre", "lines", "c3 d3 c4 d4 d2 |  | f3 e3 f4 e4 e2"),
    ("line2x", "lines", "a2 b2 c2 d2 b1 |  | h2 g2 f2 e2 g1"),
    ("diagonal8x", "diagonals", "b1 a1 b2 c3 d4 |  | g8 h8 g7 f6 e5"),
    ("diagonal7x", "diagonals", "b1 c2 d3 a1 | e4 | h7 g6 f5 h8"),
)


BOTH = ("wide", "centre")


class JudgeTask(NamedTuple):
    own: NDArray[np.uint64]
    other: NDArray[np.uint64]


def judge(task: JudgeTask) -> NDArray[np.int64]:
    """What a few positions of about the same number of discs are worth, in hundredths of a disc."""
    free = 64 - np.bitwise_count(task.own | task.other)
    if free.max() <= EXACT:
        return np.array(solve(task.own, task.other))
    return search_values(task.own, task.other, DEPTH, confidence=CONFIDENCE, mean_of_two=True)


def kept_back(paths: Sequence[Path], each: int) -> Iterable[JudgeTask]:
    """`each` positions of every phase, of different games, in tasks of a few."""
    games = np.concatenate([np.load(path) for path in paths])
    own, other, _ = positions_of(games)
    rng = np.random.Generator(np.random.PCG64(1))
    for phase in reversed(range(PHASES)):
        column = PHASE_DISCS * phase + rng.integers(0, PHASE_DISCS, len(games))
        rows = np.arange(len(games))
        there = np.flatnonzero((games[rows, 1, column] != NO_VALUE) & (games[rows, 0, column] >= 0))
        chosen = rng.permutation(there)[:each]
        chosen = chosen[np.argsort(column[chosen], kind="stable")]
        for start in range(0, len(chosen), TOGETHER):
            some = chosen[start : start + TOGETHER]
            yield JudgeTask(own[some, column[some]], other[some, column[some]])


def label(options: argparse.Namespace) -> None:
    paths = sorted(options.work.glob(f"round{options.round}-*.npy"))[::20]
    tasks = list(kept_back(paths, options.each))
    found: list[NDArray[np.int64]] = []
    for done, worth in enumerate(run_in_order(tasks, judge, options.workers), start=1):
        found.append(worth)
        if done % 16 == 0 or done == len(tasks):
            print(f"{done} of {len(tasks)}", file=sys.stderr)
            own, other = (np.concatenate([getattr(task, side) for task in tasks[:done]]) for side in ("own", "other"))
            np.savez(options.judged, own=own, other=other, worth=np.concatenate(found))


class Judged(NamedTuple):
    """Positions by what they are worth, in discs."""

    own: NDArray[np.uint64]
    other: NDArray[np.uint64]
    worth: NDArray[np.float64]
    phase: NDArray[np.int64]

    @classmethod
    def read(cls, path: Path) -> Judged:
        with np.load(path) as file:
            own, other, worth = file["own"], file["other"], file["worth"]
        phases = np.array([phase_of(int(discs)) for discs in np.bitwise_count(own | other)])
        return cls(own, other, worth / DISC, phases)

    def errors(self, layout: Layout, phase: int, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far numbers in hundredths are off for the positions of a phase, in discs."""
        here = self.phase == phase
        return guesses(entries(self.own[here], self.other[here], layout), numbers) / DISC - self.worth[here]


def measure(options: argparse.Namespace) -> None:
    judged, layout = Judged.read(options.judged), Layout.of()
    tables = [np.asarray(read_table(path), np.float64)[-PHASES * PHASE_SIZE :] for path in options.tables]
    print("| discs | positions | " + " | ".join(path.name for path in options.tables) + " |")
    print("|---|---|" + "---|" * len(tables))
    for phase in range(PHASES):
        numbers = slice(phase * PHASE_SIZE, (phase + 1) * PHASE_SIZE)
        off = [np.abs(judged.errors(layout, phase, table[numbers])) for table in tables]
        first = 4 + PHASE_DISCS * phase
        means = [f"{errors.mean():.2f}" if len(errors) else "" for errors in off]
        cells = [f"{first} to {first + PHASE_DISCS - 1}", str(len(off[0])), *means]
        print("| " + " | ".join(cells) + " |")


def ablate(options: argparse.Namespace) -> None:
    """Mean absolute errors for some phases, the patterns that are used first, then one more or less at a time."""
    paths = sorted(options.work.glob(f"round{options.round}-*.npy"))
    table = np.asarray(shipped_table(), np.int16)[-PHASES * PHASE_SIZE :].reshape(PHASES, PHASE_SIZE)
    learned = Sample.read(tuple(path for index, path in enumerate(paths) if index % 20), table)
    test = Sample.read(tuple(paths[::20]), table)
    sets = {"as shipped": SHAPES}
    sets |= {f"without {shape[0]}": tuple(s for s in SHAPES if s != shape) for shape in SHAPES}
    sets |= {f"with {shape[0]}": (*SHAPES, shape) for shape in CANDIDATES}
    kept = tuple(shape for shape in SHAPES if shape[0] not in ("diagonal4", "diagonal5"))
    sets["wide and centre instead of diagonal4 and diagonal5"] = (*kept, *(s for s in CANDIDATES if s[0] in BOTH))
    sets["all patterns"] = (*SHAPES, *CANDIDATES)
    print("| patterns | places | entries | " + " | ".join(f"{4 + 4 * phase} discs" for phase in options.phases) + " |")
    print("|---|---|---|" + "---|" * len(options.phases))
    for name, shapes in sets.items():
        layout = Layout.of(make_patterns(shapes).values())
        off = [_fit_and_measure(layout, learned, test, phase) for phase in options.phases]
        errors = " | ".join(f"{error:.3f}" for error in off)
        print(f"| {name} | {len(layout.starts)} | {layout.size:,} | {errors} |", flush=True)


def _fit_and_measure(layout: Layout, learned: Sample, test: Sample, phase: int) -> float:
    own, other, worth, weights = learned.around(phase, 4)
    found = least_squares(entries(own, other, layout), worth, weights, np.zeros(layout.size), RIDGE, STEPS)
    own, other, worth, weights = test.around(phase, 0)
    near = weights > NEAR
    said = guesses(entries(own[near], other[near], layout), found)
    return float(np.abs(said - worth[near]).mean()) / DISC


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(required=True)
    for name, action in (("label", label), ("measure", measure), ("ablate", ablate)):
        added = actions.add_parser(name)
        added.set_defaults(action=action)
        if name != "measure":
            added.add_argument("work", type=Path, help="the folder of the training")
            added.add_argument("--round", type=int, default=5, help="the round whose games are taken; default: 5")
        if name != "ablate":
            added.add_argument("judged", type=Path, help="the file with the judged positions")
        if name == "measure":
            added.add_argument("tables", type=Path, nargs="+", metavar="TABLE")
        if name == "label":
            added.add_argument("--each", type=int, default=200, help="positions for every phase; default: 200")
            added.add_argument("--workers", type=int, default=1)
        if name == "ablate":
            added.add_argument("--phases", type=int, nargs="+", default=[4, 7, 10], help="counted from 0")
    options = parser.parse_args()
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    options.action(options)


if __name__ == "__main__":
    main()
