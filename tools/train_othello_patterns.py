"""Learn the tables of the evaluator `patterns` from games that Kibitz plays with itself.

    python tools/train_othello_patterns.py work --out src/kibitz/evals/patterns.bin

Each round plays games with what the round before has learned, and fits all tables to what searches and the exact solver
say about its positions and those of the two rounds before. The first round knows only that corners are good: its
searches say nothing yet, so that only exact ends count, and every phase is fitted to what the phase after it, fitted
before, says later in the same game.

Games are played in batches, each with a seed of its own, and every batch is a file in the folder `work`: the command
can be ended at any moment, even by pulling the plug, and goes on with the next batch when it is given again. The same
batches make the same tables, byte for byte, whatever the number of workers. With --cluster, the workers must find the
modules of this folder: PYTHONPATH=tools dask worker …

A round is written games:depth:exact:stray: how many games, how deep the searches look, from how many free cells on
positions are solved, and how many moves in a hundred are random.
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
from pattern_batches import BatchTask, make_first_table, play_batch
from pattern_games import Games, Play
from pattern_learning import Source, fit_backwards

from kibitz.evals.patterns import DISC, PHASE_SIZE, PHASES, read_table, write_table
from kibitz.jobs.workers import run_in_order

HERE = Path(__file__).resolve().parent
ROUNDS = ("16000:3:12:0", "24000:4:14:2", "36000:6:15:2", "15600:8:15:2", "72200:6:15:2")
BATCH = 100  # games in a file
LEARNED = 3  # rounds that are learned from, the last ones
TESTED = 20  # one batch in so many is not learned from but tells how well the rest was learned


class Round(NamedTuple):
    number: int
    games: int
    play: Play

    @classmethod
    def parse(cls, number: int, text: str) -> Round:
        games, depth, exact, stray = map(int, text.split(":"))
        return cls(number, games, Play(depth, exact, stray, results=number == 1))


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


def play_round(folder: Path, this: Round, seed: int, table: bytes, workers: int, cluster: str | None) -> None:
    """Play the batches that are not there yet."""
    paths = batch_paths(folder, this)
    missing = [(batch, path) for batch, path in enumerate(paths) if not path.exists()]
    tasks = (
        BatchTask(table, this.play, (seed << 40) + (this.number << 32) + batch, min(BATCH, this.games))
        for batch, _ in missing
    )
    progress = Progress(f"round {this.number}, batches", len(paths))
    with closing(run_in_order(tasks, play_batch, workers, cluster)) as found:
        for done, ((_, path), games) in enumerate(zip(missing, found, strict=True), start=1):
            save(path, games)
            progress.show(len(paths) - len(missing) + done)


def batch_paths(folder: Path, this: Round) -> list[Path]:
    return [folder / f"round{this.number}-{batch:05}.npy" for batch in range(-(-this.games // BATCH))]


def is_kept_back(path: Path) -> bool:
    """Whether a batch is not learned from."""
    return int(path.stem.partition("-")[2]) % TESTED == 0


def save(path: Path, games: Games) -> None:
    unfinished = path.with_suffix(".new")
    with unfinished.open("wb") as file:
        np.save(file, games)
    unfinished.replace(path)


def learn(folder: Path, rounds: list[Round], spread: float, steps: int) -> NDArray[np.int16]:
    """The tables of all phases, fitted to the games of some rounds; those kept back are of the last one."""
    kept_back = tuple(path for path in batch_paths(folder, rounds[-1]) if is_kept_back(path))
    sources = []
    for this in rounds:
        paths = tuple(path for path in batch_paths(folder, this) if not is_kept_back(path))
        judges = read_numbers(table_path(folder, this.number - 1))
        sources.append(Source(paths or kept_back, this.play.depth, this.play.exact, judges))
    tables = np.zeros((PHASES, PHASE_SIZE), np.int16)
    progress = Progress("phases", PHASES)
    fits = fit_backwards(tuple(sources), kept_back, spread, steps)
    for phase, found in zip(reversed(range(PHASES)), fits, strict=True):
        tables[phase] = found.numbers
        print(
            f"phase {phase:2}: off by {found.off / DISC:5.2f} discs on {found.positions:,} positions kept back, which "
            f"are {found.level / DISC:5.2f} off level (mean absolute)",
            file=sys.stderr,
        )
        progress.show(PHASES - phase)
    return tables


def table_path(folder: Path, number: int) -> Path:
    """What a round has learned."""
    return folder / f"table{number}.bin"


def read_numbers(path: Path) -> NDArray[np.int16]:
    """The numbers of all phases from a file; those of the first games if there is none."""
    if not path.exists():
        return make_first_table()
    return np.asarray(read_table(path), np.int16)[-PHASES * PHASE_SIZE :].reshape(PHASES, PHASE_SIZE)


def train(options: argparse.Namespace) -> None:
    options.work.mkdir(parents=True, exist_ok=True)
    rounds = [Round.parse(number, text) for number, text in enumerate(options.rounds, start=1)]
    made = (
        f"python tools/train_othello_patterns.py work --seed {options.seed} --spread {options.spread:g} "
        f"--steps {options.steps} --rounds {' '.join(options.rounds)}"
    )
    for this in rounds:
        table = table_path(options.work, this.number)
        if table.exists():
            continue
        judges = read_numbers(table_path(options.work, this.number - 1)).tobytes()
        play_round(options.work, this, options.seed, judges, options.workers or 1, options.cluster)
        searched = [other for other in rounds if 0 <= this.number - other.number < LEARNED and not other.play.results]
        tables = learn(options.work, searched or [this], options.spread, options.steps)
        unfinished = table.with_suffix(".new")
        write_table(unfinished, tables.reshape(-1).tolist(), made)
        unfinished.replace(table)
    if options.out is not None:
        options.out.write_bytes(table_path(options.work, len(rounds)).read_bytes())
        print(f"{options.out}: {options.out.stat().st_size:,} bytes", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path, help="a folder for games and tables; made if it is not there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", nargs="+", default=ROUNDS, metavar="GAMES:DEPTH:EXACT:STRAY")
    parser.add_argument("--spread", type=float, default=1.5, help="how far entries are thought to scatter, in discs")
    parser.add_argument("--steps", type=int, default=20, help="of conjugate gradients, for each phase")
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
