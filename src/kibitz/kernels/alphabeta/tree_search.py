"""Minimax, alpha-beta and PVS compiled: the same nodes in the same order, driven by the readable searchers' code."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Passes, Stopped
from kibitz.core.score import INFINITY, Score, final
from kibitz.core.searching import SearchResult, StopFlag, Watcher
from kibitz.kernels.alphabeta.tree_walk import FAIL_HARD, FAIL_SOFT, MINIMAX, ORDERS, PVS, make_room, walk
from kibitz.kernels.common.control import STOP, Control
from kibitz.kernels.common.trace import Trace, make_trace, replay
from kibitz.kernels.compiler.bridge import state_words, weights_of
from kibitz.kernels.twins import announce

__all__ = ["KernelRun"]


class Setting(NamedTuple):
    """What of a search depends on nothing but the searcher and the game; no kernel writes to it."""

    evaluator: Evaluator
    weights: Any
    algorithm: int
    orders: Any


@functools.lru_cache(64)
def setting_of(searcher: Any, game: Game) -> Setting:
    evaluator = find_evaluator(searcher.eval, game)
    orders = [ORDERS[name] for name in str(searcher.order).split("+") if name != "natural"]
    return Setting(evaluator, weights_of(evaluator), algorithm_of(searcher), np.array(orders, np.int64))


class KernelRun(Passes):
    """Passes walked by compiled code; what drives them is the readable searcher's own code."""

    def __init__(
        self,
        searcher: Any,
        game: Game,
        root: State,
        limits: Limits,
        watcher: Watcher | None,
        control: Control,
    ) -> None:
        super().__init__(game, root, limits.depth or FULL_DEPTH, bool(searcher.sooner))
        self.evaluator, self.weights, self.algorithm, self.orders = setting_of(searcher, game)
        self.is_textbook = self.algorithm == FAIL_SOFT and len(self.orders) == 0 and watcher is None
        self.room = make_room(game, self.evaluator, self.depth, int(searcher.seed))
        self.watcher, self.control, self.stop = watcher, control, control.stop
        self.trace: Trace | None = None if watcher is None else make_trace(watcher, len(self.room.frames))

    def start_pass(self, depth: int) -> None:
        super().start_pass(depth)
        self.room.roots[:, 0], self.room.roots[:, 1] = -INFINITY, INFINITY

    def descend(self, alpha: int = -INFINITY, beta: int = INFINITY) -> int:
        if self.watcher is not None:
            self.watcher.begin(self.depth)
        return self._walk(self.root, -1, 0, alpha, beta)

    def try_move(self, move: Move, alpha: int, beta: int) -> int:
        return -self._walk(self.game.play(self.root, move), move, 1, -beta, -alpha)

    def _walk(self, state: State, move: Move, ply: int, alpha: int, beta: int) -> int:
        evaluations = self.evaluations
        value = walk(
            self.game,
            self.evaluator,
            self.weights,
            None if self.is_textbook else self.algorithm,
            None if self.is_textbook else self.orders,
            state_words(state),
            move,
            ply,
            self.depth,
            alpha,
            beta,
            self.sooner,
            self.room,
            self.control.max_nodes,
            self.control.cells,
            self.trace,
        )
        self.nodes, self.evaluations, self.terminals, self.deepest = self.room.counts.tolist()
        self.cutoffs = self.room.cutoffs.tolist()
        self.guessed |= self.evaluations > evaluations
        for move, (low, high) in enumerate(self.room.roots.tolist()):
            if (low, high) != (-INFINITY, INFINITY):
                self.roots[move] = (low, high)
        if self.watcher is not None and self.trace is not None:
            replay(self.trace, self.watcher)
        if self.control.cells[STOP]:
            raise Stopped(self.control.stopped_by)
        return int(value)

    def line_at(self, ply: int) -> tuple[Move, ...]:
        return tuple(self.room.lines[ply, : self.room.line_lengths[ply]].tolist())

    def seconds(self) -> float:
        return self.control.seconds()

    def memory(self) -> int:
        return 0


def algorithm_of(searcher: Any) -> int:
    if searcher.name == "alphabeta":
        return FAIL_SOFT if searcher.fail == "soft" else FAIL_HARD
    return {"minimax": MINIMAX, "pvs": PVS}[searcher.name]


def search(
    searcher: Any,
    game: Game,
    state: State,
    limits: Limits,
    /,
    *,
    watcher: Watcher | None = None,
    stop: StopFlag | None = None,
) -> SearchResult:
    outcome = game.result(state)
    if outcome is not None:
        sooner = bool(searcher.sooner)
        return SearchResult(None, Score.of(final(outcome, 0, sooner), complete=True, sooner=sooner))
    with Control(limits, stop) as control:
        run = KernelRun(searcher, game, state, limits, watcher, control)
        return searcher.conduct(run, limits)


def obstacle(searcher: Any, game: Game) -> str:
    order = str(searcher.order)
    if searcher.table != "off":
        return "a transposition table is compiled into the engine only"
    if "heuristic" in order.split("+"):
        evaluator = type(find_evaluator(searcher.eval, game))
        if evaluator.move_score is not Evaluator.move_score:
            return f"{evaluator.name} scores moves in a way of its own"
    return ""


for _name in ("minimax", "alphabeta", "pvs"):
    announce(_name, search, obstacle)
