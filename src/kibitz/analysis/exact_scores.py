"""Who can say exactly, and at once, what every move of a position is worth.

A judge is asked only where it is likely to know, and answers for all moves or not at all. The first that answers
counts; where none does, a search has to guess. A game's own solver (`kernels/solvers/game_solver.py`) is among the
judges of its own accord.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from kibitz.analysis.judged_position import AT_ONCE, SHORTEST, JudgedPosition
from kibitz.core.errors import KibitzError
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import COMPILED, Limits
from kibitz.core.score import Score, sign
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.common.kept_tables import when_memory_is_short
from kibitz.kernels.searchers.perfect_form import open_solver
from kibitz.kernels.solvers.game_solver import find_game_solver
from kibitz.play.move_order import measure_merit
from kibitz.play.opponents import STRONG, is_small
from kibitz.search.common.free_memory import free_memory, share_table_mib
from kibitz.search.perfect import Perfect

if TYPE_CHECKING:
    from kibitz.kernels.solvers.table_solver import TableSolver


FEW_EMPTY = 14  # cells; so near the end the engine sees everything
ENDGAME = "engine:table_mib=16"


class Judge(NamedTuple):
    """`may_know` tells cheaply whether it is worth asking; `judgement` is None if it takes more than those seconds.

    `is_worth_waiting`: given more time, it will know. `needs_compiler`: its code is compiled before it can answer.
    """

    may_know: Callable[[Game, State], bool]
    judgement: Callable[[Game, State, StopFlag, float], JudgedPosition | None]
    is_worth_waiting: bool = False
    needs_compiler: bool = True


def judge(
    game: Game, state: State, *, seconds: float = AT_ONCE, stop: StopFlag | None = None, compiled: bool = True
) -> JudgedPosition | None:
    """What every move is worth, exactly; None if nobody knows within the time. The game is not over.

    Without `compiled` only those are asked who need no compiler.
    """
    for candidate in JUDGES:
        if (compiled or not candidate.needs_compiler) and candidate.may_know(game, state):
            known = candidate.judgement(game, state, stop or StopFlag(), seconds)
            if known is not None:
                return known
    return None


def judge_outcomes(
    game: Game, state: State, *, seconds: float = AT_ONCE, stop: StopFlag | None = None
) -> dict[Move, int] | None:
    """Whether each move wins (1), draws (0) or loses (-1); None if nobody knows within the time. The game is not over.

    Less work than `judge` where a game has a solver of its own.
    """
    solver = _open_solver(game) if _is_solved_quickly(game, state) else None
    if solver is None:
        known = judge(game, state, seconds=seconds, stop=stop)
        return None if known is None else {move: sign(score.value) for move, score in known.scores.items()}
    found, deadline = dict[Move, int](), time.perf_counter() + seconds
    for move in game.moves(state):
        after, left = game.play(state, move), deadline - time.perf_counter()
        score = solver.solve(after, weak=True, limits=Limits(time=max(left, SHORTEST)), stop=stop).score
        if score is None:
            return None
        found[move] = game.seen_from(state, after, sign(score))
    return found


def can_be_judged(game: Game) -> bool:
    """Whether there can be a judge for any position of a game: compiled code or a solver must be able to hold it."""
    solver = find_game_solver(game)
    return game.words > 0 or (solver is not None and not solver.obstacle(game))


def may_be_known(game: Game, state: State) -> bool:
    """Whether there is a judge to ask at all."""
    return any(candidate.may_know(game, state) for candidate in JUDGES)


def is_worth_waiting(game: Game, state: State) -> bool:
    """Whether there is a judge who would know if it had more time."""
    return any(candidate.is_worth_waiting and candidate.may_know(game, state) for candidate in JUDGES)


class MoveSolver(Protocol):
    """What solves the positions of one game."""

    def scores(self, state: State, *, limits: Limits = ..., stop: StopFlag | None = ...) -> dict[Move, int]:
        """Every legal move's exact score, as the game's players write it; fewer moves if a limit came first."""

    def line(self, state: State, *, limits: Limits = ..., stop: StopFlag | None = ...) -> tuple[Move, ...]:
        """Best play to the end; shorter if a limit came first."""


def solver_judge(
    name: str, may_know: Callable[[Game, State], bool], open_solver: Callable[[Game], MoveSolver | None]
) -> Judge:
    """A judge for one kind of game. `open_solver` gives the solver of a game, None if that one is too large for it."""
    solvers = lru_cache(2)(open_solver)
    when_memory_is_short(solvers.cache_clear)

    def judgement(game: Game, state: State, stop: StopFlag, seconds: float) -> JudgedPosition | None:
        solver = solvers(game)
        if solver is None:
            return None
        written = solver.scores(state, limits=Limits(time=seconds), stop=stop)
        if len(written) < len(game.moves(state)):
            return None
        scores = {move: _read_solved(game, state, score) for move, score in written.items()}
        best = _find_best(scores)
        line = solver.line(game.play(state, best), limits=Limits(time=AT_ONCE), stop=stop)
        return JudgedPosition.solved(game, state, scores, (best, *line), name, stop.nodes)

    return Judge(may_know, judgement, is_worth_waiting=True)


def _find_best(scores: dict[Move, Score]) -> Move:
    return max(scores, key=lambda move: measure_merit(scores[move]))


def _read_solved(game: Game, state: State, score: int) -> Score:
    """A score as the game's players write it, read back: the result, and how many plies away it is."""
    if game.max_result > 1:
        return Score.solved(score)  # the score is the result
    outcome = sign(score)
    plies = range(1 if outcome > 0 else 2, game.max_plies + 1, 2)  # who makes the last move wins
    distances = (distance for distance in plies if game.solved_score(state, outcome, distance) == score)
    return Score.solved(outcome, next(distances, None) if outcome else None)


def _by_heart(game: Game, state: State, stop: StopFlag, seconds: float) -> JudgedPosition | None:
    """The strong solver: every position of a small game."""
    searcher, _ = find_searcher(STRONG)
    try:
        result = searcher.search(game, state, Limits(time=seconds), stop=stop)
    except KibitzError:  # more positions than expected, or a game that can go round in circles
        return None
    if result.stopped_by:
        return None
    scores = {root.move: root.score for root in result.roots}
    return JudgedPosition.solved(game, state, scores, result.line, "strong", result.stats.nodes)


def judge_by_engine(game: Game, state: State, stop: StopFlag, seconds: float) -> JudgedPosition | None:
    """The engine, move by move to the end of the game."""
    searcher, _ = find_searcher(ENDGAME)
    try:
        choose_backend(searcher, game, state=state)  # compiles if need be, before the clock runs
    except KibitzError:  # the game does not suit the engine
        return None
    deadline, nodes = time.perf_counter() + seconds, 0
    scores, lines = dict[Move, Score](), dict[Move, tuple[Move, ...]]()
    for move in game.moves(state):
        after = game.play(state, move)
        left = deadline - time.perf_counter()
        if left < SHORTEST or stop.raised:
            return None
        result = searcher.search(game, after, Limits(time=left), stop=stop)
        if result.stopped_by or not result.score.proven:
            return None
        scores[move] = game.score_before(state, after, result.score)
        lines[move] = (move, *result.line)
        nodes += result.stats.nodes
    return JudgedPosition.solved(game, state, scores, lines[_find_best(scores)], "engine", nodes)


def is_in_book(game: Game, state: State) -> bool:
    """Whether an opening book knows the position, which needs neither a search nor a compiler."""
    solver = find_game_solver(game)
    return solver is not None and solver.has_book and solver.look_up_score(game, state) is not None


def _by_book(game: Game, state: State, stop: StopFlag, seconds: float) -> JudgedPosition | None:
    """The opening book of a game's own solver, which is at hand before any compiler is."""
    solver = find_game_solver(game)
    known = None if solver is None else solver.look_up(game, state)
    if solver is None or known is None:
        return None
    scores = {move: solver.read_score(score, game, state) for move, score in known.scores.items()}
    return JudgedPosition.solved(game, state, scores, known.line, "perfect", 1)


def _free_cells(game: Game, state: State) -> int:
    return sum(row.count(".") for row in game.view(state).rows)


def _is_near_the_end(game: Game, state: State) -> bool:
    return game.words > 0 and _free_cells(game, state) <= FEW_EMPTY


def _is_solved_quickly(game: Game, state: State) -> bool:
    solver = find_game_solver(game)
    return solver is not None and not solver.obstacle(game) and solver.is_quick(game, state)


def _open_solver(game: Game) -> TableSolver[Any] | None:
    """The game's own solver; None where it has no room for the table that it needs."""
    known = find_game_solver(game)
    if known is None or (least := known.least_table_mib(game)) << 20 > free_memory():
        return None
    searcher = Perfect(table_mib=share_table_mib(Perfect().table_mib, least))
    if choose_backend(searcher, game) != COMPILED:  # which compiles the solver if need be
        return None
    return open_solver(searcher, game)


JUDGES = [
    Judge(lambda game, state: game.words > 0 and is_small(game), _by_heart),
    Judge(is_in_book, _by_book, needs_compiler=False),
    solver_judge("perfect", _is_solved_quickly, _open_solver),
    Judge(_is_near_the_end, judge_by_engine),
]
