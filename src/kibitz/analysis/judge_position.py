"""What the moves of a position are worth: the one judge that the coach, the review, hints and the analysis ask.

A solver says it of every move, if there is one that knows in time. Else a search looks for the best move, and at other
moves then to the same depth, so that they can be compared; or at every move, deeper and deeper. What was found is
remembered, so that whoever asks about the same position again, with no more effort, gets the same answer.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kibitz.analysis.exact_scores import judge
from kibitz.analysis.judged_position import SHORTEST, Effort, JudgedPosition
from kibitz.analysis.score_scale import MoveScore, read_score, scale_of, usual_search, value_after
from kibitz.analysis.score_words import EstimateScale
from kibitz.core.errors import Unsuited
from kibitz.core.game import Game, GameEnd, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.score import Score
from kibitz.core.searching import SearchResult, StopFlag
from kibitz.play.move_order import measure_merit, sort_best_first
from kibitz.play.players import SearchPlayer

MAX_EFFORT = 10  # times the effort for the best move: so much may it take to search other moves as deep
MIN_DEPTH = 2  # plies; a comparison of moves that were searched less deep means nothing
MAX_REMEMBERED = 1024  # positions


def judge_position(
    game: Game,
    state: State,
    moves: Sequence[Move] = (),
    *,
    effort: Effort,
    compiled: bool = True,
    stop: StopFlag | None = None,
) -> JudgedPosition:
    """The best move of an unfinished position and the moves asked about, each with its worth.

    Without `compiled` only what needs no compiler is asked: an opening book, and a search in readable Python.
    """
    stop = stop or StopFlag()
    key = (game, state, compiled)
    known = _memory.find(key)
    if known is None or known.effort is None or not (known.exact or known.effort.covers(effort)):
        known = _judge_first(game, state, effort, compiled, stop)
    missing = [move for move in moves if move not in known.scores]
    if missing:
        known = _Comparison(known, effort, stop).compare(missing)
    if not stop.raised:
        _memory.keep(key, known)
    return known


def _judge_first(game: Game, state: State, effort: Effort, compiled: bool, stop: StopFlag) -> JudgedPosition:
    """By a solver if one knows, else by a search for the best move."""
    solved = judge(game, state, seconds=effort.solving, stop=stop, compiled=compiled)
    if solved is not None:
        return replace(solved, compiled=compiled, effort=effort)
    search = _MoveSearch(game, state, _find_search(game, compiled), stop)
    return replace(search.find_best(effort), compiled=compiled, effort=effort)


def judge_deeper(
    game: Game, state: State, player: SearchPlayer, *, seconds: float, stop: StopFlag
) -> Iterator[JudgedPosition]:
    """Every move, to depth 1, 2, 3 … until the time is up or everything is proven."""
    search = _MoveSearch(game, state, player, stop)
    deadline = time.perf_counter() + seconds
    if not player.searcher.takes_depth:
        yield search.judge_all_at_once(seconds)
        return
    for depth in range(1, min(player.limits.depth or FULL_DEPTH, game.max_plies) + 1):
        found = search.judge_all(depth, deadline)
        if found is None:
            return
        yield found
        if found.exact:
            return


def finished_score(game: Game, state: State, end: GameEnd | None) -> MoveScore:
    """What a finished game is worth to the side that would be to move."""
    assert end is not None, "the game is over"
    return read_score(game, state, Score.solved(end.result, 0), EstimateScale(1, 0))


def _find_search(game: Game, compiled: bool) -> SearchPlayer:
    """The search that judges a game, or the readable one in its place."""
    player = usual_search(game, wait=compiled)
    if compiled:
        return player
    readable = player.stand_in(game)
    assert isinstance(readable, SearchPlayer)
    return readable


class _MoveSearch:
    """One position, and a search that looks at its moves one by one."""

    def __init__(self, game: Game, state: State, player: SearchPlayer, stop: StopFlag) -> None:
        self.game, self.state, self.player, self.stop = game, state, player, stop
        self.scale = scale_of(game, player)
        self.nodes = 0

    def find_best(self, effort: Effort) -> JudgedPosition:
        """The best move, and no other."""
        limits = Limits(nodes=effort.nodes, time=None if effort.nodes else effort.seconds)
        found = self._search(limits)
        assert found.move is not None, "the game is not over"
        return self.judged({found.move: found.score}, {found.move: found.line}, found.move, max(found.stats.depth, 1))

    def look_after(
        self, move: Move, depth: int, seconds: float, nodes: int | None = None
    ) -> tuple[Score, tuple[Move, ...]] | int:
        """A move's worth to that depth and the line that follows it; if that took too long, the depth it came to."""
        found = value_after(self.game, self.state, move, depth, seconds, self.player, self.stop, nodes=nodes)
        self.nodes += found.stats.nodes
        if found.stopped_by:
            return found.stats.depth + 1
        after = self.game.play(self.state, move)
        return self.game.score_before(self.state, after, found.score), (move, *found.line)

    def judge_all(self, depth: int, deadline: float) -> JudgedPosition | None:
        """Every move searched to a depth; None if the time was up before."""
        scores, lines = dict[Move, Score](), dict[Move, tuple[Move, ...]]()
        for move in self.game.moves(self.state):
            left = deadline - time.perf_counter()
            looked = 0 if left < SHORTEST or self.stop.raised else self.look_after(move, depth, left)
            if isinstance(looked, int):
                return None
            scores[move], lines[move] = looked
        best = sort_best_first(scores, lambda move: measure_merit(scores[move]))[0]
        return self.judged(scores, lines, best, depth)

    def judge_all_at_once(self, seconds: float) -> JudgedPosition:
        """By a searcher that does not look to a depth, such as Monte Carlo: what it says of each move."""
        limits = self.player.limits
        if limits.time is None or limits.time > seconds:
            limits = Limits(limits.depth, limits.grow, limits.nodes, seconds)
        found = self._search(limits)
        if not found.roots:
            raise Unsuited(
                f"{self.player.searcher.name} does not tell the moves apart; take the engine, alphabeta or mcts."
            )
        scores = {root.move: root.score for root in found.roots}
        return self.judged(scores, {found.line[0]: found.line}, found.line[0], found.stats.depth)

    def judged(
        self, scores: dict[Move, Score], lines: dict[Move, tuple[Move, ...]], best: Move, depth: int
    ) -> JudgedPosition:
        name = self.player.searcher.name
        return JudgedPosition(self.game, self.state, scores, lines, best, name, self.nodes, depth, self.scale)

    def _search(self, limits: Limits) -> SearchResult:
        searcher, backend = self.player.searcher, self.player.backend.backend
        found = searcher.search(self.game, self.state, limits, backend=backend, stop=self.stop)
        self.nodes += found.stats.nodes
        return found


class _Comparison:
    """A position whose best move was searched for, and other moves that are searched just as deep."""

    def __init__(self, known: JudgedPosition, effort: Effort, stop: StopFlag) -> None:
        self.known, self.effort, self.stop = known, effort, stop
        self.search = _MoveSearch(known.game, known.state, _find_search(known.game, known.compiled), stop)
        self.scores, self.lines, self.depth = dict(known.scores), dict(known.lines), known.depth

    def compare(self, moves: Sequence[Move]) -> JudgedPosition:
        patience = self.effort.comparing or MAX_EFFORT * self.effort.seconds
        deadline = time.perf_counter() + patience
        for move in moves:
            self._compare(move, deadline)
        # A move that turns out to be better than the one that was found best, by the same measure, is the best one.
        best = sort_best_first(self.scores, lambda each: measure_merit(self.scores[each]), self.known.best)[0]
        judged = self.search.judged(self.scores, self.lines, best, self.depth)
        nodes = self.known.nodes + self.search.nodes
        return replace(judged, nodes=nodes, compiled=self.known.compiled, effort=self.known.effort)

    def _compare(self, move: Move, deadline: float) -> None:
        """Search a move as deep as the others; if that takes too long, the best and this one less deep."""
        looked = self._look(move, self.depth, deadline)
        if isinstance(looked, int):
            # Both again, to the depth that was reached.
            best, depth = self.known.best, looked
            if len(self.scores) > 1 or depth < MIN_DEPTH:
                return
            again = self._look(best, depth, deadline), self._look(move, depth, deadline)
            if isinstance(again[0], int) or isinstance(again[1], int):
                return
            (self.scores[best], self.lines[best]), looked = again[0], again[1]
            self.depth = depth
        self.scores[move], self.lines[move] = looked

    def _look(self, move: Move, depth: int, deadline: float) -> tuple[Score, tuple[Move, ...]] | int:
        nodes = self.effort.nodes
        left = self.effort.seconds if nodes else max(deadline - time.perf_counter(), SHORTEST)
        if self.stop.raised:
            return 0
        return self.search.look_after(move, depth, left, nodes and MAX_EFFORT * nodes)


class _Memory:
    """What was found about the positions that somebody asked about last."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[Game, State, bool], JudgedPosition] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: tuple[Game, State, bool]) -> JudgedPosition | None:
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
            return known

    def keep(self, key: tuple[Game, State, bool], judged: JudgedPosition) -> None:
        with self._lock:
            self._known[key] = judged
            self._known.move_to_end(key)
            while len(self._known) > MAX_REMEMBERED:
                self._known.popitem(last=False)


_memory = _Memory()
