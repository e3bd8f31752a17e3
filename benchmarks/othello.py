"""The Othello solver over the FFO endgames, beside an Edax if one is given, and how fast moves are made.

    python benchmarks/othello.py [--problems 40-44] [--rounds N] [--threads N] [--table MIB] [--edax PATH] [--perft D]
    python benchmarks/othello.py --peer COMMAND [--games N] [--time SECONDS|peer] [--workers N] [--keep FOLDER]

Every problem begins with an empty table; seconds are processor time, the best of all rounds (by the clock with more
than one thread). Edax solves the same problems in one process with one thread and a table of as much memory; its
seconds are what it prints, by the clock, and its processor time stands in the last line. A wrong score ends the run.

`--peer` adds the middle game: how fast it is searched (`othello_middle.py`), and a match against the program that the
command starts, which must speak GTP (`othello_match.py`).
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from common import heading, print_table, times
from othello_match import add_match_options, match_peer
from othello_middle import compare_speed, compare_threads
from rich.console import Console
from rich.progress import Progress

from kibitz.games.othello import Othello
from kibitz.kernels.solvers.othello.perft import leaves
from kibitz.kernels.solvers.othello.solver import OthelloSolver

FFO = Path(__file__).parent.parent / "tests" / "facts" / "othello" / "ffo.txt"
PUBLISHED_LEAVES = {8: 390_216, 9: 3_005_288, 10: 24_571_284, 11: 212_258_800, 12: 1_939_886_636}
EDAX_LINE = re.compile(
    r"^\s*(?P<number>\d+)\|\s*\d+\s+(?P<score>[+-]\d+)\s+(?:(?P<hours>\d+):)??(?P<minutes>\d+):(?P<seconds>[\d.]+)"
    r"\s+(?P<nodes>\d+)\s"
)


class Problem(NamedTuple):
    number: int
    empties: int
    position: str
    score: int


class Cost(NamedTuple):
    seconds: float
    nodes: int


def problems(first: int, last: int) -> list[Problem]:
    rows = [line.split() for line in FFO.read_text(encoding="ascii").splitlines() if not line.startswith("#")]
    found = [Problem(int(row[0]), int(row[1]), f"{row[2]} {row[3]}", int(row[4])) for row in rows]
    return [problem for problem in found if first <= problem.number <= last]


def ours(solver: OthelloSolver, problem: Problem, rounds: int) -> Cost:
    clock = time.process_time if solver.threads == 1 else time.perf_counter
    state, seconds = solver.game.parse_position(problem.position), float("inf")
    for _ in range(rounds):
        solver.reset()
        started = clock()
        found = solver.solve(state)
        seconds = min(seconds, clock() - started)
        if found.score != problem.score:
            raise SystemExit(f"Kibitz gives FFO {problem.number} the score {found.score}; it is {problem.score}.")
    return Cost(seconds, found.nodes)


def edax(path: Path, chosen: Sequence[Problem], table_mib: int) -> tuple[list[Cost], float]:
    """What each problem cost, and the processor time of all together; Edax finds its data in the folder it lies in."""
    hash_bits = ((table_mib << 20) // 24).bit_length() - 1
    with tempfile.NamedTemporaryFile("w", suffix=".obf") as file:
        file.writelines(f"{problem.position};\n" for problem in chosen)
        file.flush()
        options = ["-n", "1", "-l", "60", "-h", str(hash_bits), "-book-usage", "off"]
        command = [str(path.resolve()), "-solve", file.name, *options]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        try:
            said = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"{path} did not solve the problems: {error}") from None
        spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    costs = []
    for problem, found in zip(chosen, filter(None, map(EDAX_LINE.match, said.splitlines())), strict=True):
        if int(found["score"]) != problem.score:
            raise SystemExit(f"{path} gives FFO {problem.number} the score {found['score']}; it is {problem.score}.")
        minutes = 60 * int(found["hours"] or 0) + int(found["minutes"])
        costs.append(Cost(60 * minutes + float(found["seconds"]), int(found["nodes"])))
    return costs, spent


def compare(first: int, last: int, rounds: int, threads: int, table_mib: int, path: Path | None) -> None:
    chosen, solver = problems(first, last), OthelloSolver(Othello(), table_mib, threads)
    with Progress(console=Console(stderr=True)) as progress:
        costs = [ours(solver, problem, rounds) for problem in progress.track(chosen, description="FFO")]
    rows = [
        [f"#{problem.number}", problem.empties, f"{problem.score:+d}", f"{cost.nodes:,}", times(cost.seconds)]
        for problem, cost in zip(chosen, costs, strict=True)
    ]
    total = Cost(sum(cost.seconds for cost in costs), sum(cost.nodes for cost in costs))
    rows.append(["all", "", "", f"{total.nodes:,}", times(total.seconds)])
    head = ["FFO", "free", "score", "nodes", "time"]
    if path is not None:
        theirs, spent = edax(path, chosen, table_mib)
        head += ["Edax nodes", "Edax time"]
        for row, cost in zip(rows, theirs, strict=False):
            row += [f"{cost.nodes:,}", times(cost.seconds)]
        rows[-1] += [f"{sum(cost.nodes for cost in theirs):,}", f"{times(spent)} of processor time"]
    heading(
        f"FFO endgames, {threads} thread{'s' if threads > 1 else ''}, {total.nodes / total.seconds / 1e6:.1f} M nodes/s"
    )
    print_table(head, rows)


def count(depth: int) -> None:
    game = Othello()
    leaves(game, game.initial(), 2)
    started = time.process_time()
    found = leaves(game, game.initial(), depth)
    seconds = time.process_time() - started
    if found != PUBLISHED_LEAVES.get(depth, found):
        raise SystemExit(f"Kibitz counts {found:,} games of {depth} plies; there are {PUBLISHED_LEAVES[depth]:,}.")
    heading("Games of a given length, those of the last ply counted and not made")
    print_table(
        ["plies", "games", "time", "a second"], [[depth, f"{found:,}", times(seconds), f"{found / seconds:,.0f}"]]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", default="1-19", help="the first and the last problem, as 40-44")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table", type=int, default=256, metavar="MIB")
    parser.add_argument("--edax", type=Path, metavar="PATH", help="an Edax program to compare with")
    parser.add_argument("--perft", type=int, default=11, metavar="DEPTH")
    parser.add_argument("--peer", metavar="COMMAND", help="a program to play against, as a shell would read it")
    add_match_options(parser)
    options = parser.parse_args()
    first, _, last = options.problems.partition("-")
    compare(int(first), int(last or first), options.rounds, options.threads, options.table, options.edax)
    count(options.perft)
    if options.peer is not None:
        compare_speed()
        compare_threads()
        match_peer(options.peer, options)


if __name__ == "__main__":
    main()
