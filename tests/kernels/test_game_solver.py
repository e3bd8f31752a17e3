"""A solver of one game registers with the game: `perfect` and the judges use it, and no other file is edited."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from kibitz.analysis.exact_scores import judge
from kibitz.core.game import GAMES, State, find_game
from kibitz.core.score import WIN, Score, final
from kibitz.core.searching import find_searcher
from kibitz.games.take_away import TakeAway
from kibitz.kernels.solvers import game_solver
from kibitz.kernels.solvers.game_solver import BookAnswer, GameSolver, find_game_solver, solved_games
from kibitz.kernels.solvers.table_solver import TableSolver
from kibitz.play.opponents import recommend_players


def test_the_shipped_solvers_are_found_in_their_folders() -> None:
    assert solved_games() == ["connect-four", "othello"]
    assert find_game_solver(find_game("tic-tac-toe")) is None
    solver = find_game_solver(find_game("connect-four:width=5,height=4"))
    assert solver is not None
    assert solver.plays_quickly(find_game("connect-four"))
    assert solver.plays_quickly(find_game("connect-four:width=5,height=4")), "few cells are solved without a book"
    assert not solver.plays_quickly(find_game("connect-four:width=6,height=5")), "30 cells, and no opening book"


@pytest.mark.slow
def test_a_new_solver_is_used_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    solved_games()  # the shipped ones are there from here on
    monkeypatch.setattr(game_solver, "_solvers", list(game_solver._solvers))
    monkeypatch.setattr("kibitz.analysis.exact_scores.is_small", lambda game: False)
    with GAMES.restored():

        @dataclass(frozen=True)
        class Heap(TakeAway):
            name = "heap-with-a-solver"

        class PerfectHeap(GameSolver):
            """Whoever leaves a multiple of `take` + 1 wins."""

            games = Heap
            kernels = "kibitz.kernels.solvers.table_solver"
            has_book = True

            def obstacle(self, game: Heap) -> str:
                return ""

            def make_solver(self, game: Heap, table_mib: int, threads: int, with_book: bool) -> TableSolver[Any]:
                raise AssertionError("all is in the book")

            def read_score(self, found: int, game: Heap, state: State) -> Score:
                return Score.of(final(found, 0, sooner=False), complete=True)

            def look_up(self, game: Heap, state: State) -> BookAnswer:
                scores = {move: -_score(game, game.play(state, move)) for move in game.moves(state)}
                best = max(scores, key=lambda move: scores[move])
                return BookAnswer(_score(game, state), scores, (best,))

            def look_up_score(self, game: Heap, state: State) -> int:
                return _score(game, state)

            def is_quick(self, game: Heap, state: State) -> bool:
                return False

            def plays_quickly(self, game: Heap) -> bool:
                return True

        game = Heap(chips=50, take=3)
        perfect, _ = find_searcher("perfect:every_move=true")
        answer = perfect.search(game, game.initial())
        assert (answer.backend, answer.score.value, answer.stats.nodes) == ("compiled", WIN, 1)
        assert perfect.exact_score(game, game.initial()).score == answer.score
        assert len(answer.roots) == 3
        known = judge(game, game.initial())
        assert known is not None
        assert (known.best, known.by) == (answer.move, "perfect")
        solver = find_game_solver(game)
        assert solver is not None
        assert solver.plays_quickly(game)


def _score(game: TakeAway, state: State) -> int:
    return -1 if state[0] % (game.take + 1) == 0 else 1


def test_a_board_with_a_book_or_with_few_cells_has_a_perfect_opponent() -> None:
    assert recommend_players(find_game("connect-four")).perfect == "perfect"
    assert recommend_players(find_game("connect-four:width=5,height=4")).perfect == "perfect"
    assert recommend_players(find_game("connect-four:width=8,height=7")).perfect == ""
