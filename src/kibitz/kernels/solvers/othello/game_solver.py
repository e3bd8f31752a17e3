"""Perfect Othello: which boards are solved, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.game import State
from kibitz.core.score import Score
from kibitz.games.othello import Othello
from kibitz.kernels.solvers.game_solver import GameSolver

if TYPE_CHECKING:
    from kibitz.kernels.solvers.table_solver import TableSolver


MIN_SIZE = 6  # cells along a side: the readable form solves less in a moment, and says how many plies are left
MAX_SIZE = 8
EASY_EMPTY = 8  # cells
FEW_EMPTY = 18  # cells; there the solver has all moves in the time, see benchmarks/README.md


class PerfectOthello(GameSolver):
    games = Othello
    kernels = "kibitz.kernels.solvers.othello.solver"

    def obstacle(self, game: Othello) -> str:
        if game.size > MAX_SIZE:
            return f"{game} is too large: the solver keeps a board of at most {MAX_SIZE} x {MAX_SIZE} in 64 bits"
        return f"{game} is so small that the readable form solves it at once" if game.size < MIN_SIZE else ""

    def make_solver(self, game: Othello, table_mib: int, threads: int, with_book: bool) -> TableSolver[Othello]:
        from kibitz.kernels.solvers.othello.solver import OthelloSolver

        return OthelloSolver(game, table_mib, threads)

    def read_score(self, found: int, game: Othello, state: State) -> Score:
        return Score.solved(found)

    def is_quick(self, game: Othello, state: State) -> bool:
        return game.size <= MAX_SIZE and game.moves_left(state) <= FEW_EMPTY

    def is_easy(self, game: Othello, state: State) -> bool:
        return game.moves_left(state) <= EASY_EMPTY
