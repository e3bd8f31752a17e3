"""The solver as others use it: a table that outlives the question, exact scores, limits and threads."""

from __future__ import annotations

import copy
import threading
from collections.abc import Sequence

import numpy as np

from kibitz.core.game import Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag
from kibitz.games.othello import Othello
from kibitz.kernels.common.control import NODES, Control
from kibitz.kernels.common.shared_work import ALONE
from kibitz.kernels.compiler.preparation import prepare
from kibitz.kernels.solvers.othello.bitboard import SIZE, U, unpacked
from kibitz.kernels.solvers.othello.driver import narrow
from kibitz.kernels.solvers.othello.far_from_end import FAR, FarSearch
from kibitz.kernels.solvers.othello.move_order import make_knowledge
from kibitz.kernels.solvers.othello.search import make_workspace
from kibitz.kernels.solvers.othello.table import NO_MOVE, Memory
from kibitz.kernels.solvers.table_solver import MAX_NODES, SIGNS, Numbers, SolvedScore, TableSolver, Words

SPLIT = 14  # free cells from which on threads share out the moves of a position


LEAST_PART = 4  # words of the table for a position without free cells, doubled with each


class OthelloSolver(TableSolver[Othello]):
    """Solves positions of one board. A score is the final difference in discs, free cells counted for the winner."""

    def __init__(self, game: Othello, table_mib: int = 256, threads: int = 1) -> None:
        super().__init__(game, threads)
        self._board = U(unpacked(game, (1 << game.size**2) - 1))
        self._knowledge = make_knowledge(game)
        self._memory = Memory(table_mib)
        self._part = 0  # words of the table in use: a small one stays in the processor's own cache
        self._workspaces = [make_workspace(game) for _ in range(threads)]
        self._far = [FarSearch(own) for own in self._workspaces] if game.size == SIZE else []
        prepare(f"the solver of {game.spec(full=False)}", game, None, lambda: self.solve_all([]))

    @property
    def memory(self) -> int:
        return self._memory.words.nbytes

    def reset(self) -> None:
        with self._lock:
            self._memory.forget()
            self._part = 0

    def beside(self) -> OthelloSolver:
        """Another solver with the same table, for another thread."""
        self._part = len(self._memory.words)  # the small table is for one thread
        other = copy.copy(self)
        other._workspaces = [make_workspace(self.game) for _ in self._workspaces]
        other._busy = np.zeros_like(self._busy)
        other._lock = threading.Lock()
        return other

    def solve_all(
        self, states: Sequence[State], *, weak: bool = False, limits: Limits = Limits(), stop: StopFlag | None = None
    ) -> list[SolvedScore]:
        """Positions in one call, the table kept from one to the next; only those solved before a limit. One thread."""
        roots = np.array([self._pair(state) for state in states], np.uint64).reshape(-1, 2)
        bounds = np.empty((len(states), 2), np.int64)
        bounds[:] = SIGNS if weak else self.boundless
        with Control(limits, stop) as control, self._lock:
            control.cells[MAX_NODES] = control.max_nodes
            found = self._narrow_all(roots, bounds, control.cells)
            each = control.seconds() / max(len(states), 1)
        return [
            SolvedScore(low, high, nodes, each)
            for (low, high), (nodes, _) in zip(bounds.tolist(), found.tolist(), strict=True)
            if low == high
        ]

    def _pair(self, state: State) -> tuple[int, int]:
        return unpacked(self.game, state[0]), unpacked(self.game, state[1])

    def _words(self, state: State) -> Words:
        return np.array([self._pair(state)], np.uint64)

    def _best(self, state: State, score: int, control: Control) -> Move | None:
        moves = self.game.moves(state)
        if len(moves) == 1 or score == -self.game.max_result:
            return moves[0]
        bounds = np.array([(score - 2, score)], np.int64)
        with self._lock:
            control.cells[MAX_NODES] = control.max_nodes
            found = self._narrow_all(self._words(state), bounds, control.cells)
        if bounds[0, 0] < score:
            return None
        if found[0, 1] == NO_MOVE:
            return super()._best(state, score, control)
        row, column = divmod(int(found[0, 1]), SIZE)
        edge = (SIZE - self.game.size) // 2
        return (row - edge) * self.game.size + column - edge

    def _narrow(
        self, roots: Words, bounds: Numbers, cells: Numbers, *, thread: int = 0, together: bool = False
    ) -> None:
        self._narrow_all(roots, bounds, cells, thread=thread, split=SPLIT if together else ALONE)

    def _narrow_all(
        self, roots: Words, bounds: Numbers, cells: Numbers, *, thread: int = 0, split: int = ALONE
    ) -> Numbers:
        found = np.zeros((len(roots), 2), np.int64)
        if not len(roots):
            return self._narrow_near(roots, bounds, found, cells, thread, split)
        free = self.game.size**2 - np.bitwise_count(roots[:, 0] | roots[:, 1]).astype(np.int64)
        self._part = max(self._part, LEAST_PART << int(free.max()))
        if not self._far or free.max() < FAR:
            return self._narrow_near(roots, bounds, found, cells, thread, split)
        for number in range(len(roots)):
            one = slice(number, number + 1)
            if free[number] < FAR:
                self._narrow_near(roots[one], bounds[one], found[one], cells, thread, split)
            else:
                before, search = int(cells[NODES]), self._far[thread]
                table, generation = self._table(), self._memory.generation
                found[number, 1] = search.narrow(
                    table, generation, self._busy, roots[number], bounds[number], cells, split != ALONE
                )
                found[number, 0] = cells[NODES] - before
            if bounds[number, 0] < bounds[number, 1]:
                break
        return found

    def _table(self) -> Words:
        """The part of the table that is in use."""
        return self._memory.words[: min(self._part, len(self._memory.words))]

    def _narrow_near(
        self, roots: Words, bounds: Numbers, found: Numbers, cells: Numbers, thread: int, split: int
    ) -> Numbers:
        """As `_narrow_all`, by the solver's own search."""
        narrow(
            self._table(),
            self._memory.generation,
            self._board,
            roots,
            bounds,
            found,
            0,
            self._workspaces[thread],
            self._knowledge,
            cells,
            self._busy,
            split,
        )
        return found
