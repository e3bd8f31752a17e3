"""Perfect Connect Four: which boards are solved, and what the opening book knows without a search or a compiler.

To load a compiler takes longer than most answers: who asks about the empty board has its scores in a third of a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.core.game import State
from kibitz.core.score import Score, sign
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.solvers.connect_four.book import has_book, shipped_book
from kibitz.kernels.solvers.game_solver import BookAnswer, GameSolver

if TYPE_CHECKING:
    from kibitz.kernels.solvers.table_solver import TableSolver


FEW_EMPTY = 28  # cells: on a board of more than 64 bits 9 positions in 10 then take less than 0.3 s, see docs;
# all moves of an empty board of that size take 0.2 to 1.1 million nodes, a second or two

EASY_BOARD = 20  # cells, as on 5x4


class PerfectConnectFour(GameSolver):
    games = ConnectFour
    kernels = "kibitz.kernels.solvers.connect_four.solver"
    has_book = True

    def obstacle(self, game: ConnectFour) -> str:
        return ""

    def least_table_mib(self, game: ConnectFour) -> int:
        from kibitz.kernels.solvers.connect_four.table import least_mib

        return least_mib(game)

    def make_solver(self, game: ConnectFour, table_mib: int, threads: int, with_book: bool) -> TableSolver[ConnectFour]:
        from kibitz.kernels.solvers.connect_four.solver import ConnectFourSolver

        return ConnectFourSolver(game, table_mib, threads, shipped_book(game) if with_book else None)

    def read_score(self, found: int, game: ConnectFour, state: State) -> Score:
        return score_of(found, game, state)

    def look_up(self, game: ConnectFour, state: State) -> BookAnswer | None:
        book = shipped_book(game)
        if book is None or not book.holds_moves(state):
            return None
        return BookAnswer(book.score(state), book.scores(state), book.line(state))

    def look_up_score(self, game: ConnectFour, state: State) -> int | None:
        book = shipped_book(game)
        return book.score(state) if book is not None and book.holds(state) else None

    def is_quick(self, game: ConnectFour, state: State) -> bool:
        free = game.width * game.height - (state[0] | state[1]).bit_count()
        return game.int_words == 1 or free <= FEW_EMPTY

    def is_easy(self, game: ConnectFour, state: State) -> bool:
        return game.width * game.height <= EASY_BOARD

    def plays_quickly(self, game: ConnectFour) -> bool:
        return has_book(game) or game.width * game.height <= FEW_EMPTY  # on others the first moves take minutes


def score_of(stones: int, game: ConnectFour, state: State) -> Score:
    """A score in stones that the winner has left, as a search writes it."""
    if stones == 0:
        return Score.solved(0)
    empties = game.width * game.height - (state[0] | state[1]).bit_count()
    distance = empties - 2 * (abs(stones) - 1)
    distance -= (distance % 2 == 1) != (stones > 0)  # the winner has the last word: the side to move, if that wins
    return Score.solved(sign(stones), distance)
