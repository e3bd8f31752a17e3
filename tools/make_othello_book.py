"""Grow the opening book of Othello on 8x8 with Kibitz's own searches.

    python tools/make_othello_book.py searched.txt --workers 16 --time 240
    python tools/make_othello_book.py searched.txt --out src/kibitz/kernels/engine/othello/opening_book.bin

Every position of the book is searched to the same depth and to one ply less, and the mean is its value, so that it can
be compared with positions a ply before or after it. Its moves are added when its turn comes: the position next in turn
is the one that is come to with the fewest plies, where every disc that a move on the way is worse than the best counts
as PLIES_OF_A_DISC more [Lincke, "Strategies for the automatic construction of opening books", 2000]. Moves that are
worse by more than `--margin` are not followed and not written to the book. A position whose moves were added is worth
what the best of them is worth.

What is searched is appended to a file, after a line "depth D confidence C" a line "board side value" for each
position, so that the work can be ended at any moment and goes on where it was when the same command is given again.
--out writes the book as far as it is grown. Nothing is left to chance: the same depth, confidence and number of
positions give the same book, however often the work was ended and however many workers there were.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import numpy as np

from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import State
from kibitz.kernels.engine.othello.batch import search_values
from kibitz.kernels.engine.othello.opening_book import GAME, OpeningBook, unify
from kibitz.search.common.probable_cuts import CONFIDENCES

DISC = 100
PLIES_OF_A_DISC = 3
BATCH = 64  # positions whose moves are added before values are backed up again; not the number of workers


class Searched:
    """The file of what is searched: read at the start, then only appended to."""

    def __init__(self, path: Path, depth: int, confidence: int) -> None:
        self._path, self.values = path, dict[State, int]()
        heading = f"depth {depth} confidence {confidence}"
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        first, *lines = whole.decode("ascii", "replace").splitlines() or [heading]
        if first != heading:
            raise BadFile(
                f"{path} begins with '{first}' and not with '{heading}'; take another file, or those options."
            )
        if not whole:
            path.write_text(f"{heading}\n", encoding="ascii")
            return
        for number, line in enumerate(lines, 2):
            try:
                board, side, value = line.split()
                self.values[GAME.parse_position(f"{board} {side}")] = int(value)
            except (KibitzError, ValueError) as error:
                raise BadFile(f"{path} is no file of searched positions: line {number}: {error}") from None
        if len(whole) < len(content):
            with path.open("r+b") as file:
                file.truncate(len(whole))

    def add(self, state: State, value: int) -> None:
        self.values[state] = value
        with self._path.open("a", encoding="ascii") as file:
            file.write(f"{GAME.position_text(state)} {value}\n")


class Growth:
    """Positions by their unified form: those whose moves were added, and what all are worth."""

    def __init__(self, searched: Searched, margin: int) -> None:
        self._searched, self._margin = searched, margin
        self.start = unify(GAME.initial())
        self.children: dict[State, tuple[State, ...]] = {}
        self.values = dict(searched.values)

    def next_in_turn(self, count: int) -> dict[State, tuple[State, ...]]:
        """The positions whose moves are to be added next, and where those lead."""
        turns = {self.start: 0.0}
        waiting = [self.start]
        while waiting:  # ply by ply, so that a position is met after all from which it is come to
            following = dict[State, None]()
            for state in waiting:
                for child in self.children.get(state, ()):
                    loss = self.values[state] + self.values[child]
                    if loss <= self._margin:
                        turn = turns[state] + 1 + PLIES_OF_A_DISC * loss / DISC
                        turns[child] = min(turn, turns.get(child, turn))
                        following[child] = None
            waiting = list(following)
        open_ones = [state for state in turns if state not in self.children and GAME.result(state) is None]
        chosen = sorted(open_ones, key=lambda state: (turns[state], state))[:count]
        return {state: tuple(dict.fromkeys(after(state))) for state in chosen}

    def add(self, found: dict[State, tuple[State, ...]]) -> None:
        """All positions that follow are searched; values are backed up."""
        self.children.update(found)
        self.values = dict(self._searched.values)
        for state in sorted(self.children, key=lambda state: -(state[0] | state[1]).bit_count()):
            self.values[state] = max(-self.values[child] for child in self.children[state])

    def book(self, depth: int) -> OpeningBook:
        """What is come to from the start without a move that is worse by more than the margin."""
        kept, waiting = {self.start: None}, [self.start]
        for state in waiting:
            for child in self.children.get(state, ()):
                if self.values[state] + self.values[child] <= self._margin and child not in kept:
                    kept[child] = None
                    waiting.append(child)
        return OpeningBook({state: self.values[state] for state in kept}, kept.keys() & self.children.keys(), depth)


def after(state: State) -> Iterator[State]:
    return (unify(GAME.play(state, move)) for move in GAME.moves(state))


def search_one(state: State, depth: int, confidence: int) -> tuple[State, int]:
    """The value for the side to move; the table is empty at first, so that it does not depend on other positions."""
    result = GAME.result(state)
    if result is not None:
        return state, result * DISC
    own, other = (np.array([discs], np.uint64) for discs in state[:2])
    return state, int(search_values(own, other, depth, confidence=confidence, mean_of_two=True)[0])


def ignore_interrupt() -> None:
    """The interrupt key is for the process that began the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


SearchAll = Callable[[list[State]], Iterable[tuple[State, int]]]


def grow(
    growth: Growth,
    searched: Searched,
    positions: int,
    search_all: SearchAll,
    tell: Callable[[], object] = lambda: None,
    is_time_up: Callable[[], bool] = lambda: False,
) -> None:
    """Add moves until there are enough positions or the time is up."""
    if growth.start not in searched.values:
        for state, value in search_all([growth.start]):
            searched.add(state, value)
    while len(growth.children) < positions:
        batch = growth.next_in_turn(min(BATCH, positions - len(growth.children)))
        following = dict.fromkeys(child for children in batch.values() for child in children)
        for state, value in search_all([state for state in following if state not in searched.values]):
            searched.add(state, value)
            if is_time_up():
                return
        growth.add(batch)
        tell()


def make(options: argparse.Namespace) -> int:
    started = time.perf_counter()
    searched = Searched(options.searched, options.depth, options.confidence)
    before, growth = len(searched.values), Growth(searched, round(options.margin * DISC))
    search = partial(search_one, depth=options.depth, confidence=list(CONFIDENCES).index(options.confidence))
    search(growth.start)  # compiled before there are other processes

    def tell() -> None:
        seconds = time.perf_counter() - started
        print(
            f"moves of {len(growth.children):,} of {options.positions:,} positions added, {len(searched.values):,} "
            f"searched, {(len(searched.values) - before) / seconds:.1f} a second, {seconds:.0f} s",
            file=sys.stderr,
            flush=True,
        )

    with multiprocessing.get_context("fork").Pool(options.workers, ignore_interrupt) as pool:
        grow(
            growth,
            searched,
            options.positions,
            partial(pool.imap_unordered, search),
            tell,
            lambda: time.perf_counter() - started > options.time,
        )
    is_complete = len(growth.children) >= options.positions
    if not is_complete:
        print("the time is up; the same command goes on from here", file=sys.stderr)
    if not growth.children:
        return 1
    book = growth.book(options.depth)
    content = book.to_bytes()
    print(
        f"{len(book.values):,} positions, the moves of {len(book.expanded):,} known; the start is worth "
        f"{growth.values[growth.start]:+d} hundredths of a disc to Black; {len(content):,} bytes"
    )
    if options.out:
        unfinished = options.out.with_name(options.out.name + ".new")
        unfinished.write_bytes(content)
        unfinished.replace(options.out)
    return 0 if is_complete else 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("searched", type=Path, help="the file of what is searched; made if it is not there")
    parser.add_argument("--positions", type=int, default=2_000, help="whose moves are added; default: 2000")
    parser.add_argument("--depth", type=int, default=14, help="of every search, in plies; default: 14")
    parser.add_argument(
        "--confidence", type=int, default=95, choices=CONFIDENCES, help="of probable cuts, in per cent; default: 95"
    )
    parser.add_argument(
        "--margin", type=float, default=2.0, metavar="DISCS", help="worse moves are left out; default: 2"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes; default: all cores")
    parser.add_argument("--time", type=float, default=float("inf"), metavar="S", help="end after so many seconds")
    parser.add_argument("--out", type=Path, metavar="BOOK", help="write the book as far as it is grown")
    try:
        sys.exit(make(parser.parse_args()))
    except KibitzError as error:
        sys.exit(f"make_othello_book: {error}")
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
