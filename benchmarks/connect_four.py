"""The Connect Four solver beside others, over published positions, without a book.

    python benchmarks/connect_four.py [--quick] [--empty | --through-command] [--only GROUP …] [--rounds N] …

BitBully comes from PyPI into an environment of its own (benchmarks/.peers-connect-four, made on first use). Each group
is dealt out in pieces; every piece is given to BitBully, then to us, so that whatever else the machine does meets both
alike, and the best of all rounds counts. Both begin every position with an empty table, use one thread, and are
measured in processor time; the ratio is our time by theirs. Two threads and other peers are measured by the clock on
the wall. A peer reads one position a line (columns 1 to 7) and prints a line for each with the score, alone or after
the position; what it takes to start is measured with nothing to read, and taken off.

With --through-command ours is `kibitz solve connect-four --no-book --file GROUP`, in two ways: the sum of the
microseconds it prints, and the time by the clock of the whole command less that of the same command with the first line
alone. The second has in it what BitBully's figure leaves out: reading, parsing and printing. Both are by the clock, so
that other work on the machine counts against us; the best of all rounds is taken.

A wrong score ends the run.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from common import heading, played, print_table, times
from rich.console import Console
from rich.progress import Progress
from workshop import Worker, environment

from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.solvers.connect_four.solver import ConnectFourSolver

HERE = Path(__file__).parent
FACTS = HERE.parent / "tests" / "facts" / "connect_four"
BITBULLY = "bitbully==0.0.79"

# The best program known in each group needs this share of BitBully's time; rounds, where more than one is cheap.
WANTED = {"L3_R1": 0.15, "L2_R1": 0.25, "L2_R2": 0.46, "L1_R1": 0.058, "L1_R2": 0.84, "L1_R3": 0.55}
EASY = ("L3_R1", "L2_R1", "L1_R1")
WANTED_THROUGH_COMMAND = {"L3_R1": 0.15, "L2_R1": 0.15, "L2_R2": 0.40, "L1_R1": 0.03, "L1_R2": 0.45, "L1_R3": 0.30}
EMPTY_WANTED = 0.13
PIECES, AT_LEAST = 10, 500  # a call costs as much as a hundred easy positions
QUICK = {"L3_R1": 100, "L2_R1": 100, "L2_R2": 20, "L1_R1": 50, "L1_R2": 6, "L1_R3": 2}


class Fact(NamedTuple):
    position: str
    score: int


class Cost(NamedTuple):
    """Of so many positions together."""

    seconds: float
    nodes: int


def facts_of(group: str, is_quick: bool) -> list[Fact]:
    lines = (FACTS / f"{group}.txt").read_text(encoding="ascii").splitlines()
    facts = [Fact(position, int(score)) for position, score in map(str.split, lines)]
    return facts[: QUICK[group]] if is_quick else facts


def check(who: str, facts: Sequence[Fact], scores: Sequence[int | None]) -> None:
    for fact, score in zip(facts, scores, strict=True):
        if score != fact.score:
            raise SystemExit(f"{who} gives {fact.position} the score {score}; it is {fact.score}.")


def bitbully(worker: Worker, facts: Sequence[Fact]) -> Cost:
    answers = worker.ask(" ".join(fact.position for fact in facts))
    check("BitBully", facts, [score for score, _, _ in answers])
    return Cost(sum(seconds for _, _, seconds in answers), sum(nodes for _, nodes, _ in answers))


def alone(solver: ConnectFourSolver, facts: Sequence[Fact]) -> Cost:
    states = [played("connect-four", fact.position) for fact in facts]
    started = time.process_time()
    answers = solver.solve_all(states)
    seconds = time.process_time() - started
    check("Kibitz", facts, [answer.score for answer in answers])
    return Cost(seconds, sum(answer.nodes for answer in answers))


def together(solver: ConnectFourSolver, facts: Sequence[Fact]) -> Cost:
    seconds, answers = 0.0, []
    for fact in facts:
        state = played("connect-four", fact.position)
        solver.reset()
        started = time.perf_counter()
        answers.append(solver.solve(state))
        seconds += time.perf_counter() - started
    check("Kibitz with two threads", facts, [answer.score for answer in answers])
    return Cost(seconds, sum(answer.nodes for answer in answers))


def piped(name: str, command: str, facts: Sequence[Fact]) -> float:
    """The seconds that another program needs, less what it needs for nothing."""
    spent = []
    for positions in ([], [fact.position for fact in facts]):
        started = time.perf_counter()
        text = "".join(f"{position}\n" for position in positions)
        out = subprocess.run(shlex.split(command), input=text, capture_output=True, text=True, check=True).stdout
        spent.append(time.perf_counter() - started)
    lines = [line.split() for line in out.splitlines() if line.strip()]
    words = [line[1] if line[0] == fact.position else line[0] for fact, line in zip(facts, lines, strict=False)]
    try:
        scores = [int(word) for word in words]
    except ValueError as error:
        raise SystemExit(f"{name} printed something that is no score ({error}).") from error
    if len(scores) < len(facts):
        raise SystemExit(f"{name} printed {len(scores)} scores for {len(facts)} positions.")
    check(name, facts, scores)
    return spent[1] - spent[0]


def best(measure: Callable[[], Cost], rounds: int) -> Cost:
    return min(measure() for _ in range(rounds))


def total(costs: Sequence[Cost]) -> Cost:
    return Cost(sum(cost.seconds for cost in costs), sum(cost.nodes for cost in costs))


def pieces(facts: list[Fact]) -> Iterator[list[Fact]]:
    size = len(facts) if len(facts) >= AT_LEAST else -(-len(facts) // PIECES)
    for first in range(0, len(facts), size):
        yield facts[first : first + size]


def groups(options: argparse.Namespace) -> None:
    worker = Worker(environment(HERE / ".peers-connect-four", (BITBULLY,)), HERE / "bitbully_side.py")
    one, two = (ConnectFourSolver(ConnectFour(), threads=threads) for threads in (1, 2))
    alone(one, facts_of("L2_R2", is_quick=True)), together(two, facts_of("L2_R2", is_quick=True))  # compiles
    rows, peer_rows = [], []
    with Progress(console=Console(stderr=True)) as progress:
        for group, wanted in WANTED.items():
            if options.only and group not in options.only:
                continue
            facts = facts_of(group, options.quick)
            rounds = options.rounds if group in EASY else 1
            theirs, ours, both = [], [], []
            for piece in progress.track(list(pieces(facts)), description=group):
                theirs.append(bitbully(worker, piece))
                ours.append(best(lambda piece=piece: alone(one, piece), rounds))
                both.append(best(lambda piece=piece: together(two, piece), rounds))
            peer, mine, shared = (total(costs) for costs in (theirs, ours, both))
            ratio = mine.seconds / peer.seconds
            rows.append(
                [
                    group,
                    len(facts),
                    *(times(cost.seconds / len(facts)) for cost in (peer, mine, shared)),
                    *(f"{cost.nodes / len(facts):,.0f}" for cost in (peer, mine, shared)),
                    f"{ratio:.3f}",
                    wanted,
                    "yes" if ratio <= wanted else "no",
                ]
            )
            for name, command in options.peer:
                seconds = piped(name, command, facts)
                times_each = [times(seconds / len(facts)), times(mine.seconds / len(facts))]
                peer_rows.append([group, name, *times_each, f"{mine.seconds / seconds:.3f}"])
    worker.close()
    head = ["group", "positions", "BitBully", "one thread", "two threads"]
    head += ["BitBully's nodes", "nodes", "nodes of two", "ratio", "wanted", "reached"]
    heading("Connect Four, mean of a position, every score right")
    print_table(head, rows)
    if peer_rows:
        heading("Other peers")
        print_table(("group", "peer", "theirs", "Kibitz", "ratio"), peer_rows)


def solve_by_command(facts: Sequence[Fact], file: Path) -> tuple[float, float]:
    """The seconds that the command prints for all positions, and those by the clock from its start to its end."""
    file.write_text("".join(f"{fact.position}\n" for fact in facts), encoding="ascii")
    started = time.perf_counter()
    words = [
        sys.executable,
        "-m",
        "kibitz",
        "solve",
        "connect-four",
        "--no-book",
        "--time",
        "3600",
        "--file",
        str(file),
    ]
    out = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout
    seconds = time.perf_counter() - started
    answers = [line.split() for line in out.splitlines()]
    check("Kibitz", facts, [int(answer[1]) for answer in answers])
    return sum(int(answer[3]) for answer in answers) / 1e6, seconds


def through_command(options: argparse.Namespace) -> None:
    """The groups, answered by `kibitz solve --file`, beside BitBully."""
    worker = Worker(environment(HERE / ".peers-connect-four", (BITBULLY,)), HERE / "bitbully_side.py")
    rows = []
    with tempfile.TemporaryDirectory() as folder, Progress(console=Console(stderr=True)) as progress:
        file = Path(folder) / "positions.txt"
        for group, wanted in WANTED_THROUGH_COMMAND.items():
            if options.only and group not in options.only:
                continue
            facts = facts_of(group, options.quick)
            rounds = options.rounds if group in EASY or options.only else 1
            theirs, printed, whole, start = [], [], [], []
            for _ in progress.track(range(rounds), description=group):
                theirs.append(bitbully(worker, facts).seconds)
                seconds, wall = solve_by_command(facts, file)
                printed.append(seconds)
                whole.append(wall)
                start.append(solve_by_command(facts[:1], file)[1])
            peer, mine, wall = min(theirs), min(printed), min(whole) - min(start)
            each = [times(max(seconds, 0.0) / len(facts)) for seconds in (peer, mine, wall)]
            ratios = [f"{mine / peer:.3f}", f"{wall / peer:.3f}"]
            rows.append([group, len(facts), *each, *ratios, wanted, "yes" if mine <= wanted * peer else "no"])
            progress.console.print(*map(str, rows[-1]))  # a run takes half an hour, and may be ended early
    worker.close()
    heading("Connect Four through the command, mean of a position, every score right")
    head = ["group", "positions", "BitBully", "printed by the command", "by the clock", "ratio", "by the clock"]
    print_table([*head, "wanted", "reached"], rows)


def empty(options: argparse.Namespace) -> None:
    """The empty board: the exact score and the sign alone."""
    game = ConnectFour()
    rows = []
    for threads in (1, 2):
        solver = ConnectFourSolver(game, threads=threads)
        solver.solve(played("connect-four", "112233"))  # compiles
        for weak in (False, True):
            solver.reset()
            started, on_processor = time.perf_counter(), time.process_time()
            answer = solver.solve(game.initial(), weak=weak)
            seconds = times(time.perf_counter() - started), times(time.process_time() - on_processor)
            what = "sign" if weak else "score"
            rows.append(["Kibitz", what, threads, answer.score, f"{answer.nodes:,}", *seconds])
    if not options.quick:
        worker = Worker(environment(HERE / ".peers-connect-four", (BITBULLY,)), HERE / "bitbully_side.py")
        started = time.perf_counter()
        [[score, nodes, seconds]] = worker.ask("-")
        rows.append(["BitBully", "score", 1, score, f"{nodes:,}", times(time.perf_counter() - started), times(seconds)])
        worker.close()
    heading(f"Connect Four, empty board; wanted: {EMPTY_WANTED} of BitBully's processor time for the score")
    print_table(("solver", "what", "threads", "value", "nodes", "time", "processor time"), rows)


def peer(text: str) -> tuple[str, str]:
    name, equals, command = text.partition("=")
    if not (name and equals and command):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=COMMAND")
    return name, command


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a sample of every group; seconds instead of minutes")
    parser.add_argument("--empty", action="store_true", help="the empty board instead of the groups")
    parser.add_argument("--through-command", action="store_true", help="the groups, answered by kibitz solve --file")
    parser.add_argument("--rounds", type=int, default=3, help="how often easy positions are solved by us")
    parser.add_argument("--only", nargs="+", choices=WANTED, metavar="GROUP", help="these groups alone, as in L2_R2")
    parser.add_argument("--peer", type=peer, action="append", default=[], metavar="NAME=COMMAND")
    options = parser.parse_args()
    (empty if options.empty else through_command if options.through_command else groups)(options)


if __name__ == "__main__":
    main()
