"""The twin of `perfect` for Connect Four and Othello: the game's own solver in place of the general one.

It answers the same questions with the same scores, but by other means: its nodes are not those of the readable search,
and no watcher sees them. What the opening book of Connect Four knows alone is asked before this file is loaded
(`connect_four/opening.py`).
"""

from __future__ import annotations

import functools
from typing import Any, cast

from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score, final
from kibitz.core.searching import RootMove, Searcher, SearchResult, Stats, StopFlag, Watcher
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import Othello
from kibitz.kernels.solvers.connect_four import solver as connect_four_solver
from kibitz.kernels.solvers.connect_four.book import shipped_book
from kibitz.kernels.solvers.connect_four.book_answers import Switches, score_of
from kibitz.kernels.solvers.othello import solver as othello_solver
from kibitz.kernels.solvers.table_solver import TableSolver
from kibitz.kernels.twins import ExactScore, announce

__all__ = ["exact_score", "find_solver", "search"]

DEFAULT_MIB = 256
MAX_SOLVERS = 2  # tables kept at once
LEAST_OTHELLO = 6  # cells along a side: the readable form solves less in a moment, and says how many plies are left


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
    solver = _find_solver(switches, game)
    found = solver.analyse(state, every_move=switches.every_move, limits=limits, stop=stop)
    line = found.line or (game.moves(state)[0],)
    scores = found.scores
    if not scores and found.line and found.score is not None:
        scores = {line[0]: found.score}
    return SearchResult(
        move=line[0],
        score=_score(found.score, game, state),
        line=line,
        roots=tuple(RootMove(move, _score(score, game, state)) for move, score in scores.items()),
        stats=Stats(max(found.nodes, 1), depth=len(line), seconds=found.seconds, memory=solver.memory),
        stopped_by=found.stopped_by,
    )


def exact_score(
    searcher: Searcher, game: Game, state: State, limits: Limits, /, *, stop: StopFlag | None = None
) -> ExactScore:
    if limits.depth is not None or game.result(state) is not None:
        result = searcher.search(game, state, limits)
        return ExactScore(result.score, result.stats, result.stopped_by)
    solver = _find_solver(cast(Switches, searcher), game)
    found = solver.solve(state, limits=limits, stop=stop)
    stats = Stats(max(found.nodes, 1), seconds=found.seconds, memory=solver.memory)
    return ExactScore(_score(found.score, game, state), stats, found.stopped_by)


def _score(found: int | None, game: Game, state: State) -> Score:
    """What the solver found, as a search writes it; None is not known."""
    if found is None:
        return Score(0)
    if isinstance(game, ConnectFour):
        return score_of(found, game, state)
    return Score.of(final(found, 0, sooner=False), complete=True)


def find_solver(game: Game) -> TableSolver[Any] | None:
    """The solver that `perfect` uses unless told otherwise; None if there is none for the game."""
    return None if _obstacle_of(game) else _solver_with(game, DEFAULT_MIB, 1, True)


def _find_solver(switches: Switches, game: Game) -> TableSolver[Any]:
    solver = _solver_with(game, switches.table_mib, switches.threads, switches.book)
    if not switches.keep:
        solver.reset()
    return solver


@functools.lru_cache(MAX_SOLVERS)
def _solver_with(game: Game, table_mib: int, threads: int, with_book: bool) -> TableSolver[Any]:
    """The solver that all searches with these switches share."""
    if isinstance(game, ConnectFour):
        book = shipped_book(game) if with_book else None
        return connect_four_solver.Solver(game, table_mib, threads, book)
    return othello_solver.Solver(cast(Othello, game), table_mib, threads)


def _obstacle_of(game: Game) -> str:
    """Why a game has no solver of its own, in words; empty if it has."""
    if isinstance(game, Othello):
        is_small = game.size < LEAST_OTHELLO
        return f"{game} is so small that the readable form solves it at once" if is_small else ""
    if isinstance(game, ConnectFour):
        return connect_four_solver.Solver.obstacle(game) or ""
    return f"{game} is neither connect-four nor othello, and no other game has a solver of its own"


def _obstacle(searcher: Searcher, game: Game) -> str:
    return _obstacle_of(game)


announce("perfect", search, _obstacle, shows_nodes=False, scorer=exact_score)
