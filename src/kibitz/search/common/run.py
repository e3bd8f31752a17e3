"""One search in progress. Counting, limits, the principal line, the table and the watcher live here, once.

An algorithm only says what a node is worth. It calls, for every move it tries,

    run.visit(child, move, depth, alpha, beta)     the child's value for the side to move there
    run.improve(depth, move)                       the move is the best so far: the line goes through it
    run.cut(depth, index, move)                    the move, tried as number `index`, refuted the node

and at the leaves `run.final(result, depth)` and `run.evaluate(state)`. Depth counts down; ply, the distance from the
root, counts up; together they are always `run.depth`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Passes, Stopped
from kibitz.core.score import INFINITY, Bound, final, from_table, to_table
from kibitz.core.searching import NodeKind, StopFlag, Watcher
from kibitz.search.common.budget import Budget
from kibitz.search.common.move_ordering import Ordering
from kibitz.search.common.transposition_table import NO_MOVE, TableEntry, TranspositionTable

__all__ = ["Algorithm", "Run", "deep_recursion"]

NO_HORIZON = FULL_DEPTH // 2  # a remaining depth above this is never used up: no game is that long


class Algorithm(Protocol):
    """What a node is worth to the side to move.

    The value v returned is exact if alpha < v < beta, an upper bound if v <= alpha, a lower bound if v >= beta.
    """

    def __call__(self, run: Run, state: State, depth: int, alpha: int, beta: int, /) -> int: ...


class Run(Passes):
    def __init__(
        self,
        algorithm: Algorithm,
        game: Game,
        root: State,
        limits: Limits,
        *,
        evaluator: Evaluator,
        ordering: Ordering | None = None,
        table: TranspositionTable | None = None,
        reuse_deeper: bool = False,
        sooner: bool = False,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> None:
        super().__init__(game, root, limits.depth or FULL_DEPTH, sooner)
        self.algorithm = algorithm
        self._moves, self.play, self.result = game.cached_rules
        self._out = [0] * game.num_moves
        self.evaluator, self.table, self.reuse_deeper = evaluator, table, reuse_deeper
        self.ordering, self.watcher = ordering, watcher
        self.visit: Callable[[State, Move, int, int, int], int] = (
            self._visit if table is None and watcher is None else self._visit_seen
        )

        self.lines: list[tuple[Move, ...]] = [()] * (self.depth + 2)
        self._kind = NodeKind.INNER
        self.budget, self.stop = Budget(limits, stop), stop

    # What an algorithm calls.

    def moves(self, state: State, depth: int) -> list[Move]:
        """The legal moves in the order to try them."""
        moves = self._out[: self._moves(state, self._out)]
        if self.ordering is not None:
            moves = self.ordering.arrange(self, state, moves, self.depth - depth)
        return moves

    def final(self, result: int, depth: int) -> int:
        """The value of a finished game."""
        self.terminals += 1
        self._kind = NodeKind.TERMINAL
        ply = self.depth - depth
        self.deepest = max(self.deepest, ply)
        return final(result, ply, self.sooner)

    def evaluate(self, state: State) -> int:
        """The evaluator's guess at the horizon."""
        self.evaluations += 1
        self.guessed = True
        self._kind = NodeKind.HORIZON
        return self.evaluator(state)

    def improve(self, depth: int, move: Move) -> None:
        """Let the line at this node go through the move just visited."""
        ply = self.depth - depth
        self.lines[ply] = (move, *self.lines[ply + 1])

    def cut(self, depth: int, index: int, move: Move) -> None:
        """Count a cut-off and let the ordering learn from it."""
        self.cutoffs[index] += 1
        if self.ordering is not None:
            self.ordering.credit(move, self.depth - depth, depth)

    # How a node is visited: bare, or with table and watcher.

    def _visit(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        self.nodes += 1
        ply = self.depth - depth
        self.lines[ply] = ()
        value = self.algorithm(self, state, depth, alpha, beta)
        if ply == 1:
            self._note_root(move, -value, -beta, -alpha)
        return value

    def _visit_seen(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        self.nodes += 1
        ply = self.depth - depth
        self.lines[ply] = ()
        if self.watcher is not None:
            self.watcher.enter(state, move, depth, alpha, beta)
        try:
            value, kind = self._value_or_known(state, depth, ply, alpha, beta)
        except Stopped:
            if self.watcher is not None:
                self.watcher.leave(0, NodeKind.STOPPED)
            raise
        if self.watcher is not None:
            self.watcher.leave(value, kind)
        if ply == 1:
            self._note_root(move, -value, -beta, -alpha)
        return value

    def _value_or_known(self, state: State, depth: int, ply: int, alpha: int, beta: int) -> tuple[int, NodeKind]:
        """The value from the table if that settles the window, else from the algorithm."""
        if self.table is None:
            value = self.algorithm(self, state, depth, alpha, beta)
        else:
            entry = self.table.find(state)
            if entry is not None and ply > 0 and self._settles(entry, depth, ply, alpha, beta):
                self.table_hits += 1
                self.guessed |= self.reuse_deeper  # a deeper entry may hold a guess of an earlier pass
                self.lines[ply] = () if entry.move == NO_MOVE else (entry.move,)
                return from_table(entry.value, ply), NodeKind.TABLE
            value = self.algorithm(self, state, depth, alpha, beta)
            if self._kind == NodeKind.INNER:
                best = self.lines[ply][0] if self.lines[ply] else NO_MOVE
                self.table.store(TableEntry(state, depth, to_table(value, ply), Bound.of(value, alpha, beta), best))
        kind, self._kind = self._kind, NodeKind.INNER
        return value, kind

    def _settles(self, entry: TableEntry, depth: int, ply: int, alpha: int, beta: int) -> bool:
        # Only a result of the very same depth is what plain minimax would have found. Depths that no game can use up
        # are all the same: neither search had a horizon.
        same = entry.depth == depth or (entry.depth > NO_HORIZON and depth > NO_HORIZON)
        if not same and not (self.reuse_deeper and entry.depth > depth):
            return False
        value = from_table(entry.value, ply)
        if entry.bound == Bound.EXACT:
            return True
        return value >= beta if entry.bound == Bound.LOWER else value <= alpha

    def _note_root(self, move: Move, value: int, alpha: int, beta: int) -> None:
        low, high = self.roots.get(move, (-INFINITY, INFINITY))
        bound = Bound.of(value, alpha, beta)
        if bound != Bound.UPPER:
            low = max(low, value)
        if bound != Bound.LOWER:
            high = min(high, value)
        self.roots[move] = (low, high) if low <= high else (value, value)

    # What a driver calls.

    def descend(self, alpha: int = -INFINITY, beta: int = INFINITY) -> int:
        if self.watcher is not None:
            self.watcher.begin(self.depth)
        return self.visit(self.root, -1, self.depth, alpha, beta)

    def try_move(self, move: Move, alpha: int, beta: int) -> int:
        return -self.visit(self.play(self.root, move), move, self.depth - 1, -beta, -alpha)

    def line_at(self, ply: int) -> tuple[Move, ...]:
        return self.lines[ply]

    def seconds(self) -> float:
        return self.budget.seconds()

    def memory(self) -> int:
        return self.table.memory() if self.table is not None else 0

    def extended(self, line: tuple[Move, ...], depth: int) -> tuple[Move, ...]:
        """A table hit cuts a line short; what the table knows exactly continues it."""
        if self.table is None:
            return line
        state = self.root
        for move in line:
            state = self.play(state, move)
        while len(line) < depth and self.result(state) == ONGOING:
            entry = self.table.find(state)
            if entry is None or entry.bound != Bound.EXACT:
                break
            line = (*line, entry.move)
            state = self.play(state, entry.move)
        return line


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python recurse as deep as the longest game; its frames live on the heap, so that this is safe."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 3 * FULL_DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
