"""Minimax, alpha-beta and PVS compiled: the same nodes in the same order, driven by the readable searchers' code."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Passes, Stopped
from kibitz.core.score import INFINITY
from kibitz.core.searching import Watcher
from kibitz.kernels.alphabeta.tree_walk import FAIL_HARD, FAIL_SOFT, MINIMAX, ORDERS, PVS, make_memory, walk
from kibitz.kernels.common.control import STOP, Control
from kibitz.kernels.common.trace import Trace, make_trace, replay
from kibitz.kernels.compiler.bridge import state_words, weights_of
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.common.tree_search import TreeSearch


class KernelSettings(NamedTuple):
    """What of a search depends on nothing but the searcher and the game; no kernel writes to it."""

    evaluator: Evaluator
    weights: Any
    algorithm: int
    orders: Any


@functools.lru_cache(64)
def find_settings(searcher: TreeSearch, game: Game) -> KernelSettings:
    evaluator = searcher.evaluator(game)
    orders = [ORDERS[name] for name in searcher.order.split("+") if name != "natural"]
    return KernelSettings(evaluator, weights_of(evaluator), algorithm_of(searcher), np.array(orders, np.int64))


class KernelRun(Passes):
    """Passes walked by compiled code; what drives them is the readable searcher's own code."""

    def __init__(
        self,
        searcher: TreeSearch,
        game: Game,
        root: State,
        limits: Limits,
        watcher: Watcher | None,
        control: Control,
    ) -> None:
        super().__init__(game, root, limits.depth or FULL_DEPTH, searcher.sooner)
        self.evaluator, self.weights, self.algorithm, self.orders = find_settings(searcher, game)
        self.is_textbook = self.algorithm == FAIL_SOFT and len(self.orders) == 0 and watcher is None
        self.arrays = make_memory(game, self.evaluator, self.depth, searcher.seed)
        self.watcher, self.control, self.stop = watcher, control, control.stop
        self.trace: Trace | None = None if watcher is None else make_trace(watcher, len(self.arrays.frames))

    def start_pass(self, depth: int) -> None:
        super().start_pass(depth)
        self.arrays.roots[:, 0], self.arrays.roots[:, 1] = -INFINITY, INFINITY

    def descend(self, alpha: int = -INFINITY, beta: int = INFINITY) -> int:
        if self.watcher is not None:
            self.watcher.begin(self.depth)
        return self._walk(self.root, -1, 0, alpha, beta)

    def try_move(self, move: Move, alpha: int, beta: int) -> int:
        after = self.game.play(self.root, move)
        if self.game.repeats:
            self.arrays.states[0] = state_words(self.game, self.root)
        if self.game.keeps_turn(self.root, after):
            return self._walk(after, move, 1, alpha, beta)
        return -self._walk(after, move, 1, -beta, -alpha)

    def _walk(self, state: State, move: Move, ply: int, alpha: int, beta: int) -> int:
        evaluations = self.evaluations
        value = walk(
            self.game,
            self.evaluator,
            self.weights,
            None if self.is_textbook else self.algorithm,
            None if self.is_textbook else self.orders,
            state_words(self.game, state),
            move,
            ply == 1 and self.game.keeps_turn(self.root, state),
            ply,
            self.depth,
            alpha,
            beta,
            self.sooner,
            self.arrays,
            self.control.max_nodes,
            self.control.cells,
            self.trace,
        )
        self.nodes, self.evaluations, self.terminals, self.deepest = self.arrays.counts.tolist()
        self.cutoffs = self.arrays.cutoffs.tolist()
        self.guessed |= self.evaluations > evaluations
        for move, (low, high) in enumerate(self.arrays.roots.tolist()):
            if (low, high) != (-INFINITY, INFINITY):
                self.roots[move] = (low, high)
        if self.watcher is not None and self.trace is not None:
            replay(self.trace, self.watcher)
        if self.control.cells[STOP]:
            raise Stopped(self.control.stopped_by)
        return int(value)

    def line_at(self, ply: int) -> tuple[Move, ...]:
        return tuple(self.arrays.lines[ply, : self.arrays.line_lengths[ply]].tolist())

    def seconds(self) -> float:
        return self.control.seconds()

    def memory(self) -> int:
        return 0


def algorithm_of(searcher: TreeSearch) -> int:
    if isinstance(searcher, AlphaBeta):
        return FAIL_SOFT if searcher.fail == "soft" else FAIL_HARD
    return {"minimax": MINIMAX, "pvs": PVS}[searcher.name]
