"""The twin of `perfect` for Connect Four: the game's own solver in place of the general one, and an opening book.

It answers the same questions with the same scores, but by other means: its nodes are not those of the readable search,
and no watcher sees them. What the book knows alone is asked before this file is loaded (`connect_four/opening.py`).
"""

from __future__ import annotations

import functools
from typing import cast

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score
from kibitz.core.searching import RootMove, Searcher, SearchResult, Stats, StopFlag, Watcher
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.connect_four.book import shipped_book
from kibitz.kernels.connect_four.opening import Switches, score_of
from kibitz.kernels.connect_four.solver import DEFAULT_MIB, Solver
from kibitz.kernels.twins import ExactScore, announce

__all__ = ["exact_score", "search", "the_solver"]

MOST_SOLVERS = 2  # tables kept at once


def search(
    searcher: Searcher,
    game: Game,
    state: State,
    limits: Limits,
    /,
    *,
    watcher: Watcher | None = None,
    stop: StopFlag | None = None,
) -> SearchResult:
    if limits.depth is not None or game.result(state) is not None:
        return searcher.search(game, state, limits)  # which takes no search
    switches = cast(Switches, searcher)
    solver = _the_solver(switches, game)
    found = solver.analyse(state, every_move=switches.every_move, limits=limits, stop=stop)
    line = found.line or (game.moves(state)[0],)
    scores = found.scores
    if not scores and found.line and found.score is not None:
        scores = {line[0]: found.score}
    return SearchResult(
        move=line[0],
        score=_score(found.score, solver.game, state),
        line=line,
        roots=tuple(RootMove(move, score_of(score, solver.game, state)) for move, score in scores.items()),
        stats=Stats(max(found.nodes, 1), depth=len(line), seconds=found.seconds, memory=solver.memory),
        stopped_by=found.stopped_by,
    )


def exact_score(
    searcher: Searcher, game: Game, state: State, limits: Limits, /, *, stop: StopFlag | None = None
) -> ExactScore:
    if limits.depth is not None or game.result(state) is not None:
        result = searcher.search(game, state, limits)
        return ExactScore(result.score, result.stats, result.stopped_by)
    solver = _the_solver(cast(Switches, searcher), game)
    found = solver.solve(state, limits=limits, stop=stop)
    stats = Stats(max(found.nodes, 1), seconds=found.seconds, memory=solver.memory)
    return ExactScore(_score(found.score, solver.game, state), stats, found.stopped_by)


def _score(stones: int | None, game: ConnectFour, state: State) -> Score:
    """What the solver found, as a search writes it; None is not known."""
    return Score(0) if stones is None else score_of(stones, game, state)


def the_solver(game: ConnectFour) -> Solver | None:
    """The solver that `perfect` uses unless told otherwise; None if the board is too large for it."""
    return None if Solver.obstacle(game) else _solver_with(game, DEFAULT_MIB, 1, True)


def _the_solver(switches: Switches, game: Game) -> Solver:
    solver = _solver_with(cast(ConnectFour, game), switches.table_mib, switches.threads, switches.book)
    if not switches.keep:
        solver.reset()
    return solver


@functools.lru_cache(MOST_SOLVERS)
def _solver_with(game: ConnectFour, table_mib: int, threads: int, with_book: bool) -> Solver:
    """The solver that all searches with these switches share."""
    return Solver(game, table_mib, threads, shipped_book(game) if with_book else None)


def _obstacle(searcher: Searcher, game: Game) -> str:
    return Solver.obstacle(game) or ""


announce("perfect", search, _obstacle, shows_nodes=False, scorer=exact_score)
