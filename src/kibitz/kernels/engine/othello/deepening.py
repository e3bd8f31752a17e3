"""How Othello's own search answers: deeper and deeper, then to the end of the game with growing confidence.

Passes go to depth 1, 2, 3 … in a window around the last value. As soon as what is left of the game is within reach,
they go to the end instead: with probable cuts of low confidence first, which is quick and fills the table, then of
higher, at last without any; that pass is exact. Threads search the same tree, meet in the table, and leave positions to
each other, as in `kernels/engine/deepening.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kibitz.core.game import Move, State
from kibitz.core.limits import Limits
from kibitz.core.score import Bound, Score, final
from kibitz.core.searching import RootMove, SearchProgress, SearchResult, Stats
from kibitz.evals.patterns import DISC
from kibitz.kernels.common.control import DEPTH, MOVE, NODES, OVER, VALUE, Control
from kibitz.kernels.common.shared_work import BUSY_BITS
from kibitz.kernels.common.transposition_table import Lease
from kibitz.kernels.engine.othello.pattern_indices import BASES, write_indices
from kibitz.kernels.engine.othello.search import HANDOVER, descend
from kibitz.kernels.engine.othello.table import key_of, move_of
from kibitz.kernels.engine.othello.tables import GAME, read_cuts, read_values
from kibitz.kernels.engine.othello.workspace import (
    BEST,
    BEST_MOVE,
    EVALUATIONS,
    HITS,
    MOST,
    POINTS,
    STOPPED,
    SURE,
    Memory,
    Orders,
    Workspace,
    make_workspace,
)
from kibitz.kernels.solvers.othello.bitboard import ZERO, U
from kibitz.kernels.solvers.othello.move_order import make_knowledge
from kibitz.kernels.solvers.othello.search import make_workspace as make_solver_workspace
from kibitz.kernels.solvers.othello.table import NO_MOVE, find
from kibitz.kernels.solvers.table_solver import MAX_NODES
from kibitz.search.common.probable_cuts import CONFIDENCES

if TYPE_CHECKING:
    from kibitz.kernels.searchers.engine import Engine


LEAP = 12  # plies before the end of the game from which on passes go to the end
SHARE_FROM = 7  # shallower passes are over before a second thread has begun
WINDOW = 3 * POINTS  # around the last value, either way
PER_SECOND, LEAST_TABLE = 1 << 25, 1 << 21  # bytes of the table that are used: a small one stays in the cache


class _Pass(NamedTuple):
    """What one pass over the tree found out."""

    depth: int
    value: int
    bound: Bound
    complete: bool
    move: Move
    roots: dict[Move, Score]


class OthelloDeepening:
    """One search in progress."""

    def __init__(self, engine: Engine, state: State, limits: Limits, table: Lease, control: Control) -> None:
        self.state, self.limits, self.control, self.threads = state, limits, control, engine.threads
        self.empties = 64 - (state[0] | state[1]).bit_count()
        self.confidence = list(CONFIDENCES).index(engine.confidence) if engine.lmr else SURE
        self.busy = np.zeros(1 << BUSY_BITS, np.uint64)
        words = table.table.view(np.uint64)[: self._find_size(table.table.nbytes) // 8]
        self.memory = Memory(
            words,
            U(table.generation),
            self.busy,
            control.cells,
            read_values(),
            BASES,
            read_cuts(),
            make_knowledge(GAME),
        )
        self.workspaces = [make_workspace(make_solver_workspace(GAME)) for _ in range(engine.threads)]
        for workspace in self.workspaces:
            workspace.cells[MAX_NODES] = max(1, int(control.max_nodes) // engine.threads)
        black, white = state[:2] if state[2] == 0 else (state[1], state[0])
        for workspace in self.workspaces:
            write_indices(workspace.rows, 0, black, white)
        self.window = (-MOST, MOST)  # of the pass under way
        self.better: _Pass | None = None  # what was above its window, while a pass measures it

    def _find_size(self, most: int) -> int:
        """How many bytes of the table to use, a power of two."""
        size = LEAST_TABLE
        wanted = most if self.limits.time is None else int(PER_SECOND * self.limits.time * self.threads)
        while 2 * size <= most and size < wanted:
            size *= 2
        return min(size, 1 << most.bit_length() - 1)

    def search(self) -> SearchResult:
        found: _Pass | None = None
        before: _Pass | None = None
        with ThreadPoolExecutor(max(1, self.threads - 1)) as crew:
            for depth, confidence in self._plan():
                # Odd and even depths differ a little all the time: the pass before the last knows better.
                expected = found if depth == self.empties else before or found
                latest = self._deepen(crew, depth, confidence, expected)
                if latest is None:
                    break
                found, before = latest, found
                self._tell(found)
        return self._result(found)

    def _plan(self) -> Iterator[tuple[int, int]]:
        """Depth and confidence of one pass after the other."""
        deepest = min(self.limits.depth or self.empties, self.empties)
        leap_at = self.empties - LEAP if deepest == self.empties else deepest + 1
        for depth in range(1, min(leap_at, deepest + 1)):
            yield depth, self.confidence
        if deepest == self.empties:
            quick = self.empties <= HANDOVER
            for confidence in range(SURE if quick else self.confidence, SURE + 1):
                yield deepest, confidence

    def _deepen(self, crew: ThreadPoolExecutor, depth: int, confidence: int, last: _Pass | None) -> _Pass | None:
        """Search to a depth, in a window around the last value first; None when a limit ended it."""
        low, high = (-MOST, MOST) if last is None else (last.value - WINDOW, last.value + WINDOW)
        self.better = None
        while True:
            low, high = max(low, -MOST), min(high, MOST)
            found = self._search_window(crew, depth, confidence, low, high)
            if found is None or found.bound == Bound.EXACT:
                return found
            if found.bound == Bound.UPPER and low > -MOST:
                low = found.value - 2 * WINDOW
            elif found.bound == Bound.LOWER and high < MOST:
                high, self.better = found.value + 2 * WINDOW, found
            else:
                return found._replace(bound=Bound.EXACT)

    def _search_window(
        self, crew: ThreadPoolExecutor, depth: int, confidence: int, alpha: int, beta: int
    ) -> _Pass | None:
        """One pass by all threads until one is through, whose workspace is put in front."""
        self.window = alpha, beta
        is_shared = self.threads > 1 and depth >= SHARE_FROM
        self.busy.fill(0)
        mine, other, side = self.state[0], self.state[1], self.state[2]
        asked = Orders(U(mine), U(other), side, alpha, beta, depth, confidence, is_shared)
        self.control.cells[OVER] = 0
        work = [crew.submit(self._descend, workspace, asked) for workspace in self.workspaces[1:] if is_shared]
        values = [self._descend(self.workspaces[0], asked), *(helper.result() for helper in work)]
        first = next((number for number, value in enumerate(values) if value != STOPPED), None)
        if first is None:
            return None
        self.workspaces.insert(0, self.workspaces.pop(first))
        return self._read(depth, confidence, values[first])

    def _descend(self, workspace: Workspace, asked: Orders) -> int:
        """The pass of one thread; when it is through, the others break off."""
        value = int(descend(self.memory, workspace, asked))
        self.control.cells[OVER] = 1
        return value

    def _read(self, depth: int, confidence: int, value: int) -> _Pass:
        """What the pass just made says about the root."""
        workspace, complete = self.workspaces[0], depth >= self.empties and confidence == SURE
        roots = {
            move: self._score(points, Bound(bound), complete)
            for move, (points, bound) in enumerate(workspace.found.tolist())
            if bound >= 0
        }
        move = int(workspace.frames[BEST_MOVE])
        return _Pass(depth, value, Bound.of(value, *self.window), complete, move, roots)

    def _score(self, points: int, bound: Bound, complete: bool) -> Score:
        """The value as everybody reads it: a result if it is exact, else what the evaluator would say."""
        if complete and points % POINTS == 0:
            return Score.of(final(points // POINTS, 0, sooner=False), bound, complete=True)
        return Score.of(points * (DISC // POINTS), bound)

    def _unfinished(self, found: _Pass | None) -> _Pass:
        """The best there is after a pass was interrupted.

        The best move of the pass before was searched first, so that another one that is better now is better for sure.
        """
        frames = self.workspaces[0].frames
        best, move = int(frames[BEST]), int(frames[BEST_MOVE])
        if found is None:
            is_known = best > -MOST
            move = move if is_known else GAME.moves(self.state)[0]
            return _Pass(0, best if is_known else 0, Bound.LOWER, False, move, {})
        if best > self.window[0] and move not in (NO_MOVE, found.move):
            score = self._score(best, Bound.LOWER, complete=False)
            return found._replace(
                value=best, bound=Bound.LOWER, complete=False, move=move, roots=found.roots | {move: score}
            )
        if self.better is not None:
            return self.better._replace(depth=found.depth, complete=False, roots=found.roots | self.better.roots)
        return found

    def _tell(self, found: _Pass) -> None:
        """Let whoever looks at the cells see how far the search is."""
        cells = self.control.cells
        cells[NODES] = sum(int(workspace.cells[NODES]) for workspace in self.workspaces)
        cells[DEPTH], cells[VALUE], cells[MOVE] = found.depth, found.value, found.move
        if self.control.stop is not None:
            score = self._score(found.value, found.bound, found.complete)
            self.control.stop.found = SearchProgress(found.depth, score, (found.move,))

    def _result(self, found: _Pass | None) -> SearchResult:
        stopped_by = self.control.stopped_by
        best = self._unfinished(found) if stopped_by else found
        assert best is not None  # without a limit, the first pass came to its end
        return SearchResult(
            best.move,
            self._score(best.value, best.bound, best.complete),
            self._follow(best),
            tuple(RootMove(move, best.roots[move]) for move in sorted(best.roots)),
            self._stats(best.depth),
            stopped_by,
        )

    def _follow(self, found: _Pass) -> tuple[Move, ...]:
        """The best line as far as the table knows it; in a solved position to the end of the game."""
        line, state, value = [found.move], GAME.play(self.state, found.move), -found.value
        memory, workspace = self.memory, self.workspaces[0]
        while GAME.result(state) is None and (found.complete or len(line) < found.depth):
            moves = GAME.moves(state)
            if len(moves) == 1:
                move = moves[0]
            elif found.complete:
                empties = 64 - (state[0] | state[1]).bit_count()
                black, white = state[:2] if state[2] == 0 else (state[1], state[0])
                write_indices(workspace.rows, 0, black, white)
                self.control.cells[OVER] = 0
                asked = Orders(U(state[0]), U(state[1]), state[2], value - 1, value, empties, SURE, False)
                if descend(memory, workspace, asked) == STOPPED:
                    break
                move = int(workspace.frames[BEST_MOVE])
            else:
                with np.errstate(over="ignore"):
                    entry = find(memory.table, memory.generation, key_of(U(state[0]), U(state[1])))
                move = NO_MOVE if entry == ZERO else int(move_of(entry))
            if move not in moves:
                break
            line.append(move)
            state, value = GAME.play(state, move), -value
        return tuple(line)

    def _stats(self, depth: int) -> Stats:
        cutoffs = np.trim_zeros(np.sum([own.cutoffs for own in self.workspaces], axis=0), "b")
        return Stats(
            nodes=sum(int(own.cells[NODES]) for own in self.workspaces),
            evaluations=sum(int(own.counts[EVALUATIONS]) for own in self.workspaces),
            cutoffs=tuple(int(n) for n in cutoffs),
            table_hits=sum(int(own.counts[HITS]) for own in self.workspaces),
            depth=depth,
            seconds=self.control.seconds(),
            memory=self.memory.table.nbytes,
        )
