"""Make the opening book of Connect Four with Kibitz's own solver.

    python tools/make_connect_four_book.py solved.part --workers 16 --table 32768 --time 540
    python tools/make_connect_four_book.py solved.part --check 50 \\
        --out src/kibitz/kernels/solvers/connect_four/book_7x6.bin

All positions of the last ply of the book are solved, one of each mirrored pair; the earlier ones follow. What is
solved is appended to a file, so that the work can be ended at any moment, even by pulling the plug, and goes on where
it was when the same command is given again, here or on another machine the file is taken to. Files from several
machines are put together with --merge. When nothing is left to be solved, --out writes the book. If a book of 10 plies
turns out to be too much, the same file goes on with --plies 9: what is known of the tenth ply is used.

Threads share one table, the larger the better: positions that come from the same one are solved one after another,
and most of what is needed for one was found out for another. A thread takes POSITIONS_AT_A_TIME neighbours.

The file is a row of records, each written in one go:

    MAGIC  count  CRC-32 of what follows  |  count times: slot (4 bytes), score (1 byte, signed)

A record that was cut short is left out and overwritten.
"""

from __future__ import annotations

import argparse
import os
import random
import struct
import sys
import threading
import time
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import TypeVar

from kibitz.core.errors import KibitzError
from kibitz.core.game import State, find_game
from kibitz.core.searching import StopFlag
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.solvers.connect_four.book import Book, Slots
from kibitz.kernels.solvers.connect_four.solver import ConnectFourSolver

T = TypeVar("T")

POSITIONS_AT_A_TIME = 24

MAGIC = b"KC4p"
RECORD = struct.Struct("<4sII")
ENTRY = struct.Struct("<Ib")


class Solved:
    """The file of what is solved: read at the start, then only appended to."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        content = path.read_bytes() if path.exists() else b""
        self.scores, sound = read_records(content)
        if sound < len(content):
            with path.open("r+b") as file:
                file.truncate(sound)

    def add(self, scores: Mapping[int, int]) -> None:
        """Append what was found out; it is on disk when this returns."""
        if not scores:
            return
        entries = b"".join(ENTRY.pack(slot, score) for slot, score in scores.items())
        record = RECORD.pack(MAGIC, len(scores), zlib.crc32(entries)) + entries
        with self._lock:
            with self._path.open("ab") as file:
                file.write(record)
                file.flush()
                os.fsync(file.fileno())
            self.scores.update(scores)


def read_records(content: bytes) -> tuple[dict[int, int], int]:
    """All entries of the whole records at the beginning, and how many bytes those are."""
    scores: dict[int, int] = {}
    sound = 0
    while len(content) - sound >= RECORD.size:
        magic, count, checksum = RECORD.unpack_from(content, sound)
        end = sound + RECORD.size + count * ENTRY.size
        entries = content[sound + RECORD.size : end]
        if magic != MAGIC or end > len(content) or zlib.crc32(entries) != checksum:
            break
        scores.update(ENTRY.iter_unpack(entries))
        sound = end
    return scores, sound


def merge(solved: Solved, others: list[Path]) -> None:
    """Take over what other files hold; one that contradicts is refused."""
    for path in others:
        scores, sound = read_records(path.read_bytes())
        wrong = [slot for slot, score in scores.items() if solved.scores.get(slot, score) != score]
        if wrong or not sound:
            raise SystemExit(
                f"{path} was not taken over: {'it contradicts the rest' if wrong else 'it holds nothing'}."
            )
        new = {slot: score for slot, score in scores.items() if slot not in solved.scores}
        solved.add(new)
        print(f"{path}: {len(new):,} of {len(scores):,} positions were new", file=sys.stderr)


def follow_from_deeper(slots: Slots, scores: Mapping[int, int]) -> dict[int, int]:
    """What the scores of one ply more, solved for a larger book that was given up, tell about this one."""
    known = Slots(slots.game, slots.plies + 1).fill_in(scores)
    return {slot: known[slot] for slot in slots.unfinished(slots.plies) if slot in known and slot not in scores}


class Progress:
    """A line on standard error that says how far the work is; on a terminal it is overwritten, else it is rare."""

    def __init__(self, total: int) -> None:
        self._total, self._done, self._nodes = total, 0, 0
        self._started = self._shown = time.perf_counter()
        self._every = 0.5 if sys.stderr.isatty() else 15.0

    def advance(self, nodes: int) -> None:
        self._done += 1
        self._nodes += nodes
        if time.perf_counter() - self._shown >= self._every or self._done == self._total:
            self._shown = time.perf_counter()
            self._show()

    def _show(self) -> None:
        seconds = self._shown - self._started
        bar = "#" * (30 * self._done // self._total)
        left = seconds / self._done * (self._total - self._done)
        print(
            f"\r[{bar:<30}] {self._done:,} of {self._total:,}  {self._nodes / self._done:,.0f} nodes each  "
            f"{self._done / seconds:.1f} a second  {left / 60:.1f} minutes left ",
            end="" if sys.stderr.isatty() else "\n",
            file=sys.stderr,
            flush=True,
        )


def solve_rest(
    solver: ConnectFourSolver, solved: Solved, rest: Mapping[int, State], workers: int, seconds: float | None
) -> bool:
    """Solve what is left; False if the time was up before that was done."""
    progress, lock, stop = Progress(len(rest)), threading.Lock(), StopFlag()
    chunks = _chunks(list(rest.items()), POSITIONS_AT_A_TIME)

    def work(own: ConnectFourSolver) -> None:
        while not stop.raised:
            with lock:
                chunk = next(chunks, [])
            if not chunk:
                return
            scores: dict[int, int] = {}
            for slot, state in chunk:
                found = own.solve(state, stop=stop)
                if found.score is None:
                    break
                scores[slot] = found.score
                with lock:
                    progress.advance(found.nodes)
            solved.add(scores)

    timer = threading.Timer(seconds or threading.TIMEOUT_MAX, stop.up)
    timer.daemon = True
    timer.start()
    with ThreadPoolExecutor(workers) as pool:
        working = [pool.submit(work, own) for own in [solver, *(solver.beside() for _ in range(workers - 1))]]
        try:
            for done in as_completed(working):
                done.result()
        finally:
            stopped_early = stop.raised
            stop.up()  # the others end too when one fails or the interrupt key is pressed; what they have is kept
            timer.cancel()
    return not stopped_early


def _chunks(items: list[T], size: int) -> Iterator[list[T]]:
    for at in range(0, len(items), size):
        yield items[at : at + size]


def check(book: Book, slots: Slots, solver: ConnectFourSolver, count: int, seed: int) -> None:
    """Compare positions of the last two plies, drawn by lot, with what the solver says without a book."""
    last_two = [state for ply in (slots.plies - 1, slots.plies) for state in slots.unfinished(ply).values()]
    drawn = random.Random(seed).sample(last_two, min(count, len(last_two)))
    progress = Progress(len(drawn))
    for state in drawn:
        solver.reset()
        found = solver.solve(state)
        if found.score != book.score(state):
            raise SystemExit(f"{state}: the book says {book.score(state)}, the solver {found.score}.")
        progress.advance(found.nodes)
    print(f"{len(drawn)} positions agree with the solver")


def make(options: argparse.Namespace) -> int:
    game = find_game(options.game)
    if not isinstance(game, ConnectFour):
        raise SystemExit(f"{game} is not connect-four.")
    if game.int_words > 1:
        raise SystemExit(f"{game} is too large: a book keeps positions of at most 64 bits.")
    slots = Slots(game, options.plies)
    to_solve = slots.unfinished(options.plies)
    solved = Solved(options.solved)
    merge(solved, options.merge)
    if max(solved.scores, default=0) >= slots.count:
        solved.add(follow_from_deeper(slots, solved.scores))
    rest = {slot: state for slot, state in to_solve.items() if slot not in solved.scores}
    print(f"{len(to_solve):,} positions, {len(to_solve) - len(rest):,} of them solved", file=sys.stderr)
    solver = ConnectFourSolver(game, options.table)
    if rest and not options.only_merge:
        if not solve_rest(solver, solved, rest, options.workers, options.time):
            print("the time is up; the same command goes on from here", file=sys.stderr)
        rest = {slot: state for slot, state in rest.items() if slot not in solved.scores}
    if rest:
        print(f"{len(rest):,} positions are left", file=sys.stderr)
        return 1
    book = Book.make(slots, {slot: solved.scores[slot] for slot in to_solve})
    if options.check:
        check(book, slots, solver, options.check, options.seed)
    if options.out:
        content = book.to_bytes()
        unfinished = options.out.with_name(options.out.name + ".new")
        unfinished.write_bytes(content)
        unfinished.replace(options.out)
        print(f"{options.out}: {len(content):,} bytes, all positions of up to {options.plies} plies")
    return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("solved", type=Path, help="the file of what is solved; made if it is not there")
    parser.add_argument("--game", default="connect-four", help="the board, as in connect-four:width=5,height=4")
    parser.add_argument("--plies", type=int, default=10, help="stones on the board up to which there are scores")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="threads; default: all cores")
    parser.add_argument("--table", type=int, default=1024, metavar="MIB", help="memory the threads share")
    parser.add_argument("--time", type=float, metavar="S", help="end after so many seconds; exit status 1")
    parser.add_argument("--merge", type=Path, nargs="+", default=[], metavar="FILE", help="take over what these hold")
    parser.add_argument("--only-merge", action="store_true", help="solve nothing")
    parser.add_argument("--check", type=int, default=0, metavar="N", help="compare so many scores with the solver's")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--out", type=Path, metavar="BOOK", help="write the book when all is solved")
    try:
        sys.exit(make(parser.parse_args()))
    except KibitzError as error:
        sys.exit(f"make_connect_four_book: {error}")


if __name__ == "__main__":
    main()
