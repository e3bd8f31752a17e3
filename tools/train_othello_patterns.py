"""Learn the tables of the evaluator `patterns` from games that Kibitz plays with itself.

    python tools/train_othello_patterns.py work --out src/kibitz/evals/patterns.bin

Each round plays games with what the round before has learned (the first with the evaluator `phased`), has their ends
solved exactly, and fits all tables to all positions of this round and the one before. Games are played in batches, each
with a seed of its own, and every batch is a file in the folder `work`: the command can be ended at any moment, even by
pulling the plug, and goes on with the next batch when it is given again. The same seed makes the same file, whatever
the number of workers. With --cluster, the workers must find the modules of this folder: PYTHONPATH=tools dask worker …

A round is written games:depth:blur, the blur in hundredths of a disc.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pattern_batches import GAME, BatchTask, play_batch
from pattern_fit import entries, first_twins, guesses, least_squares
from pattern_games import Play

from kibitz.evals.patterns import DISC, PHASE_DISCS, PHASE_SIZE, PHASES, write_table
from kibitz.jobs.workers import run_in_order

HERE = Path(__file__).resolve().parent
ROUNDS = ("16000:2:100", "22000:3:150", "21000:3:100")
BATCH = 500  # games in a file
OVERLAP = 3  # discs by which a phase looks at the positions of its neighbours
LAST_OFF = 6.0  # discs by which the last phase is thought to be off, before anything is known
TESTED = 20  # one batch in so many is not learned from but tells how well the rest was learned


class Round(NamedTuple):
    number: int
    games: int
    play: Play

    @classmethod
    def parse(cls, number: int, text: str) -> Round:
        games, depth, blur = map(int, text.split(":"))
        return cls(number, games, Play(depth, blur))


class Progress:
    """A line on standard error; on a terminal it is overwritten, else it is rare."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._begun, self._shown = what, total, time.monotonic(), 0.0

    def show(self, done: int) -> None:
        now, live = time.monotonic(), sys.stderr.isatty()
        if now - self._shown < (0.5 if live else 15) and done < self._total:
            return
        self._shown = now
        bar, left = "#" * (30 * done // self._total), (now - self._begun) / max(done, 1) * (self._total - done)
        end = "\r" if live and done < self._total else "\n"
        print(f"{self._what} [{bar:<30}] {done} of {self._total}, {left:.0f} s left  ", end=end, file=sys.stderr)


def play_round(
    folder: Path, this: Round, seed: int, solved: int, table: Path | None, workers: int, cluster: str | None
) -> None:
    """Play the batches that are not there yet."""
    play = this.play
    if table is None:
        play = play._replace(blur=play.blur // 10)  # of S1's numbers some ten make a disc
    count = -(-this.games // BATCH)
    missing = [batch for batch in range(count) if not batch_path(folder, this.number, batch).exists()]
    learned = b"" if table is None else table.read_bytes()
    tasks = (
        BatchTask(learned, play, (seed << 40) + (this.number << 32) + batch, min(BATCH, this.games), solved)
        for batch in missing
    )
    progress = Progress(f"round {this.number}, batches", count)
    with closing(run_in_order(tasks, play_batch, workers, cluster)) as found:
        for done, (batch, rows) in enumerate(zip(missing, found, strict=True), start=count - len(missing) + 1):
            save(batch_path(folder, this.number, batch), rows)
            progress.show(done)


def batch_path(folder: Path, number: int, batch: int) -> Path:
    return folder / f"round{number}-{batch:04}.npy"


def save(path: Path, rows: NDArray[np.uint64]) -> None:
    unfinished = path.with_suffix(".new")
    with unfinished.open("wb") as file:
        np.save(file, rows)
    unfinished.replace(path)


def load(folder: Path, numbers: list[int], tested: bool) -> NDArray[np.uint64]:
    """All positions of some rounds: own discs, other discs, worth."""
    paths = [path for number in numbers for path in sorted(folder.glob(f"round{number}-*.npy"))]
    chosen = [path for index, path in enumerate(paths) if (index % TESTED == 0) == tested]
    return np.concatenate([np.load(path) for path in chosen], axis=1)


class Sample(NamedTuple):
    """Positions by their number of discs: the entries that each looks up, and what it is worth."""

    discs: NDArray[np.uint8]
    rows: NDArray[np.int32]
    worth: NDArray[np.float64]

    @classmethod
    def of(cls, positions: NDArray[np.uint64]) -> Sample:
        discs = np.bitwise_count(positions[0] | positions[1])
        order = np.argsort(discs, kind="stable")
        own, other, worth = np.ascontiguousarray(positions[:, order])
        return cls(discs[order], entries(own, other, GAME), worth.view(np.int64).astype(np.float64))

    def around(self, phase: int, overlap: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """The positions of a phase, and those of a few discs less and more."""
        first = 4 + PHASE_DISCS * phase
        low, high = np.searchsorted(self.discs, (first - overlap, first + PHASE_DISCS + overlap))
        return self.rows[low:high], self.worth[low:high]


def fit(folder: Path, numbers: list[int], spread: float, steps: int) -> NDArray[np.int16]:
    """The tables of all phases, fitted to those rounds.

    The ridge is how far results scatter, over how far entries are thought to (both squared): the first is known from
    the phase that comes after, so that the last phase is fitted first.
    """
    learned, kept_back = (Sample.of(load(folder, numbers, tested)) for tested in (False, True))
    tables = np.zeros((PHASES, PHASE_SIZE), np.int16)
    firsts = first_twins(GAME)
    progress, off = Progress("phases", PHASES), LAST_OFF
    for phase in reversed(range(PHASES)):
        rows, worth = learned.around(phase, OVERLAP)
        found = least_squares(rows, worth, off**2 / spread**2, steps)[firsts]
        tables[phase] = np.clip(np.rint(found * DISC), -32767, 32767)
        rows, worth = kept_back.around(phase, 0)
        off = root_mean_square(worth - guesses(rows, tables[phase].astype(np.float64)) / DISC)
        print(
            f"phase {phase:2}: off by {off:5.2f} discs on {len(worth):,} positions kept back, "
            f"which are {root_mean_square(worth):5.2f} off level",
            file=sys.stderr,
        )
        progress.show(PHASES - phase)
    return tables


def root_mean_square(numbers: NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(numbers**2)))


def train(options: argparse.Namespace) -> None:
    options.work.mkdir(parents=True, exist_ok=True)
    rounds = [Round.parse(number, text) for number, text in enumerate(options.rounds, start=1)]
    made = (
        f"python tools/train_othello_patterns.py work --seed {options.seed} --solve {options.solve} "
        f"--spread {options.spread:g} --steps {options.steps} --rounds {' '.join(options.rounds)}"
    )
    last: Path | None = None
    for this in rounds:
        table = options.work / f"table{this.number}.bin"
        if not table.exists():
            play_round(options.work, this, options.seed, options.solve, last, options.workers or 1, options.cluster)
            learn_from = sorted({max(1, this.number - 1), this.number})
            tables = fit(options.work, learn_from, options.spread, options.steps)
            unfinished = table.with_suffix(".new")
            write_table(unfinished, tables.tobytes(), made)
            unfinished.replace(table)
        last = table
    if options.out is not None and last is not None:
        options.out.write_bytes(last.read_bytes())
        print(f"{options.out}: {options.out.stat().st_size:,} bytes", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, help="a folder for games and tables; made if it is not there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", nargs="+", default=ROUNDS, metavar="GAMES:DEPTH:BLUR")
    parser.add_argument("--solve", type=int, default=12, metavar="N", help="solve positions of so many free cells")
    parser.add_argument("--spread", type=float, default=2.2, help="how far entries are thought to scatter, in discs")
    parser.add_argument("--steps", type=int, default=30, help="of conjugate gradients, for each phase")
    parser.add_argument("--out", type=Path, metavar="FILE", help="copy the last round's tables there")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="N", help="batches played at the same time; default: 1")
    where.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler, as in tcp://host:8786")
    options = parser.parse_args()
    # Workers are processes that have to find the modules beside this file.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    try:
        train(options)
    except KeyboardInterrupt:
        print("\nstopped early; the same command goes on with the next batch", file=sys.stderr)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
