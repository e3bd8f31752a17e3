"""Who can say exactly, and at once, what every move of a position is worth.

A judge is asked only where it is likely to know, and answers for all moves or not at all. The first that answers
counts; where none does, a search has to guess. A solver of one kind of game becomes a judge with one line in `JUDGES`:

    solver_judge("perfect", lambda game, state: isinstance(game, ConnectFour), _solver_of)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, Protocol

from kibitz.core.errors import KibitzError
from kibitz.core.evaluation import EVALUATORS, TableEvaluator, evaluators_for
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.score import Score
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.games.connect_four import ConnectFour
from kibitz.games.othello import Othello
from kibitz.kernels.backends import COMPILED, choose_backend, search
from kibitz.kernels.solvers.connect_four.book_answers import look_up
from kibitz.search.perfect import Perfect
from kibitz.search.perft import perft

__all__ = [
    "SHORTEST",
    "Judge",
    "Judgement",
    "Solver",
    "Verdict",
    "is_worth_waiting",
    "judge",
    "may_be_known",
    "perfect_player",
    "seen_before",
    "solver_judge",
    "strong_search",
]

SMALL_PLY = 2_000  # positions of one ply: a game that never has more is worked out in a moment
STRONG = "strong:max_positions=3000000"
FEW_EMPTY_IN_OTHELLO = 18  # cells; there the solver has all moves in the time, see benchmarks/README.md
FEW_EMPTY = 14  # cells; so near the end the engine sees everything
ENDGAME = "engine:table_mib=16"
AT_ONCE = 2.0  # seconds: longer than that nobody wants to wait before there is anything to see
SHORTEST = 0.01  # seconds; no search is begun with less


class Verdict(NamedTuple):
    """What a move is worth to the side that makes it: the score as players write it, and the plies to the end."""

    score: int
    outcome: int  # the game's result with best play
    distance: int | None

    @property
    def merit(self) -> tuple[int, int]:
        """To choose by: the better result, then the sooner win or the later loss."""
        return self.outcome, 0 if self.distance is None else -self.distance if self.outcome > 0 else self.distance


class Judgement(NamedTuple):
    """The exact worth of every legal move, best play from here on, who says so, and how many nodes it took."""

    verdicts: dict[Move, Verdict]
    line: tuple[Move, ...]
    by: str
    nodes: int

    @property
    def best(self) -> Move:
        return self.line[0]


class Judge(NamedTuple):
    """`may_know` tells cheaply whether it is worth asking; `judgement` is None if it takes more than those seconds.

    `is_worth_waiting`: given more time, it will know.
    """

    may_know: Callable[[Game, State], bool]
    judgement: Callable[[Game, State, StopFlag, float], Judgement | None]
    is_worth_waiting: bool = False


def judge(game: Game, state: State, *, seconds: float = AT_ONCE, stop: StopFlag | None = None) -> Judgement | None:
    """What every move is worth, exactly; None if nobody knows within the time. The game is not over."""
    for candidate in JUDGES:
        if candidate.may_know(game, state):
            known = candidate.judgement(game, state, stop or StopFlag(), seconds)
            if known is not None:
                return known
    return None


def may_be_known(game: Game, state: State) -> bool:
    """Whether there is a judge to ask at all."""
    return any(candidate.may_know(game, state) for candidate in JUDGES)


def is_worth_waiting(game: Game, state: State) -> bool:
    """Whether there is a judge who would know if it had more time."""
    return any(candidate.is_worth_waiting and candidate.may_know(game, state) for candidate in JUDGES)


def perfect_player(game: Game) -> str:
    """The spec of a player that never errs and answers quickly; empty if there is none for this game."""
    if game.words and _is_small(game):
        return STRONG
    return "perfect" if game == ConnectFour() else ""  # other boards have no opening book


class Solver(Protocol):
    """What solves the positions of one game."""

    def scores(self, state: State, *, limits: Limits = ..., stop: StopFlag | None = ...) -> dict[Move, int]:
        """Every legal move's exact score, as the game's players write it; fewer moves if a limit came first."""

    def line(self, state: State, *, limits: Limits = ..., stop: StopFlag | None = ...) -> tuple[Move, ...]:
        """Best play to the end; shorter if a limit came first."""


def solver_judge(
    name: str, may_know: Callable[[Game, State], bool], solver_of: Callable[[Game], Solver | None]
) -> Judge:
    """A judge for one kind of game. `solver_of` gives the solver of a game, None if that one is too large for it."""
    solvers = lru_cache(2)(solver_of)

    def judgement(game: Game, state: State, stop: StopFlag, seconds: float) -> Judgement | None:
        solver = solvers(game)
        if solver is None:
            return None
        scores = solver.scores(state, limits=Limits(time=seconds), stop=stop)
        if len(scores) < len(game.moves(state)):
            return None
        verdicts = {move: _read_solved(game, state, score) for move, score in scores.items()}
        best = max(verdicts, key=lambda move: verdicts[move].merit)
        line = solver.line(game.play(state, best), limits=Limits(time=AT_ONCE), stop=stop)
        return Judgement(verdicts, (best, *line), name, stop.nodes)

    return Judge(may_know, judgement, is_worth_waiting=True)


def _read_solved(game: Game, state: State, score: int) -> Verdict:
    """A score as the game's players write it, read back: the result, and how many plies away it is."""
    if game.max_result > 1:
        return Verdict(score, score, None)  # the score is the result
    outcome = (score > 0) - (score < 0)
    plies = range(1 if outcome > 0 else 2, game.max_plies + 1, 2)  # who makes the last move wins
    distances = (distance for distance in plies if game.solved_score(state, outcome, distance) == score)
    return Verdict(score, outcome, next(distances, None) if outcome else None)


def strong_search(game: Game) -> str:
    """The spec, options included, of the strongest search that takes a game; limits can be added."""
    if not game.words:
        return "pvs:table=two-tier,order=table+killer+history+centre,sooner=true"
    if game.shipped:
        learned = next((name for name in evaluators_for(game) if issubclass(EVALUATORS.find(name), TableEvaluator)), "")
        return "engine:table_mib=16" + (f",eval={learned}" if learned else "")
    # Whether a game of one's own can be compiled is not known without trying; this one runs as readable Python if not.
    return "pvs:order=killer+history+centre,sooner=true"


@lru_cache(256)
def _is_small(game: Game) -> bool:
    plies = perft(game, game.initial(), min(game.max_plies, 200), max_positions=SMALL_PLY)
    return bool(plies) and plies[-1].nodes == plies[-1].finished


def _by_heart(game: Game, state: State, stop: StopFlag, seconds: float) -> Judgement | None:
    """The strong solver: every position of a small game."""
    searcher, _ = find_searcher(STRONG)
    try:
        result, _ = search(searcher, game, state, Limits(time=seconds), stop=stop)
    except KibitzError:  # more positions than expected, or a game that can go round in circles
        return None
    if result.stopped_by:
        return None
    verdicts = {root.move: _verdict(game, state, root.score) for root in result.roots}
    return Judgement(verdicts, result.line, "strong", result.stats.nodes)


def _to_the_end(game: Game, state: State, stop: StopFlag, seconds: float) -> Judgement | None:
    """The engine, move by move to the end of the game."""
    searcher, _ = find_searcher(ENDGAME)
    try:
        choose_backend(searcher, game, state=state)  # compiles if need be, before the clock runs
    except KibitzError:  # the game does not suit the engine
        return None
    deadline, nodes = time.perf_counter() + seconds, 0
    verdicts, lines = dict[Move, Verdict](), dict[Move, tuple[Move, ...]]()
    for move in game.moves(state):
        after = game.play(state, move)
        left = deadline - time.perf_counter()
        if left < SHORTEST or stop.raised:
            return None
        result, _ = search(searcher, game, after, Limits(time=left), stop=stop)
        if result.stopped_by or not result.score.proven:
            return None
        verdicts[move] = _verdict(game, state, seen_before(-result.score))
        lines[move] = (move, *result.line)
        nodes += result.stats.nodes
    best = max(verdicts, key=lambda move: verdicts[move].merit)
    return Judgement(verdicts, lines[best], "engine", nodes)


def _by_the_book(game: Game, state: State, stop: StopFlag, seconds: float) -> Judgement | None:
    """The opening book of Connect Four, which is at hand before any compiler is."""
    known = look_up(Perfect(every_move=True), game, state)
    if known is None:
        return None
    verdicts = {root.move: _verdict(game, state, root.score) for root in known.roots}
    return Judgement(verdicts, known.line, "perfect", known.stats.nodes)


def seen_before(score: Score) -> Score:
    """A score as it looks one ply earlier."""
    return Score(score.value, score.bound, score.proven, None if score.distance is None else score.distance + 1)


def _verdict(game: Game, state: State, score: Score) -> Verdict:
    return Verdict(game.solved_score(state, score.points, score.distance or 0), score.points, score.distance)


def _free_cells(game: Game, state: State) -> int:
    return sum(row.count(".") for row in game.view(state).rows)


def _is_near_the_end(game: Game, state: State) -> bool:
    return game.words > 0 and _free_cells(game, state) <= FEW_EMPTY


def _is_othello_endgame(game: Game, state: State) -> bool:
    return isinstance(game, Othello) and _free_cells(game, state) <= FEW_EMPTY_IN_OTHELLO


def _solver_of(game: Game) -> Solver | None:
    """The solver that knows the game."""
    if choose_backend(find_searcher("perfect")[0], game) != COMPILED:  # which compiles the solver if need be
        return None
    from kibitz.kernels.solvers.perfect import find_solver

    return find_solver(game)


JUDGES = [
    Judge(lambda game, state: game.words > 0 and _is_small(game), _by_heart),
    Judge(lambda game, state: isinstance(game, ConnectFour), _by_the_book),
    solver_judge("perfect", lambda game, state: isinstance(game, ConnectFour), _solver_of),
    solver_judge("perfect", _is_othello_endgame, _solver_of),
    Judge(_is_near_the_end, _to_the_end),
]
