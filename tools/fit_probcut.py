"""Measure how far shallow searches are from deep ones, and fit the constants by which probable cuts are made.

    python tools/fit_probcut.py work/othello.jsonl --write
    python tools/fit_probcut.py work/connect-four.jsonl --game connect-four --eval windows --write

Position after position of games with some random moves is searched in full width to depth 0, 1, 2 …, and in Othello
near the end also to the end. Each is a line of the file as soon as it is known: the command can be ended at any moment
and goes on with the next position when it is given again. The same seed measures the same, whatever the number of
workers.

Then the standard deviation of the difference between two depths is fitted, by phase (`kibitz/evals/depth_errors.py`);
--write puts the constants into the package. They belong to the weights of the heuristic: measure again when these
change, into a new file.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from probcut_positions import Task, count_cells, describe, measure

from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import find_game
from kibitz.evals.depth_errors import ErrorModel, describe_weights, features, save_model
from kibitz.jobs.workers import run_in_order
from kibitz.search.common.probable_cuts import CONFIDENCES

HERE = Path(__file__).resolve().parent
FEWEST = 12  # differences that a deviation is taken from
MIN_DEVIATIONS = 8  # that constants are fitted to
OF_HORIZON, OF_END = [0, 1, 2, 3, 4, 5], [0, 3, 4]  # features; to the end, the depth is as good as the phase
PHASE = 6  # discs that are taken together


# Measuring.


def measure_all(path: Path, tasks: list[Task], workers: int) -> list[dict[str, Any]]:
    """All positions; those that the file does not have yet are added to it."""
    rows = read_rows(path)
    expected = describe(tasks[0])
    if [(row["number"], row["of"]) for row in rows] != [(number, expected) for number in range(len(rows))]:
        raise SystemExit(f"{path} does not hold positions 0, 1, 2 … of {expected}; take a new file.")
    path.parent.mkdir(parents=True, exist_ok=True)
    begun, known = time.monotonic(), len(rows)
    if workers > 1 and tasks[known:]:
        measure(tasks[known])  # so that the workers find the code compiled
    with path.open("a") as file, closing(run_in_order(tasks[known:], measure, workers)) as found:
        for row in found:
            file.write(json.dumps(row) + "\n")
            file.flush()
            rows.append(row)
            if len(rows) % 20 == 0:
                left = (time.monotonic() - begun) / (len(rows) - known) * (len(tasks) - len(rows))
                print(f"{len(rows):,} of {len(tasks):,} positions, {left:,.0f} s left", file=sys.stderr)
    return rows[: len(tasks)]


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The lines of the file; one that was cut short by the end of the program is taken off."""
    if not path.exists():
        return []
    whole, _, rest = path.read_text().rpartition("\n")
    if rest:
        path.write_text(whole + "\n" if whole else "")
    return [json.loads(line) for line in whole.splitlines()]


# Fitting.


class Deviation(NamedTuple):
    """The root mean square of v(depth) - v(shallow), of so many positions with about as many discs."""

    discs: float
    depth: float
    shallow: int
    count: int
    size: float


Pair = tuple[int, int, int, int]  # discs, depth, shallow depth, difference


def list_pairs(rows: Iterable[dict[str, Any]], cells: int, level: int) -> tuple[list[Pair], list[Pair]]:
    """All differences between two depths of the same parity: to a horizon, and to the end of the game.

    Cuts are made near a value that both sides can reach; a position that a shallow search sees as lost or won by more
    than `level` is left out, as is one that it sees decided.
    """
    horizon, end = list[Pair](), list[Pair]()
    for row in rows:
        discs, values = row["discs"], row["values"]
        known = [(depth, value) for depth, value in enumerate(values) if value is not None]
        near = [(depth, value) for depth, value in known if abs(value) <= level]
        for depth, deep in known:
            horizon += [(discs, depth, d, deep - v) for d, v in near if d < depth and (depth - d) % 2 == 0]
        if row["exact"] is not None:
            free = cells - discs
            end += [(discs, free, d, row["exact"] - v) for d, v in near if d < free and (free - d) % 2 == 0]
    return horizon, end


def find_deviations(pairs: list[Pair], *, to_end: bool) -> list[Deviation]:
    """Of pairs by phase and depths; to the end, of all depths of a phase together."""
    bins: dict[tuple[int, int, int], list[Pair]] = {}
    for pair in pairs:
        discs, depth, shallow, _ = pair
        bins.setdefault((discs // PHASE, 0 if to_end else depth, shallow), []).append(pair)
    found = []
    for _, group in sorted(bins.items()):
        if len(group) >= FEWEST:
            discs, depth, shallow, difference = np.array(group, np.float64).T
            size = float(np.sqrt(np.mean(difference**2)))
            found.append(Deviation(discs.mean(), depth.mean(), int(shallow[0]), len(group), size))
    return [deviation for deviation in found if deviation.size > 0]


def fit(deviations: list[Deviation], cells: int, chosen: Sequence[int]) -> tuple[float, ...]:
    """The constants that come nearest to the logarithms of the deviations, each weighted by its count.

    Only for the chosen features; those of the others are 0.
    """
    if len(deviations) < MIN_DEVIATIONS:
        raise SystemExit("There are too few positions to fit anything to; give more, as in --positions 1500.")
    amounts = np.array([features(d.discs / cells, d.depth, d.shallow) for d in deviations])
    weights = np.sqrt([d.count for d in deviations])
    sizes = np.log([d.size for d in deviations])
    found, *_ = np.linalg.lstsq(amounts[:, chosen] * weights[:, None], sizes * weights, rcond=None)
    constants = np.zeros(amounts.shape[1])
    constants[chosen] = found
    return tuple(np.round(constants, 4).tolist())


def report(name: str, pairs: list[Pair], model: ErrorModel) -> None:
    """How well the fit holds, phase by phase: sizes, and how many differences lie within so many deviations."""
    levels = [(confidence, deviations) for confidence, deviations in CONFIDENCES.items() if confidence < 100]
    print(f"{name:8} discs   pairs  measured  fitted  " + "  ".join(f"{level:3} %" for level, _ in levels))
    for phase in sorted({pair[0] // PHASE for pair in pairs}):
        group = [pair for pair in pairs if pair[0] // PHASE == phase]
        sizes = np.array([model.deviation(*pair[:3]) for pair in group])
        ratios = np.abs([pair[3] for pair in group]) / sizes
        measured = np.sqrt(np.mean([float(pair[3]) ** 2 for pair in group]))
        within = "  ".join(f"{100 * np.mean(ratios <= limit):5.1f}" for _, limit in levels)
        span = f"{PHASE * phase:2}-{PHASE * phase + PHASE - 1:2}"
        print(f"{'':8} {span}  {len(group):6,}  {measured:8.1f}  {np.sqrt(np.mean(sizes**2)):6.1f}  {within}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the measured positions, a line each; made if it is not there")
    parser.add_argument("--game", default="othello")
    parser.add_argument("--eval", default="patterns")
    parser.add_argument("--positions", type=int, default=1500, metavar="N")
    parser.add_argument("--depth", type=int, default=8, metavar="N", help="the deepest search")
    parser.add_argument("--solve", type=int, default=18, metavar="N", help="solve positions of so many free cells")
    parser.add_argument("--level", type=int, default=1500, metavar="N", help="leave out values further from 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--write", action="store_true", help="put the constants into the package")
    options = parser.parse_args()
    # Workers are processes that have to find the modules beside this file.
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))
    game = find_game(options.game)
    evaluator, cells = find_evaluator(options.eval, game), count_cells(game)
    tasks = [
        Task(options.game, options.eval, options.seed, number, options.depth, options.solve)
        for number in range(options.positions)
    ]
    try:
        rows = measure_all(options.file, tasks, options.workers)
    except KeyboardInterrupt:
        print("\nstopped early; the same command goes on with the next position", file=sys.stderr)
        raise SystemExit(130) from None
    horizon, end = list_pairs(rows, cells, options.level)
    constants = fit(find_deviations(horizon, to_end=False), cells, OF_HORIZON)
    of_end = fit(find_deviations(end, to_end=True), cells, OF_END) if end else constants
    made = (
        f"python tools/fit_probcut.py FILE --game {options.game} --eval {options.eval} --positions {options.positions} "
        f"--depth {options.depth} --solve {options.solve} --level {options.level} --seed {options.seed} --write"
    )
    model = ErrorModel(cells, constants, of_end, describe_weights(evaluator), made)
    report("horizon", horizon, model)
    if end:
        report("end", end, model)
    if options.write:
        save_model(evaluator, model)


if __name__ == "__main__":
    main()
