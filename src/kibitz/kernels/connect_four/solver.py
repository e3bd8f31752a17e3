"""The solver as others use it: a table that outlives the question, exact scores, limits and threads."""

from __future__ import annotations

import copy
import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import chain
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.compiling import prepare
from kibitz.kernels.connect_four.board import AnyBoard
from kibitz.kernels.connect_four.book import Book
from kibitz.kernels.connect_four.driver import MOST_NODES, narrow
from kibitz.kernels.connect_four.search import ALONE, BUSY_BITS, room_for
from kibitz.kernels.connect_four.table import Memory
from kibitz.kernels.control import NODES, STOP, Control

__all__ = ["Solved", "Solver"]

DEFAULT_MIB = 256
MOST_THREADS = 64
SMALL_BOARD = 32  # cells up to which a board is solved sooner by code for all boards than its own is compiled
WAKE = 30_000  # nodes that one thread searches before others are worth waking
SPLIT = 24  # free cells from which on threads share out the moves of a position
_OTHER_WAS_FIRST = 2  # in cells[STOP] of a thread that is not needed any more
_BOUNDLESS, _SIGNS = (-99, 99), (-1, 1)

Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int64]


class Solved(NamedTuple):
    """What is known about a position, for the side to move: its score lies between `low` and `high`.

    They are equal unless `stopped_by` names what ended the work early ("time", "nodes", "stop").
    """

    low: int
    high: int
    nodes: int
    seconds: float
    stopped_by: str = ""

    @property
    def score(self) -> int | None:
        """0 for a draw; else the stones the winner has left, the winning one included, negative for a loss."""
        return self.low if self.low == self.high else None


class Analysis(NamedTuple):
    """All about an unfinished position: its score, None if a limit came first, and what follows from it.

    `scores` holds the moves' scores that were asked for and found, `line` best play as far as it is known.
    """

    score: int | None
    scores: dict[Move, int]
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    stopped_by: str


class Solver:
    """Solves positions of one game; what it found out about one helps with the next.

    Making one compiles what is needed, so that limits are for solving alone. Callers in several threads take turns.
    """

    def __init__(
        self, game: ConnectFour, table_mib: int = DEFAULT_MIB, threads: int = 1, book: Book | None = None
    ) -> None:
        obstacle = self.obstacle(game)
        if obstacle is not None:
            raise Unsuited(obstacle)
        if not 1 <= threads <= MOST_THREADS:
            raise BadOption(f"threads={threads} will not do; give a number from 1 to {MOST_THREADS}.")
        self.game, self.book = game, book
        self._board = game if game.width * game.height > SMALL_BOARD else AnyBoard.of(game)
        self._memory = Memory(game, table_mib)
        self._rooms = [room_for(game) for _ in range(threads)]
        self._busy = np.zeros(1 << BUSY_BITS, np.uint64)
        self._lock = threading.Lock()
        self._is_warm = False  # whether the large table holds something, so that it is asked from the first node on
        prepare(f"the solver of {game.spec(full=False)}", game, None, lambda: self.solve_all([]))

    @staticmethod
    def obstacle(game: Game) -> str | None:
        """Why this game cannot be solved here, None if it can."""
        if not isinstance(game, ConnectFour):
            return f"{game} is not connect-four; this solver knows nothing else."
        if game.width * (game.height + 1) > 64:
            return (
                f"{game} is too large: width * (height + 1) is {game.width * (game.height + 1)}, and the solver keeps "
                f"a board in 64 bits."
            )
        return None

    @property
    def memory(self) -> int:
        """Bytes of the table."""
        return sum(words.nbytes for words in self._memory.words)

    def reset(self) -> None:
        """Forget all that was found out."""
        with self._lock:
            self._memory.forget()
            self._is_warm = False

    def beside(self) -> Solver:
        """Another solver with the same table, for another thread."""
        self._is_warm = True  # the small table is for one thread
        other = copy.copy(self)
        other._rooms = [room_for(self.game) for _ in self._rooms]
        other._busy = np.zeros_like(self._busy)
        other._lock = threading.Lock()
        return other

    def solve(
        self, state: State, *, weak: bool = False, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> Solved:
        """The exact score of a position; with `weak` only its sign, 1, 0 or -1, which is less work."""
        with Control(limits, stop) as control:
            return self._between(state, _SIGNS if weak else _BOUNDLESS, control)

    def scores(self, state: State, *, limits: Limits = Limits(), stop: StopFlag | None = None) -> dict[Move, int]:
        """The exact score of every legal move, as the side to move sees it; only those found out before a limit."""
        with Control(limits, stop) as control:
            return self._scores(state, control)

    def line(self, state: State, *, limits: Limits = Limits(), stop: StopFlag | None = None) -> tuple[Move, ...]:
        """Best play to the end of the game, of equally good moves the most central; shorter if a limit came first."""
        with Control(limits, stop) as control:
            return self._line(state, self._between(state, _BOUNDLESS, control).score, control)

    def analyse(
        self,
        state: State,
        *,
        every_move: bool = False,
        limits: Limits = Limits(),
        stop: StopFlag | None = None,
    ) -> Analysis:
        """The score of an unfinished position and a line of best play, and with `every_move` all its moves' scores."""
        with Control(limits, stop) as control:
            scores = self._scores(state, control) if every_move else {}
            if not every_move:
                score = self._between(state, _BOUNDLESS, control).score
            else:
                score = max(scores.values()) if len(scores) == len(self.game.moves(state)) else None
            line = self._line(state, score, control)
            stopped_by = "" if line else control.stopped_by or "nodes"
            return Analysis(score, scores, line, int(control.cells[NODES]), control.seconds(), stopped_by)

    def _scores(self, state: State, control: Control) -> dict[Move, int]:
        found: dict[Move, int] = {}
        for move in self.game.moves(state):
            score = self._between(self.game.play(state, move), _BOUNDLESS, control).score
            if score is None:
                break
            found[move] = -score
        return found

    def _line(self, state: State, score: int | None, control: Control) -> tuple[Move, ...]:
        """Best play from a position with that score."""
        line: list[Move] = []
        while score is not None and (moves := self.game.moves(state)):
            for move in sorted(moves, key=self.game.centre_distance):
                after = self.game.play(state, move)
                answer = self._between(after, (-score, -score + 1), control)
                if answer.score == -score or answer.stopped_by:
                    break
            if answer.stopped_by:
                break
            line.append(move)
            state, score = after, -score
        return tuple(line)

    def solve_all(
        self, states: Sequence[State], *, weak: bool = False, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> list[Solved]:
        """Unfinished positions in one call, each with an empty table; only those solved before a limit.

        One thread, and no time for each: this is for measuring many small positions.
        """
        roots = np.fromiter(chain.from_iterable(states), np.uint64, 2 * len(states)).reshape(-1, 2)
        bounds = np.empty((len(states), 2), np.int64)
        bounds[:] = _SIGNS if weak else _BOUNDLESS
        nodes = np.zeros(len(states), np.int64)
        with Control(limits, stop) as control, self._lock:
            control.cells[MOST_NODES] = control.most_nodes
            self._narrow(roots, bounds, nodes, control.cells, is_fresh=True)
            each = control.seconds() / max(len(states), 1)
        return [
            Solved(low, high, count, each)
            for (low, high), count in zip(bounds.tolist(), nodes.tolist(), strict=True)
            if low == high
        ]

    def _between(self, state: State, bounds: tuple[int, int], control: Control) -> Solved:
        """The score as far as it lies between the bounds."""
        ended = self.game.result(state)
        if ended is not None:
            score = self.game.solved_score(state, ended, 0)
            return Solved(score, score, 1, control.seconds())
        if self.book is not None and self.book.holds(state):
            score = self.book.score(state)
            return Solved(score, score, 1, control.seconds())
        roots, limits = np.array([state], np.uint64), np.array([bounds], np.int64)
        cells, nodes = control.cells, np.zeros(1, np.int64)
        before = int(cells[NODES])
        with self._lock:
            threads = len(self._rooms)
            cells[MOST_NODES] = control.most_nodes if threads == 1 else min(control.most_nodes, before + WAKE)
            self._narrow(roots, limits, nodes, cells, is_alone=not self._is_warm)
            self._is_warm |= bool(nodes[0] > self._memory.small_nodes)
            if limits[0, 0] < limits[0, 1] and threads > 1 and not cells[STOP] and cells[NODES] < control.most_nodes:
                self._together(roots, limits, control)
        low, high = limits[0].tolist()
        stopped_by = (control.stopped_by or "nodes") if low < high else ""
        return Solved(low, high, int(cells[NODES]) - before, control.seconds(), stopped_by)

    def _narrow(
        self,
        roots: Words,
        bounds: Numbers,
        nodes: Numbers,
        cells: Numbers,
        *,
        is_fresh: bool = False,
        is_alone: bool = True,
        thread: int = 0,
        split: int = ALONE,
    ) -> None:
        memory = self._memory
        narrow(
            self._board,
            *memory.words,
            memory.layouts,
            memory.generations,
            memory.small_nodes if is_alone else 0,
            is_fresh,
            roots,
            bounds,
            nodes,
            self._rooms[thread],
            cells,
            self._busy,
            split,
        )

    def _together(self, roots: Words, bounds: Numbers, control: Control) -> None:
        """All threads ask the same, share the table and leave moves to each other; the first to know is heard."""
        threads = range(len(self._rooms))
        self._busy[:] = 0
        cells = [control.cells, *(np.zeros_like(control.cells) for _ in threads[1:])]
        found = [bounds.copy() for _ in threads]
        for own in cells:
            own[MOST_NODES] = control.most_nodes
        with ThreadPoolExecutor(len(threads)) as pool:
            asked = [
                pool.submit(
                    self._narrow,
                    roots,
                    found[thread],
                    np.zeros(1, np.int64),
                    cells[thread],
                    is_alone=False,
                    thread=thread,
                    split=SPLIT,
                )
                for thread in threads
            ]
            wait(asked, return_when=FIRST_COMPLETED)
            was_stopped = bool(control.cells[STOP])
            for own in cells:
                own[STOP] = own[STOP] or _OTHER_WAS_FIRST
        for answer in asked:
            answer.result()
        if not was_stopped:
            control.cells[STOP] = 0
        control.cells[NODES] += sum(int(own[NODES]) for own in cells[1:])
        bounds[0] = max(low for low, _ in np.concatenate(found)), min(high for _, high in np.concatenate(found))
