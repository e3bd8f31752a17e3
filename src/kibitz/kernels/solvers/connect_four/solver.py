"""The solver as others use it: a table that outlives the question, exact scores, limits and threads."""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np

from kibitz.core.game import State
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.common.control import Control
from kibitz.kernels.common.shared_work import ALONE
from kibitz.kernels.compiler.preparation import prepare
from kibitz.kernels.solvers.connect_four.bitboard import AnyBoard
from kibitz.kernels.solvers.connect_four.book import Book
from kibitz.kernels.solvers.connect_four.driver import narrow
from kibitz.kernels.solvers.connect_four.search import make_workspace
from kibitz.kernels.solvers.connect_four.table import LARGE, SMALL, Memory
from kibitz.kernels.solvers.table_solver import MAX_NODES, SIGNS, Numbers, SolvedScore, TableSolver, Words

SMALL_BOARD = 32  # cells up to which a board is solved sooner by code for all boards than its own is compiled
EASY, HARD = 500, 1000  # nodes: up to so many on average, more are solved in a call; beyond so many, one is alone
FIRST_BATCH, MAX_BATCH = 16, 256  # positions in a call: at most some ten milliseconds
MANY = 10  # positions that are worth some preparation
SPLIT = 24  # free cells from which on threads share out the moves of a position


class ConnectFourSolver(TableSolver[ConnectFour]):
    """Solves positions of one board. A score is 0 for a draw, else the stones the winner has left, the winning one
    included, negative for a loss; of equally good moves a line has the most central.
    """

    boundless = (-999, 999)

    def __init__(self, game: ConnectFour, table_mib: int = 256, threads: int = 1, book: Book | None = None) -> None:
        super().__init__(game, threads)
        self.book = book
        self._board = game if game.width * game.height > SMALL_BOARD else AnyBoard.of(game)
        self._memory = Memory(game, table_mib)
        self._workspaces = [make_workspace(game) for _ in range(threads)]
        self._batch = 1  # how many positions `solve_each` solves in the next call
        self._claimed: set[int] = set()  # the tables of which the system has given us all the memory
        self._is_warm = False  # whether the large table holds something, so that it is asked from the first node on
        prepare(f"the solver of {game.spec(full=False)}", game, None, lambda: self.solve_all([]))

    @property
    def memory(self) -> int:
        return sum(words.nbytes for words in self._memory.words)

    def reset(self) -> None:
        with self._lock:
            self._memory.forget()
            self._is_warm = False

    def beside(self) -> ConnectFourSolver:
        """Another solver with the same table, for another thread."""
        self._is_warm = True  # the small table is for one thread
        other = copy.copy(self)
        other._workspaces = [make_workspace(self.game) for _ in self._workspaces]
        other._busy = np.zeros_like(self._busy)
        other._lock = threading.Lock()
        return other

    def solve_all(
        self, states: Sequence[State], *, weak: bool = False, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> list[SolvedScore]:
        """Unfinished positions in one call, each with an empty table; only those solved before a limit.

        One thread. Their time is measured together, and each is given a share of it by its nodes.
        """
        return self._solve_batch(states, SIGNS if weak else self.boundless, limits, stop)[0]

    def solve_each(
        self, states: Sequence[State], *, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> Iterator[list[SolvedScore]]:
        """As `TableSolver.solve_each`. Easy positions are solved many in a call: a call costs as much as several.

        How many grows while they are easy. One that is not is solved again by itself, and what was lost on it counts.
        """
        if self.threads > 1 or limits.nodes is not None:
            yield from super().solve_each(states, limits=limits, stop=stop)
            return
        if len(states) >= MANY and SMALL not in self._claimed:
            self._claim(SMALL)
            self._make_first_calls(states[:1], limits)
        place, lost = 0, 0.0  # seconds spent on the next position, which was not solved in them
        while place < len(states):
            piece, found, before = states[place : place + self._batch], list[SolvedScore](), lost
            if len(piece) > 1:
                at_most = Limits(time=limits.time, nodes=HARD * len(piece))
                found, lost = self._solve_batch(piece, self.boundless, at_most, stop)
            if not found:
                if len(states) >= MANY:
                    self._claim(LARGE)
                self.reset()
                found, before, lost = [self.solve(piece[0], limits=limits, stop=stop)], before + lost, 0.0
            found[0] = found[0]._replace(seconds=found[0].seconds + before)
            if len(found) < len(piece):
                self._batch = max(self._batch // 4, 1)
            elif sum(one.nodes for one in found) < EASY * len(found):
                self._batch = min(2 * self._batch, MAX_BATCH)
            place += len(found)
            yield found

    def _claim(self, which: int) -> None:
        """Have the memory of a table before the clock runs, once."""
        if which not in self._claimed:
            self._claimed.add(which)
            self._memory.claim(which)

    def _make_first_calls(self, states: Sequence[State], limits: Limits) -> None:
        """Before many positions: every first call is slower than the next."""
        little = Limits(time=limits.time, nodes=EASY)
        self.solve_all(states, limits=little)
        self.solve(states[0], limits=little)
        self._batch = max(self._batch, FIRST_BATCH)

    def _solve_batch(
        self, states: Sequence[State], between: tuple[int, int], limits: Limits, stop: StopFlag | None
    ) -> tuple[list[SolvedScore], float]:
        """The positions solved before the limit, and the seconds that were spent on the next one."""
        roots = self._roots(states)
        bounds = np.empty((len(states), 2), np.int64)
        bounds[:] = between
        with Control(limits, stop) as control, self._lock:
            control.cells[MAX_NODES] = control.max_nodes
            nodes = self._narrow_all(roots, bounds, control.cells, is_fresh=True)
            seconds = control.seconds()
        of_a_node = seconds / max(int(nodes.sum()) + len(states), 1)
        found = [
            SolvedScore(low, high, count, (count + 1) * of_a_node)
            for (low, high), count in zip(bounds.tolist(), nodes.tolist(), strict=True)
            if low == high
        ]
        return found, 0.0 if len(found) == len(states) else float(nodes[len(found)] + 1) * of_a_node

    def _words(self, state: State) -> Words:
        return self._roots([state])

    def _roots(self, states: Sequence[State]) -> Words:
        """Positions as the kernel takes them, the lowest word of a number first."""
        count, numbers = self.game.int_words, chain.from_iterable(states)
        if count == 1:
            return np.fromiter(numbers, np.uint64, 2 * len(states)).reshape(-1, 2)
        content = b"".join(number.to_bytes(8 * count, "little") for number in numbers)
        return np.frombuffer(content, "<u8").astype(np.uint64).reshape(-1, 2 * count)

    def _known(self, state: State) -> int | None:
        known = super()._known(state)
        if known is None and self.book is not None and self.book.holds(state):
            known = self.book.score(state)
        return known

    def _narrow(
        self, roots: Words, bounds: Numbers, cells: Numbers, *, thread: int = 0, together: bool = False
    ) -> None:
        is_alone = not (together or self._is_warm)
        nodes = self._narrow_all(
            roots, bounds, cells, is_alone=is_alone, thread=thread, split=SPLIT if together else ALONE
        )
        if not together:
            self._is_warm |= bool(nodes[0] > self._memory.small_nodes)

    def _narrow_all(
        self,
        roots: Words,
        bounds: Numbers,
        cells: Numbers,
        *,
        is_fresh: bool = False,
        is_alone: bool = True,
        thread: int = 0,
        split: int = ALONE,
    ) -> Numbers:
        memory, nodes = self._memory, np.zeros(len(roots), np.int64)
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
            self._workspaces[thread],
            cells,
            self._busy,
            split,
        )
        return nodes
