"""What the solvers of single games have in common: exact scores, limits, and threads that share a table.

A solver adds the kernel that narrows the bounds of a score, and what it knows about best moves.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag
from kibitz.kernels.common.control import NODES, STOP, Control
from kibitz.kernels.common.shared_work import BUSY_BITS

MAX_NODES = 6  # the cell that limits cells[NODES]; those before it are named in control.py
MAX_THREADS = 64
_OTHER_WAS_FIRST = 2  # in cells[STOP] of a thread that is not needed any more
SIGNS = (-1, 1)  # bounds of a score of which only the sign is asked

G = TypeVar("G", bound=Game)

Words: TypeAlias = NDArray[np.uint64]
Numbers: TypeAlias = NDArray[np.int64]


class SolvedScore(NamedTuple):
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
        """As the game's players write it (`Game.solved_score`); None if it is not known."""
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


class TableSolver(ABC, Generic[G]):
    """Solves positions of one game; what it found out about one helps with the next.

    Making one compiles what is needed, so that limits are for solving alone. Callers in several threads take turns.
    """

    boundless = (-99, 99)  # beyond every score
    wake = 30_000  # nodes that one thread searches before others are worth waking

    def __init__(self, game: G, threads: int) -> None:
        if not 1 <= threads <= MAX_THREADS:
            raise BadOption(f"threads={threads} is not allowed; give a number from 1 to {MAX_THREADS}.")
        self.game = game
        self.threads = threads
        self._busy = np.zeros(1 << BUSY_BITS, np.uint64)
        self._lock = threading.Lock()

    @abstractmethod
    def reset(self) -> None:
        """Forget all that was found out."""

    @property
    @abstractmethod
    def memory(self) -> int:
        """Bytes of the table."""

    @abstractmethod
    def _narrow(
        self, roots: Words, bounds: Numbers, cells: Numbers, *, thread: int = 0, together: bool = False
    ) -> None:
        """Close the bounds of one position, two words, until `cells` say stop."""

    def _best(self, state: State, score: int, control: Control) -> Move | None:
        """The most central move that keeps the score of an unfinished position; None if a limit came first."""
        for move in sorted(self.game.moves(state), key=self.game.centre_distance):
            answer = self._between(self.game.play(state, move), (-score, -score + 1), control)
            if answer.stopped_by:
                break
            if answer.score == -score:
                return move
        return None

    def _known(self, state: State) -> int | None:
        """The score of a position that needs no search."""
        ended = self.game.result(state)
        return None if ended is None else self.game.solved_score(state, ended, 0)

    def _words(self, state: State) -> Words:
        """A position as the kernel takes it."""
        return np.array([state[:2]], np.uint64)

    def solve(
        self, state: State, *, weak: bool = False, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> SolvedScore:
        """The exact score of a position; with `weak` only its sign, 1, 0 or -1, which is less work."""
        with Control(limits, stop) as control:
            return self._between(state, SIGNS if weak else self.boundless, control)

    def solve_each(
        self, states: Sequence[State], *, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> Iterator[list[SolvedScore]]:
        """The exact scores of unfinished positions, each with an empty table and within the limits.

        They come as they are found, several at a time where a call costs more than a position.
        """
        for state in states:
            self.reset()
            yield [self.solve(state, limits=limits, stop=stop)]

    def exceeds(
        self, state: State, alpha: int, *, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> bool | None:
        """Whether the score of a position is more than a number; None if a limit came first."""
        score = self.between(state, alpha, alpha + 1, limits=limits, stop=stop).score
        return None if score is None else score > alpha

    def between(
        self, state: State, low: int, high: int, *, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> SolvedScore:
        """The score of a position as far as it lies between two numbers: `low` if it is less, `high` if it is more."""
        with Control(limits, stop) as control:
            return self._between(state, (low, high), control)

    def scores(self, state: State, *, limits: Limits = Limits(), stop: StopFlag | None = None) -> dict[Move, int]:
        """The exact score of every legal move, as the side to move sees it; only those found out before a limit."""
        with Control(limits, stop) as control:
            return self._scores(state, control)

    def line(self, state: State, *, limits: Limits = Limits(), stop: StopFlag | None = None) -> tuple[Move, ...]:
        """Best play to the end of the game; shorter if a limit came first."""
        with Control(limits, stop) as control:
            return self._line(state, self._between(state, self.boundless, control).score, control)

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
                score = self._between(state, self.boundless, control).score
            else:
                score = max(scores.values()) if len(scores) == len(self.game.moves(state)) else None
            line = self._line(state, score, control)
            if not line and score is not None and scores:
                line = (max(scores, key=scores.__getitem__),)
            stopped_by = "" if line else control.stopped_by or "nodes"
            return Analysis(score, scores, line, int(control.cells[NODES]), control.seconds(), stopped_by)

    def _scores(self, state: State, control: Control) -> dict[Move, int]:
        found: dict[Move, int] = {}
        for move in self.game.moves(state):
            score = self._between(self.game.play(state, move), self.boundless, control).score
            if score is None:
                break
            found[move] = -score
        return found

    def _line(self, state: State, score: int | None, control: Control) -> tuple[Move, ...]:
        """Best play from a position with that score."""
        line: list[Move] = []
        while score is not None and self.game.result(state) is None:
            move = self._best(state, score, control)
            if move is None:
                break
            line.append(move)
            state, score = self.game.play(state, move), -score
        return tuple(line)

    def _between(self, state: State, bounds: tuple[int, int], control: Control) -> SolvedScore:
        """The score as far as it lies between the bounds."""
        known = self._known(state)
        if known is not None:
            return SolvedScore(known, known, 1, control.seconds())
        roots, limits, cells = self._words(state), np.array([bounds], np.int64), control.cells
        before = int(cells[NODES])
        with self._lock:
            alone = self.threads == 1
            cells[MAX_NODES] = control.max_nodes if alone else min(control.max_nodes, before + self.wake)
            self._narrow(roots, limits, cells)
            if limits[0, 0] < limits[0, 1] and not alone and not cells[STOP] and cells[NODES] < control.max_nodes:
                self._together(roots, limits, control)
        low, high = limits[0].tolist()
        stopped_by = (control.stopped_by or "nodes") if low < high else ""
        return SolvedScore(low, high, int(cells[NODES]) - before, control.seconds(), stopped_by)

    def _together(self, roots: Words, bounds: Numbers, control: Control) -> None:
        """All threads ask the same, share the table and leave moves to each other; the first to know is heard."""
        threads = range(self.threads)
        self._busy[:] = 0
        cells = [control.cells, *(np.zeros_like(control.cells) for _ in threads[1:])]
        found = [bounds.copy() for _ in threads]
        for own in cells:
            own[MAX_NODES] = control.max_nodes
        with ThreadPoolExecutor(len(threads)) as pool:
            asked = [
                pool.submit(self._narrow, roots, found[thread], cells[thread], thread=thread, together=True)
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
