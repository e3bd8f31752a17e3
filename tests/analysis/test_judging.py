"""Who judges a position exactly: small games by heart, others near their end, and nobody where it would take long."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from helpers.naive import WIN, minimax
from kibitz.analysis import exact_scores
from kibitz.analysis.exact_scores import judge, solver_judge
from kibitz.analysis.judged_position import JudgedPosition
from kibitz.analysis.move_scores import analyse
from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.notation import parse_moves
from kibitz.core.searching import StopFlag
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.solvers.connect_four.table import Memory
from kibitz.kernels.solvers.game_solver import find_game_solver
from kibitz.play.opponents import recommend_players
from kibitz.play.players import SearchPlayer
from kibitz.play.positions import record_from
from kibitz.search.common.free_memory import MemoryLimit, share_table_mib
from kibitz.search.perfect import Perfect
from kibitz.web.server_limits import find_player_within_limits


def position(game: Game, moves: str) -> State:
    state = game.initial()
    for move in parse_moves(game, moves):
        state = game.play(state, move)
    return state


@pytest.mark.parametrize(("spec", "moves"), [("tic-tac-toe", "a1"), ("tic-tac-toe", "a1b2c3"), ("take-away", "2")])
def test_small_games_are_known_by_heart(spec: str, moves: str) -> None:
    game = find_game(spec)
    state = position(game, moves)
    known = judge(game, state)
    assert known is not None
    assert known.by == "strong"
    for move, score in known.scores.items():
        child = game.play(state, move)
        assert WIN * score.points == -minimax(game, child, depth=100), game.move_name(move)
    assert known.scores[known.best].points == max(score.points for score in known.scores.values())
    assert recommend_players(game).perfect.startswith("strong")


def test_connect_four_scores_are_written_as_its_players_do() -> None:
    """Three in a row at the bottom, open on both sides: the side to move wins with its next stone."""
    game = find_game("connect-four:width=4,height=4")
    state = position(game, "112233")
    known = judge(game, state)
    assert known is not None
    win = known.scores[game.parse_move("4")]
    assert (win.points, win.distance) == (1, 1)
    assert game.written_score(state, win) == 5  # it has four stones left after this one
    assert known.line == (game.parse_move("4"),)


def test_othello_is_exact_near_the_end() -> None:
    """Eight by eight with one empty cell: Black takes it and turns what it encloses."""
    game = find_game("othello")
    board = "X" * 32 + "O" * 31 + "-"
    state = game.parse_position(f"{board} X")
    known = judge(game, state)
    assert known is not None
    assert known.by == "perfect"
    (move,) = game.moves(state)
    after = game.play(state, move)
    assert game.result(after) is not None
    assert known.scores[move].points == -(game.result(after) or 0)


def test_nobody_claims_to_know_a_large_game_at_its_start() -> None:
    for spec in ("othello", "mnk:width=15,height=15,k=5"):
        game = find_game(spec)
        assert judge(game, game.initial()) is None
        assert recommend_players(game).perfect == ""


def test_the_opening_of_connect_four_is_known_before_a_compiler_is_loaded() -> None:
    code = """if True:
        import sys
        from kibitz.analysis.exact_scores import judge
        from kibitz.games.connect_four import ConnectFour
        game = ConnectFour()
        state = game.initial()
        known = judge(game, state)
        scores = [game.written_score(state, score) for score in known.scores.values()]
        print(scores, known.best, len(known.line), known.by)
        print({"numpy", "numba"} & set(sys.modules))
    """
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "[-2, -1, 0, 1, 0, -1, -2] 3 10 perfect\nset()\n"  # known_values.md


def _is_connect_four(game: Game, state: State) -> bool:
    return isinstance(game, ConnectFour)


class _NaiveSolver:
    """Solves Connect Four by looking at everything."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def scores(self, state: State, *, limits: Limits = Limits(), stop: StopFlag | None = None) -> dict[Move, int]:
        return {move: self._score(state, move) for move in self.game.moves(state)}

    def line(self, state: State, *, limits: Limits = Limits(), stop: StopFlag | None = None) -> tuple[Move, ...]:
        return ()

    def _score(self, state: State, move: Move) -> int:
        value = -minimax(self.game, self.game.play(state, move), depth=100, sooner=True)
        outcome = (value > 0) - (value < 0)
        distance = WIN - abs(value) + 1
        return self.game.solved_score(state, outcome, distance)


def test_a_solver_of_one_game_becomes_a_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    naive = solver_judge("naive", _is_connect_four, _NaiveSolver)
    game = find_game("connect-four:width=4,height=4")
    state = position(game, "1213142434")
    by_engine = judge(game, state)
    monkeypatch.setattr("kibitz.analysis.exact_scores.JUDGES", [naive])
    by_solver = judge(game, state)
    assert by_engine is not None
    assert by_solver is not None
    assert by_solver.by == "naive"
    assert by_solver.scores == by_engine.scores
    othello = find_game("othello")
    assert judge(othello, othello.initial()) is None, "it is asked about its own game alone"


def test_a_solver_that_needs_time_has_its_turn_after_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    naive = solver_judge("naive", _is_connect_four, _NaiveSolver)

    def slow(game: Game, state: State, stop: StopFlag, seconds: float) -> JudgedPosition | None:
        asked.append(seconds)
        return naive.judgement(game, state, stop, seconds) if len(asked) > 1 else None

    monkeypatch.setattr("kibitz.analysis.exact_scores.JUDGES", [naive._replace(judgement=slow)])
    record = record_from(find_game("connect-four:width=4,height=4"), None, "1213142434")
    steps = list(analyse(record, seconds=4))
    assert [step.source for step in steps] == ["search"] * (len(steps) - 1) + ["solver"]
    assert len(steps) > 1
    assert asked[1] == 2


def test_the_strongest_search_judges_by_what_was_learned_where_something_was() -> None:
    assert recommend_players(find_game("othello")).search == "engine:table_mib=16,eval=patterns"
    assert (
        recommend_players(find_game("othello:size=6")).search
        == recommend_players(find_game("connect-four")).search
        == "engine:table_mib=16"
    )


@pytest.mark.parametrize("memory_mib", [640, 1024, None])
def test_the_table_of_a_shared_server_is_large_enough_for_every_board(
    memory_mib: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sixteenth of 1024 MiB is 64, and 8x7 needs 128."""
    monkeypatch.setattr(MemoryLimit, "bytes", None if memory_mib is None else memory_mib << 20)
    monkeypatch.setattr("kibitz.search.common.free_memory.memory_in_use", lambda: 0)  # other tests fill this process
    for width, height in product(range(4, 12), range(4, 10)):
        game = ConnectFour(width, height)
        solver = find_game_solver(game)
        assert solver is not None
        mib = share_table_mib(Perfect().table_mib, solver.least_table_mib(game))
        Memory(game, mib)
        assert mib <= max(64, (memory_mib or 4096) // 16, solver.least_table_mib(game))
        player = find_player_within_limits("perfect", game)
        assert isinstance(player, SearchPlayer)
        assert isinstance(player.searcher, Perfect)
        Memory(game, player.searcher.table_mib)


def test_nobody_solves_a_board_whose_table_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_scores, "free_memory", lambda: 100 << 20)
    game = ConnectFour(8, 7)
    assert judge(game, game.initial()) is None
