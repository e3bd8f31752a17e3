"""A search as its driver sees it: passes over the tree, what each of them found, and the answer made of that.

Iterative deepening, aspiration windows, MTD and random ties are all written against `Passes`; who walks the tree, the
readable `search.common.run.Run` or a compiled kernel, makes no difference to them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import INFINITY, Bound, Score
from kibitz.core.searching import RootMove, SearchProgress, SearchResult, Stats, StopFlag


class Stopped(Exception):
    """A limit was reached; `reason` is "nodes", "time", "stop" or "memory"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class PassResult(NamedTuple):
    """What a whole pass over the tree found out."""

    value: int
    line: tuple[Move, ...]
    roots: dict[Move, tuple[int, int]]  # each root move's value lies in this interval
    depth: int
    complete: bool  # no evaluator had to guess


class Passes(ABC):
    """What is counted and known while passes go on; `stop` is held by whoever may want to see how far they are."""

    stop: StopFlag | None = None

    def __init__(self, game: Game, root: State, depth: int, sooner: bool) -> None:
        self.game, self.root, self.depth, self.sooner = game, root, depth, sooner
        self.nodes = self.evaluations = self.terminals = self.table_hits = 0
        self.cutoffs = [0] * game.num_moves
        self.roots: dict[Move, tuple[int, int]] = {}
        self.guessed = False  # an evaluator had its part in this pass
        self.deepest = 0  # plies to the farthest end of a game

    @abstractmethod
    def descend(self, alpha: int = -INFINITY, beta: int = INFINITY) -> int:
        """The root's value to `depth`, searched once in a window."""

    @abstractmethod
    def try_move(self, move: Move, alpha: int, beta: int) -> int:
        """The value of one move of the root, for the side that makes it, searched on its own in a window."""

    @abstractmethod
    def line_at(self, ply: int) -> tuple[Move, ...]:
        """The best moves found from that ply on, when the search was last there."""

    @abstractmethod
    def seconds(self) -> float:
        """Since the search began."""

    @abstractmethod
    def memory(self) -> int:
        """Bytes of a table."""

    def extended(self, line: tuple[Move, ...], depth: int) -> tuple[Move, ...]:
        """A line that something cut short, continued as far as is known."""
        return line

    def start_pass(self, depth: int) -> None:
        """Get ready to search to a depth; what was learned about the root moves at another depth is void."""
        self.depth = depth
        self.roots = {}
        self.guessed = False

    def found(self, value: int, line: tuple[Move, ...] | None = None) -> PassResult:
        line = self.line_at(0) if line is None else line
        return PassResult(value, line, dict(self.roots), self.depth, not self.guessed)

    def tell(self, found: PassResult) -> None:
        """Let whoever holds the search see what a pass has found."""
        if self.stop is not None:
            self.stop.found = SearchProgress(found.depth, self._score(found, found.value), found.line)

    def found_so_far(self) -> PassResult:
        """The best there is when the very first pass was stopped: the move that is sure of most, or any legal one.

        A move of which only an upper bound is known, as of one that failed low, is sure of nothing.
        """
        line = self.line_at(0) or (self.game.moves(self.root)[0],)
        sure = {move: low for move, (low, _) in self.roots.items() if low > -INFINITY}
        if not sure:
            return PassResult(0, line, self.roots, 0, False)
        best = max(sure, key=lambda move: (sure[move], move == line[0], -move))
        return PassResult(sure[best], line if best == line[0] else (best,), self.roots, 0, False)

    def answer(self, found: PassResult, stopped_by: str) -> SearchResult:
        """The result as the world sees it."""
        return SearchResult(
            found.line[0],
            self._score(found, found.value, Bound.EXACT if found.depth else Bound.LOWER),
            self.extended(found.line, found.depth),
            tuple(RootMove(move, self._root_score(found, move)) for move in sorted(found.roots)),
            self._stats(found),
            stopped_by,
        )

    def _score(self, found: PassResult, value: int, bound: Bound = Bound.EXACT) -> Score:
        return Score.of(value, bound, complete=found.complete, sooner=self.sooner, max_result=self.game.max_result)

    def _root_score(self, found: PassResult, move: Move) -> Score:
        low, high = found.roots[move]
        if low == high:
            return self._score(found, low)
        is_lower = high == INFINITY or (move == found.line[0] and low > -INFINITY)
        value, bound = (low, Bound.LOWER) if is_lower else (high, Bound.UPPER)
        return self._score(found, value, bound)

    def _stats(self, found: PassResult) -> Stats:
        used = len(self.cutoffs)
        while used and not self.cutoffs[used - 1]:
            used -= 1
        return Stats(
            nodes=self.nodes,
            evaluations=self.evaluations,
            terminals=self.terminals,
            cutoffs=tuple(self.cutoffs[:used]),
            table_hits=self.table_hits,
            # A search to the end of the game is as deep as the longest game it saw.
            depth=self.deepest if found.depth == FULL_DEPTH else found.depth,
            seconds=self.seconds(),
            memory=self.memory(),
        )
