"""How the engine searches: deeper and deeper, with several threads if told, over `descent.py`.

Iterative deepening with aspiration windows, and the reading of its answer. Threads search the same tree at the same
time and meet in the table; each leaves aside what another is just searching [Kerrigan's simplified ABDADA], so that
they do not do the same work twice. Whichever is through first has the answer, and the others break off.
"""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.score import INFINITY, Bound, Score, is_decided
from kibitz.core.searching import RootMove, SearchProgress, SearchResult, Stats
from kibitz.kernels.common.control import DEPTH, MOVE, NODES, OVER, VALUE, Control
from kibitz.kernels.common.symmetry import no_turns, turns_of
from kibitz.kernels.common.transposition_table import GUESSED, REDUCED, Lease
from kibitz.kernels.compiler.bridge import state_words, weights_of
from kibitz.kernels.engine.descent import descend, follow
from kibitz.kernels.engine.workspace import BEST, BEST_MOVE, DOUBT, FRAME, LONGEST_LINE, VISITED, Orders, Workspace

if TYPE_CHECKING:
    from kibitz.kernels.searchers.engine import Engine


# To solve: guess up to a depth, for a sensible move; then look for wins alone, deeper and deeper. Before each depth ask
# who wins, soon or late, at a depth where most games are over, with as many nodes as were spent so far, or so many.
GUESS_TO, TO_THE_END, ASK = 6, 64, 1 << 16
OPEN = (-INFINITY, INFINITY)
NO_LIMIT = int(np.iinfo(np.int64).max)
SHARE_FROM = 4  # shallower passes are over before a second thread has begun
BUSY = 1 << 12  # moves under search that threads can see of each other
CACHE_LINE = 8  # words


class _Pass(NamedTuple):
    """What one pass over the tree found out."""

    depth: int
    value: int
    bound: Bound
    doubt: int
    line: tuple[Move, ...]
    roots: dict[Move, Score]


def _own(size: int) -> NDArray[np.int64]:
    """Zeros in lines of the processor's cache of their own: threads that write to one line wait for each other."""
    return np.zeros(size + 2 * CACHE_LINE, np.int64)[CACHE_LINE:-CACHE_LINE]


class Deepening:
    """One search of the engine in progress: the crew of threads and what they have found so far."""

    def __init__(
        self,
        engine: Engine,
        game: Game,
        state: State,
        evaluator: Evaluator,
        limits: Limits,
        table: Lease,
        control: Control,
        refuted: Collection[Move] = (),
    ) -> None:
        self.engine, self.game, self.evaluator, self.limits = engine, game, evaluator, limits
        self.state, self.words = state, state_words(game, state)
        self.control = control
        self.busy = np.zeros(BUSY if engine.threads > 1 else 0, np.int64)
        turns = (turns_of if engine.symmetry else no_turns)(game)
        move_preference = -np.array([game.centre_distance(move) for move in range(game.num_moves)], np.int64)
        moves = game.num_moves
        empty = np.zeros((0, 0), np.int64)
        known_to_lose = np.zeros(moves, np.bool_)
        known_to_lose[list(refuted)] = True
        self.workspaces = [
            Workspace(
                frames=empty,
                rows=empty,
                merits=empty,
                killers=empty,
                history=_own(2 * moves).reshape(2, moves),
                move_preference=move_preference,
                lines=np.zeros((LONGEST_LINE + 2, LONGEST_LINE + 2), np.int64),
                lengths=_own(LONGEST_LINE + 2),
                refuted=known_to_lose,
                found=np.zeros((moves, 3), np.int64),
                counts=_own(4),
                cutoffs=_own(moves),
                weights=weights_of(evaluator),
                amounts=_own(evaluator.room),
                table=table.table,
                generation=table.generation,
                turns=turns,
                busy=self.busy,
                cells=control.cells,
            )
            for _ in range(engine.threads)
        ]
        # To solve means to have no limit; with a result that nothing beats, wins and losses are all there is to find.
        self.solving = (limits.depth, limits.nodes, limits.time) == (None, None, None) and game.max_result == 1
        self.focuses = game.focus() is not game.cached_rules.moves
        self.window = OPEN  # in which the value must lie
        self.orders = Orders(
            depth=0,
            alpha=-INFINITY,
            beta=INFINITY,
            first=-1,
            reduce=engine.lmr,
            guess=True,
            killers=engine.killers,
            history=engine.history,
            order_by_eval=FULL_DEPTH if engine.order_by_eval else 0,
            max_nodes=int(control.max_nodes) // engine.threads,
            patience=NO_LIMIT,
            max_result=game.max_result,
        )

    def search(self) -> SearchResult:
        """Deeper and deeper until nothing is in doubt or a limit is reached; the last pass that ended counts."""
        found, depth = None, 1
        with ThreadPoolExecutor(max(1, self.engine.threads - 1)) as crew:
            while depth <= (self.limits.depth or FULL_DEPTH):
                if found is not None and self.solving and depth > GUESS_TO:
                    found = self._ask(crew, found)
                    if found.doubt == 0 and found.value == 0:
                        break
                latest = self._deepen(crew, depth, found)
                if latest is None:
                    break
                if latest.bound != Bound.EXACT:  # it is known who wins, but not yet how soon
                    depth += 1
                    continue
                found = latest
                self._tell(found)
                if found.doubt == 0:
                    break
                if found.doubt == REDUCED and self.orders.reduce and not self.focuses:
                    # Nothing was guessed but where moves were reduced: the end of the game is in reach, so do without.
                    self.orders = self.orders._replace(reduce=False)
                else:
                    depth += 1
            return self._result(found)

    def _deepen(self, crew: ThreadPoolExecutor, depth: int, last: _Pass | None) -> _Pass | None:
        """Search to a depth, in a window around the last value first; None when a limit ended it."""
        if not self.orders.guess:
            return self._search_window(crew, depth, *self.window, last)
        alpha, beta, margin = -INFINITY, INFINITY, self.engine.aspiration
        if last is not None and margin and not is_decided(last.value):
            alpha, beta = last.value - margin, last.value + margin
        while True:
            found = self._search_window(crew, depth, alpha, beta, last)
            if found is None or found.bound == Bound.EXACT:
                return found
            if found.bound == Bound.UPPER:
                alpha = -INFINITY
            else:
                beta, last = INFINITY, found

    def _ask(self, crew: ThreadPoolExecutor, last: _Pass) -> _Pass:
        """Who wins, soon or late, if that is found without much effort or known already; else the last pass."""
        if self.orders.guess:
            # Killers and history, which remember what refuted elsewhere, mislead a search for wins alone: with them it
            # takes 2 (5,5,4) to 4 (6,5,4) times the nodes. Without the heuristic they are better than nothing.
            keep = not self.engine.order_by_eval
            self.orders = self.orders._replace(
                reduce=False, guess=False, killers=keep and self.orders.killers, history=keep and self.orders.history
            )
        if self.window != OPEN:
            return last
        spent = int(self.workspaces[0].counts[VISITED])
        self.orders = self.orders._replace(patience=spent + max(spent, ASK))
        found = self._search_window(crew, TO_THE_END, -1, 1, last)
        self.orders = self.orders._replace(patience=NO_LIMIT)
        if found is None or found.doubt:
            return last
        if found.value > 0:
            self.window = (0, INFINITY)
        elif found.value < 0:
            self.window = (-INFINITY, 0)
            return last  # all moves lose; none was found to be the best
        return found

    def _search_window(
        self, crew: ThreadPoolExecutor, depth: int, alpha: int, beta: int, last: _Pass | None
    ) -> _Pass | None:
        """One pass over the tree by all threads until one is through, the best move so far first.

        The workspace of the thread that is through is put in front. None when a limit ended the pass.
        """
        self._lengthen(depth)
        first = last.line[0] if last is not None else -1
        self.orders = self.orders._replace(depth=depth, alpha=alpha, beta=beta, first=first)
        self.control.cells[OVER] = 0
        self.busy.fill(0)  # who broke off has left marks
        helpers = self.workspaces[1:] if depth >= SHARE_FROM else []
        work = [crew.submit(descend, self.game, self.evaluator, self.words, own, self.orders) for own in helpers]
        through = [descend(self.game, self.evaluator, self.words, self.workspaces[0], self.orders)]
        through += [helper.result() for helper in work]
        if True not in through:
            return None
        self.workspaces.insert(0, self.workspaces.pop(through.index(True)))
        return self._read(Bound.of(int(self.workspaces[0].frames[0, BEST]), alpha, beta))

    def _lengthen(self, depth: int) -> None:
        """Let the arrays that have a row for each ply be long enough."""
        if len(self.workspaces[0].frames) > depth:
            return
        plies = 2 * depth + 16
        moves = self.game.num_moves
        for number, workspace in enumerate(self.workspaces):
            killers = np.full((plies, 2), -1, np.int64)
            killers[: len(workspace.killers)] = workspace.killers.reshape(-1, 2)
            self.workspaces[number] = workspace._replace(
                frames=np.zeros((plies, FRAME), np.int64),
                rows=np.zeros((plies, moves), np.int64),
                merits=np.zeros((plies, moves), np.int64),
                killers=killers,
            )

    def _read(self, bound: Bound) -> _Pass:
        """What the pass just made says about the root."""
        workspace = self.workspaces[0]
        value, doubt = int(workspace.frames[0, BEST]), int(workspace.frames[0, DOUBT])
        roots = {
            move: self._score(value_, Bound(bound_), complete=doubt_ == 0)
            for move, (value_, bound_, doubt_) in enumerate(workspace.found.tolist())
            if bound_ >= 0
        }
        line = tuple(int(move) for move in workspace.lines[0, : workspace.lengths[0]])
        return _Pass(self.orders.depth, value, bound, doubt, line, roots)

    def _score(self, value: int, bound: Bound, *, complete: bool) -> Score:
        return Score.of(value, bound, complete=complete, sooner=True, max_result=self.game.max_result)

    def _unfinished(self, found: _Pass | None) -> _Pass:
        """The best there is after a pass was interrupted.

        The best move of the pass before was searched first, so that another one that is better now is better for sure.
        """
        frame = self.workspaces[0].frames[0]
        if frame[BEST_MOVE] >= 0 and frame[BEST] > self.orders.alpha:
            partial = self._read(Bound.LOWER)
            best = partial.line[0]
            if found is None:
                return partial._replace(depth=0)
            if best != found.line[0] and found.line[0] in partial.roots:
                return partial._replace(depth=found.depth, roots=found.roots | {best: partial.roots[best]})
        if found is None:
            return _Pass(0, 0, Bound.LOWER, GUESSED, (self.game.moves(self.state)[0],), {})
        return found

    def _tell(self, found: _Pass) -> None:
        """Let whoever looks at the cells see how far the search is."""
        cells = self.control.cells
        cells[NODES] = sum(int(workspace.counts[VISITED]) for workspace in self.workspaces)
        cells[DEPTH], cells[VALUE], cells[MOVE] = found.depth, found.value, found.line[0]
        if self.control.stop is not None:
            score = self._score(found.value, found.bound, complete=found.doubt == 0)
            self.control.stop.found = SearchProgress(found.depth, score, found.line)

    def _result(self, found: _Pass | None) -> SearchResult:
        stopped_by = self.control.stopped_by
        best = self._unfinished(found) if stopped_by else found
        assert best is not None  # without a limit, the first pass came to its end
        complete = best.doubt == 0 and best.bound == Bound.EXACT
        score = self._score(best.value, best.bound, complete=complete)
        if self.focuses and best.doubt:  # a move that was not looked at may be better, whatever was found
            score = score._replace(proven=False, distance=None)
        return SearchResult(
            best.line[0],
            score,
            self._extended(best),
            tuple(RootMove(move, best.roots[move]) for move in sorted(best.roots)),
            self._stats(best.depth),
            stopped_by,
        )

    def _extended(self, found: _Pass) -> tuple[Move, ...]:
        """The line, continued by what the table knows where a look into the table had cut it short."""
        state = self.state
        for move in found.line:
            state = self.game.play(state, move)
        more = np.zeros(max(0, found.depth - len(found.line)), np.int64)
        length = follow(self.game, state_words(self.game, state), self.workspaces[0], len(more), more)
        return found.line + tuple(int(move) for move in more[:length])

    def _stats(self, depth: int) -> Stats:
        nodes, evaluations, terminals, hits = np.sum([own.counts for own in self.workspaces], axis=0).tolist()
        cutoffs = np.trim_zeros(np.sum([own.cutoffs for own in self.workspaces], axis=0), "b")
        return Stats(
            nodes=nodes,
            evaluations=evaluations,
            terminals=terminals,
            cutoffs=tuple(int(n) for n in cutoffs),
            table_hits=hits,
            depth=min(depth, self.game.max_plies),
            seconds=self.control.seconds(),
            memory=self.workspaces[0].table.nbytes,
        )
