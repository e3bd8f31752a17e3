"""One search in progress. Counting, limits, the principal line, the table and the watcher live here, once.

An algorithm only says what a node is worth. It calls, for every move it tries,

    run.value_after(state, move, depth, alpha, beta)     what the move is worth to the side that makes it
    run.improve(depth, move)                             the move is the best so far: the line goes through it
    run.cut(depth, index, move)                          the move, tried as number `index`, refuted the node

and at the leaves `run.final(result, depth)` and `run.evaluate(state)`. Depth counts down; ply, the distance from the
root, counts up; together they are always `run.depth`.

`value_after` is the textbook's -search(node after move, depth, -beta, -alpha), and `run.visit` its search without the
signs. Only where the same side moves again does the window stay as it is. In a game whose positions repeat, a position
that stands on the path from the root already is a leaf (docs/search/repetitions.md).
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
from kibitz.core.score import EVAL_LIMIT, INFINITY, Bound, final, from_table, to_table
from kibitz.core.searching import NodeKind, StopFlag, Watcher
from kibitz.search.common.budget import Budget
from kibitz.search.common.move_ordering import Ordering
from kibitz.search.common.transposition_table import NO_MOVE, TableEntry, TranspositionTable

FRAMES_A_PLY = 6  # calls of Python inside each other, from one node to the next
NOWHERE = FULL_DEPTH + 2  # a ply that no path has
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
        self.value_after = self._value_after_any if game.moves_again else self._value_after_turn
        if game.repeats:
            self.visit_new, self.visit = self.visit, self._visit_on_path
            self.path: dict[State, int] = {}  # the positions from the root to the node at hand, with their plies
            self.rests = [NOWHERE] * (self.depth + 2)  # see `_visit_on_path`

        self.lines: list[tuple[Move, ...]] = [()] * (self.depth + 2)
        self._kind = NodeKind.INNER
        self.budget, self.stop = Budget(limits, stop), stop

    # What an algorithm calls.

    def _value_after_turn(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        return -self.visit(self.play(state, move), move, depth, -beta, -alpha)

    def _value_after_any(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        after = self.play(state, move)
        if self.game.keeps_turn(state, after):
            return self.visit(after, move, depth, alpha, beta)
        return -self.visit(after, move, depth, -beta, -alpha)

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
        if self.game.repeats:
            self.rests[self.depth - depth] = self._last_rest  # the move answers for the node alone
        if self.ordering is not None:
            self.ordering.credit(move, self.depth - depth, depth)

    # How a node is visited: bare, or with table and watcher; first of all, whether it comes again.

    def _visit_on_path(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        """As `visit_new`, for a game whose positions repeat.

        `rests[ply]` is the least ply of a position on the path whose coming again had a part in the value of the node
        at that ply. If that position lies above the node, the value holds on this path only.
        """
        ply = self.depth - depth
        earlier = self.path.get(state)
        if earlier is not None:
            value, rest = self._visit_again(state, move, depth, alpha, beta), earlier
        else:
            self.path[state] = ply
            self.rests[ply] = NOWHERE
            try:
                value = self.visit_new(state, move, depth, alpha, beta)
            finally:
                del self.path[state]
            rest = self.rests[ply] if self.rests[ply] < ply else NOWHERE
        self._last_rest = rest
        if ply > 0:
            self.rests[ply - 1] = min(self.rests[ply - 1], rest)
        return value

    def _visit_again(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        """A leaf: the position stands on the path already."""
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        self.nodes += 1
        self.lines[self.depth - depth] = ()
        if self.watcher is not None:
            self.watcher.enter(state, move, depth, alpha, beta)
        value = self.final(self.game.repetition, depth)
        self._kind = NodeKind.INNER
        if self.watcher is not None:
            self.watcher.leave(value, NodeKind.TERMINAL)
        if depth == self.depth - 1:
            self._note_root(state, move, value, alpha, beta)
        return value

    def _visit(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> int:
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        self.nodes += 1
        ply = self.depth - depth
        self.lines[ply] = ()
        value = self.algorithm(self, state, depth, alpha, beta)
        if ply == 1:
            self._note_root(state, move, value, alpha, beta)
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
            self._note_root(state, move, value, alpha, beta)
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
                bound = Bound.of(value, alpha, beta)
                if self.game.repeats:
                    kept = bound_on_any_path(self.game, value, bound, self.rests[ply] < ply)
                    if kept is None:
                        return value, NodeKind.INNER
                    bound = kept
                best = self.lines[ply][0] if self.lines[ply] else NO_MOVE
                self.table.store(TableEntry(state, depth, to_table(value, ply), bound, best))
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

    def _note_root(self, after: State, move: Move, value: int, alpha: int, beta: int) -> None:
        """Keep what a root move is worth; all is given as the side to move after it sees it."""
        if not self.game.keeps_turn(self.root, after):
            value, alpha, beta = -value, -beta, -alpha
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
        if self.game.repeats:
            self.path = {}
        return self.visit(self.root, -1, self.depth, alpha, beta)

    def try_move(self, move: Move, alpha: int, beta: int) -> int:
        if self.game.repeats:
            self.path = {self.root: 0}
        return self.value_after(self.root, move, self.depth - 1, alpha, beta)

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
        seen = set()
        while len(line) < depth and self.result(state) == ONGOING and state not in seen:
            seen.add(state)
            entry = self.table.find(state)
            if entry is None or entry.bound != Bound.EXACT:
                break
            line = (*line, entry.move)
            state = self.play(state, entry.move)
        return line


def bound_on_any_path(game: Game, value: int, bound: Bound, is_of_this_path: bool) -> Bound | None:
    """What a value says about the node whichever path leads to it; None if nothing.

    A value that rests on nothing above the node holds everywhere. Of the others a win does: where a repetition is a
    draw, no repetition is part of it. But on another path there may be a sooner one.
    """
    if not is_of_this_path:
        return bound
    if game.repetition == 0 and value > EVAL_LIMIT and bound != Bound.UPPER:
        return Bound.LOWER
    if game.repetition == 0 and value < -EVAL_LIMIT and bound != Bound.LOWER:
        return Bound.UPPER
    return None


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Let Python recurse as deep as the longest game; its frames live on the heap, so that this is safe.

    The limit from before is for what called the search, and for the rules and the table below the last node.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + FRAMES_A_PLY * FULL_DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
