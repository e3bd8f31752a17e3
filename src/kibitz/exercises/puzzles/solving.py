"""What every move of a position is worth, exactly: by compiled solvers where a game has one, else by readable Python.

Nothing here depends on time or on earlier questions, so that a position is solved on every machine or on none: the
readable solver is limited by its nodes, and the compiled ones are asked only where they surely finish.
"""

from __future__ import annotations

from functools import lru_cache

from kibitz.analysis.judged_position import JudgedPosition
from kibitz.core.errors import Unfinished
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import AUTO
from kibitz.core.score import Score
from kibitz.exercises.puzzles.exact import Solution, find_exact_scores
from kibitz.exercises.puzzles.retrograde import work_out
from kibitz.kernels.solvers.game_solver import find_game_solver
from kibitz.search.perfect import Perfect

MAX_NODES = 10_000  # of the readable solver, for one position; a sixth of a second
MAX_NODES_LATER = 50 * MAX_NODES  # for one that follows: all of its moves may take more than the best one did before
COMPILED_NODES = 100  # as which a position counts that was looked up or solved by a compiled solver, whose own nodes
# depend on earlier questions
TABLE_MIB = 128  # of a compiled solver: what the largest board needs
MAX_LINE = 40  # moves of a line that are written out


def has_compiled_solver(game: Game, state: State) -> bool:
    """Whether a position is given to a solver of its game."""
    solver = find_game_solver(game)
    return solver is not None and not solver.obstacle(game) and not solver.is_easy(game, state)


@lru_cache(4096)
def try_to_solve(game: Game, state: State, max_nodes: int = MAX_NODES) -> Solution:
    """The worth of every legal move, as far as the limit allows."""
    if has_compiled_solver(game, state):
        result = Perfect(every_move=True, table_mib=TABLE_MIB).search(game, state, backend=AUTO)
        return Solution({root.move: root.score for root in result.roots}, COMPILED_NODES)
    if game.repeats:
        return Solution(_look_up(game, state), COMPILED_NODES)
    return find_exact_scores(game, state, max_nodes)


def _look_up(game: Game, state: State) -> dict[Move, Score] | None:
    """The score of every move in a game that was worked out backwards; None if it is too large for that."""
    known = work_out(game)
    if known is None or state not in known:
        return None
    after = {move: game.play(state, move) for move in game.moves(state)}
    return {move: game.score_before(state, then, known[then]) for move, then in after.items()}


def solve_position(game: Game, state: State) -> JudgedPosition:
    """As `try_to_solve`, for a position that was chosen because it can be solved, or that follows from one."""
    scores = try_to_solve(game, state).scores or try_to_solve(game, state, MAX_NODES_LATER).scores
    if scores is None:
        raise Unfinished(f"This position of {game} cannot be solved with {MAX_NODES_LATER:,} nodes.")
    return JudgedPosition.solved(game, state, scores)


def find_best_move(game: Game, state: State) -> Move:
    """The best move; of equally good ones the first."""
    return solve_position(game, state).best


def find_best_line(game: Game, state: State) -> tuple[Move, ...]:
    """Best play to the end of the game."""
    line: list[Move] = []
    while game.result(state) is None and len(line) < MAX_LINE:
        line.append(find_best_move(game, state))
        state = game.play(state, line[-1])
    return tuple(line)
