"""The compiled form of `perfect`: a game's own solver in place of the general search.

It answers the same questions with the same scores, but by other means: its nodes are not those of the readable search,
and no watcher sees them. Which games have a solver is said in the folders of `kernels/solvers/`.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score
from kibitz.core.searching import RootMove, SearchResult, Stats, StopFlag, Watcher
from kibitz.kernels.common.kept_tables import when_memory_is_short
from kibitz.kernels.compiled_forms import CompiledForm
from kibitz.kernels.solvers.game_solver import GameSolver, find_game_solver, solved_games
from kibitz.search.common.free_memory import check_table_size
from kibitz.search.perfect import Perfect

if TYPE_CHECKING:
    from kibitz.kernels.solvers.table_solver import SolvedScore, TableSolver


MAX_SOLVERS = 2  # tables kept at once


class PerfectForm(CompiledForm[Perfect]):
    names = ("perfect",)
    shows_nodes = False

    def find_kernels(self, game: Game) -> str:
        return _solver_of(game).kernels

    def obstacle(self, searcher: Perfect, game: Game) -> str:
        known = find_game_solver(game)
        if known is None:
            games = " nor ".join(solved_games())
            return f"{game} is neither {games}, and no other game has a special solver"
        return known.obstacle(game)

    def check_memory(self, searcher: Perfect, game: Game, state: State, limits: Limits) -> None:
        if find_game_solver(game) is not None:
            _check_table(searcher.table_mib)

    def look_up(self, searcher: Perfect, game: Game, state: State, limits: Limits) -> SearchResult | None:
        started = time.perf_counter()
        known = _solver_with_book(searcher, game, state, limits)
        answer = None if known is None or searcher.whole_line else known.look_up(game, state)
        if answer is None:
            return None
        scores = answer.scores if searcher.every_move else {answer.line[0]: answer.scores[answer.line[0]]}
        return SearchResult(
            move=answer.line[0],
            score=_read(answer.score, game, state),
            line=answer.line,
            roots=tuple(RootMove(move, _read(score, game, state)) for move, score in scores.items()),
            stats=Stats(1, depth=len(answer.line), seconds=time.perf_counter() - started),
        )

    def look_up_score(self, searcher: Perfect, game: Game, state: State, limits: Limits) -> SearchResult | None:
        started = time.perf_counter()
        known = _solver_with_book(searcher, game, state, limits)
        score = None if known is None else known.look_up_score(game, state)
        if score is None:
            return None
        return SearchResult(None, _read(score, game, state), stats=Stats(1, seconds=time.perf_counter() - started))

    def search(
        self,
        searcher: Perfect,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if limits.depth is not None or game.result(state) is not None:
            return searcher.search_reference(game, state, limits)  # which takes no search
        solver = open_solver(searcher, game)
        found = solver.analyse(state, every_move=searcher.every_move, limits=limits, stop=stop)
        line = found.line or (game.moves(state)[0],)
        scores = found.scores
        if not scores and found.line and found.score is not None:
            scores = {line[0]: found.score}
        return SearchResult(
            move=line[0],
            score=_read(found.score if found.line else None, game, state),  # a score whose move is known
            line=line,
            roots=tuple(RootMove(move, _read(score, game, state)) for move, score in scores.items()),
            stats=Stats(max(found.nodes, 1), depth=len(line), seconds=found.seconds, memory=solver.memory),
            stopped_by=found.stopped_by,
        )

    def exact_score(
        self, searcher: Perfect, game: Game, state: State, limits: Limits, stop: StopFlag | None = None
    ) -> SearchResult:
        if limits.depth is not None or game.result(state) is not None:
            return searcher.search_reference(game, state, limits)
        solver = open_solver(searcher, game)
        found = solver.solve(state, limits=limits, stop=stop)
        return _describe(found, game, state, solver.memory)

    def exact_scores(
        self, searcher: Perfect, game: Game, states: Sequence[State], limits: Limits, stop: StopFlag
    ) -> Iterator[list[SearchResult]]:
        if limits.depth is not None or searcher.keep:
            yield from super().exact_scores(searcher, game, states, limits, stop)
            return
        asked = iter(states)
        for found in open_solver(searcher, game).solve_each(states, limits=limits, stop=stop):
            yield [_describe(one, game, state) for one, state in zip(found, asked, strict=False)]


def open_solver(searcher: Perfect, game: Game) -> TableSolver[Any]:
    """The solver that all searches of a game with these switches share; there must be no obstacle."""
    solver = _shared_solver(game, searcher.table_mib, searcher.threads, searcher.book)
    if not searcher.keep:
        solver.reset()
    return solver


@functools.lru_cache(MAX_SOLVERS)
def _shared_solver(game: Game, table_mib: int, threads: int, with_book: bool) -> TableSolver[Any]:
    return _solver_of(game).make_solver(game, table_mib, threads, with_book)


when_memory_is_short(_shared_solver.cache_clear)


def _solver_of(game: Game) -> GameSolver:
    known = find_game_solver(game)
    assert known is not None, "a game without a solver has an obstacle"
    return known


def _solver_with_book(searcher: Perfect, game: Game, state: State, limits: Limits) -> GameSolver | None:
    """The solver whose opening book holds a position, if this search may use it; None otherwise."""
    known = find_game_solver(game)
    if known is None or not searcher.book or limits.depth is not None:
        return None
    if known.look_up_score(game, state) is None or game.result(state) is not None:
        return None
    return known


@functools.lru_cache(MAX_SOLVERS)
def _check_table(table_mib: int) -> None:
    """Refuse a table that is too large, whatever the position; asked once, since the table then takes the memory."""
    check_table_size(table_mib)


def _describe(found: SolvedScore, game: Game, state: State, memory: int = 0) -> SearchResult:
    """What the solver says of a position, without a move."""
    stats = Stats(max(found.nodes, 1), seconds=found.seconds, memory=memory)
    return SearchResult(None, _read(found.score, game, state), stats=stats, stopped_by=found.stopped_by)


def _read(found: int | None, game: Game, state: State) -> Score:
    """What the solver found, as a search writes it; None is not known."""
    return Score(0) if found is None else _solver_of(game).read_score(found, game, state)
