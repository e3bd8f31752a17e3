"""The Connect Four solver against published scores, solved boards and plain minimax."""

from __future__ import annotations

import os

import pytest

from helpers.clocks import LateFlag, fake_clock
from helpers.naive import WIN, is_small, minimax, random_position
from helpers.paths import FACTS
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import State, find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.games.connect_four import ConnectFour
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.solvers.connect_four.solver import ConnectFourSolver

CONNECT_FOUR = FACTS / "connect_four"

# How many of each published set are solved here, so that all of it takes seconds.
SAMPLE = {"L3_R1": 500, "L2_R1": 500, "L2_R2": 100, "L1_R1": 500, "L1_R2": 20, "L1_R3": 3}

# By width and height, the first player's score: tests/facts/connect_four/README.md says where from.
SOLVED = {
    (4, 4): 0, (5, 4): 0, (6, 4): -1, (7, 4): 0, (8, 4): -1,
    (4, 5): 0, (5, 5): 0, (6, 5): 0,
    (4, 6): 0, (5, 6): 0, (6, 6): -1,
    (4, 7): 0, (4, 8): 0,
    (7, 5): 0, (5, 7): 0,
}  # fmt: skip

# Those that take 9 to 29 s of processor time once compiled; KIBITZ_LONG_TESTS=1 has them solved too.
SOLVED_SLOWLY = {(9, 4): -1, (6, 7): 1, (8, 5): 1}
IS_LONG = os.environ.get("KIBITZ_LONG_TESTS") == "1"


@pytest.fixture(scope="module")
def standard() -> ConnectFourSolver:
    return ConnectFourSolver(ConnectFour(), table_mib=64)


def after(game: ConnectFour, moves: str) -> State:
    state = game.initial()
    for column in moves:
        state = game.play(state, int(column) - 1)
    return state


def published(name: str) -> list[tuple[State, int]]:
    lines = [line.split() for line in (CONNECT_FOUR / f"{name}.txt").read_text(encoding="ascii").splitlines()]
    assert len(lines) >= SAMPLE[name]
    return [(after(ConnectFour(), moves), int(score)) for moves, score in lines[: SAMPLE[name]]]


def naive_score(game: ConnectFour, state: State) -> int:
    """The score by plain minimax over everything."""
    value = minimax(game, state, 99, sooner=True)
    result = (value > 0) - (value < 0)
    return game.solved_score(state, result, WIN - abs(value) if result else 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLE)
def test_published_scores_are_found_without_a_book(standard: ConnectFourSolver, name: str) -> None:
    facts = published(name)
    assert [solved.score for solved in standard.solve_all([state for state, _ in facts])] == [s for _, s in facts]


def test_a_table_in_use_changes_no_score(standard: ConnectFourSolver) -> None:
    facts = published("L2_R1")[:100] + published("L1_R1")[:100]
    assert {state: standard.solve(state).score for state, _ in facts} == dict(facts)
    assert len(facts) == 200


def test_two_threads_find_the_same_scores() -> None:
    solver = ConnectFourSolver(ConnectFour(), table_mib=16, threads=2)
    facts = published("L2_R2")[:20] + published("L1_R2")[:5]
    assert {state: solver.solve(state).score for state, _ in facts} == dict(facts)
    assert len(facts) == 25


@pytest.mark.slow
def test_two_threads_share_the_work() -> None:
    """Each visiting every position would be twice the nodes; 1.03 to 1.07 times were counted."""
    one, two = (ConnectFourSolver(ConnectFour(), table_mib=64, threads=threads) for threads in (1, 2))
    states = [state for state, _ in published("L1_R2")]
    alone = sum(one.solve(state).nodes for state in states)
    assert sum(two.solve(state).nodes for state in states) < 1.6 * alone


def test_only_the_sign_is_found_when_that_is_asked(standard: ConnectFourSolver) -> None:
    facts = published("L2_R2")[:50]
    assert len(facts) == 50
    for (state, score), solved in zip(facts, standard.solve_all([s for s, _ in facts], weak=True), strict=True):
        assert solved.score == (score > 0) - (score < 0)
        assert standard.solve(state, weak=True).score == solved.score


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), SOLVED)
def test_boards_have_their_known_values(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # By the code for all boards, which is compiled once; a test below has both search the same tree.
    monkeypatch.setattr("kibitz.kernels.solvers.connect_four.solver.SMALL_BOARD", 64)
    game = ConnectFour(width, height)
    assert ConnectFourSolver(game, table_mib=64).solve(game.initial()).score == SOLVED[width, height]


@pytest.mark.skipif(not IS_LONG, reason="takes a minute; set KIBITZ_LONG_TESTS=1 to run it")
@pytest.mark.parametrize(("width", "height"), SOLVED_SLOWLY)
def test_large_boards_have_their_known_values(width: int, height: int) -> None:
    game = ConnectFour(width, height)
    assert ConnectFourSolver(game, table_mib=256).solve(game.initial()).score == SOLVED_SLOWLY[width, height]


@pytest.mark.parametrize("height", range(1, 6))
@pytest.mark.parametrize("width", range(3, 7))
def test_three_in_a_row_has_its_known_value(width: int, height: int) -> None:
    game = ConnectFour(width, height, 3)
    is_won = width > 3 and height > 2
    assert ConnectFourSolver(game, table_mib=8).solve(game.initial(), weak=True).score == int(is_won)


@pytest.mark.parametrize(("width", "height"), [(5, 5), (6, 5), (5, 6)])
def test_five_in_a_row_is_a_draw_on_small_boards(width: int, height: int) -> None:
    game = ConnectFour(width, height, 5)
    assert ConnectFourSolver(game, table_mib=16).solve(game.initial()).score == 0


BOARDS = [(4, 4, 4), (5, 4, 4), (4, 5, 4), (4, 4, 3), (5, 3, 3), (3, 6, 3), (3, 5, 2), (4, 3, 2), (5, 4, 5), (3, 3, 1)]
BOARDS += [(6, 5, 4), (5, 5, 4), (6, 3, 4), (7, 3, 4), (1, 9, 4), (9, 1, 4), (2, 8, 4), (2, 5, 3), (6, 5, 5)]


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "k"), BOARDS)
def test_the_score_of_every_move_agrees_with_minimax(width: int, height: int, k: int) -> None:
    game = ConnectFour(width, height, k)
    solver = ConnectFourSolver(game, table_mib=1)
    drawn = (random_position(game, seed) for seed in range(150))
    small = [state for state in drawn if is_small(game, state, 3000)]
    assert len(small) >= 8
    for state in small:
        expected = {move: -naive_score(game, game.play(state, move)) for move in game.moves(state)}
        assert solver.scores(state) == expected, game.position_text(state)
        assert solver.solve(state).score == max(expected.values())


def test_code_for_one_board_and_for_all_boards_search_the_same_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ConnectFour()
    states = [state for state, _ in published("L2_R1")[:50]]
    own = ConnectFourSolver(game, table_mib=16).solve_all(states)
    monkeypatch.setattr("kibitz.kernels.solvers.connect_four.solver.SMALL_BOARD", 42)
    general = ConnectFourSolver(game, table_mib=16).solve_all(states)
    assert [(s.score, s.nodes) for s in general] == [(s.score, s.nodes) for s in own]


def test_a_line_of_best_play_keeps_its_score_to_the_end(standard: ConnectFourSolver) -> None:
    facts = published("L2_R1")[:10] + published("L3_R1")[:10]
    assert len(facts) == 20
    for state, score in facts:
        line = standard.line(state)
        for move in line:
            assert standard.scores(state)[move] == score
            state, score = standard.game.play(state, move), -score
        ended = standard.game.result(state)
        assert ended is not None
        assert standard.game.solved_score(state, ended, 0) == score


def test_a_finished_game_has_the_score_of_its_end(standard: ConnectFourSolver) -> None:
    won = after(standard.game, "1212121")
    assert standard.solve(won).score == -18
    assert standard.scores(won) == {}
    assert standard.line(won) == ()


def test_forgetting_brings_back_the_same_search(standard: ConnectFourSolver) -> None:
    state = published("L2_R2")[3][0]
    standard.reset()
    first = standard.solve(state).nodes
    assert standard.solve(state).nodes < first
    standard.reset()
    assert standard.solve(state).nodes == first


def test_generations_that_are_used_up_leave_nothing_behind() -> None:
    game = ConnectFour(8, 4)  # so that a table of this size has few generations
    solver = ConnectFourSolver(game, table_mib=1)
    state = after(game, "4455")
    first = solver.solve(state, weak=True).nodes
    for _ in range(300):
        solver.reset()
    assert solver.solve(state, weak=True).nodes == first


def test_a_limit_leaves_bounds_that_hold(standard: ConnectFourSolver) -> None:
    state, score = published("L1_R3")[0]
    standard.reset()
    solved = standard.solve(state, limits=Limits(nodes=50_000))
    assert solved.stopped_by == "nodes"
    assert solved.score is None
    assert solved.low <= score <= solved.high
    assert 50_000 <= solved.nodes < 52_000
    with fake_clock():
        assert standard.solve(standard.game.initial(), limits=Limits(time=3600)).stopped_by == "time"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_raised_flag_ends_the_work(threads: int) -> None:
    solver = ConnectFourSolver(ConnectFour(), table_mib=16, threads=threads)
    stop = LateFlag(10_000)
    assert solver.solve(solver.game.initial(), stop=stop).stopped_by == "stop"
    assert solver.solve(after(solver.game, "44444"), stop=stop).stopped_by == "stop"
    assert set(solver.scores(solver.game.initial(), stop=stop)) == set()


def test_a_flag_remembers_no_search_that_is_over(standard: ConnectFourSolver) -> None:
    stop = StopFlag()
    for state, score in published("L3_R1")[:50]:
        assert standard.solve(state, stop=stop).score == score
    assert stop._listeners == []


def test_a_game_without_a_solver_is_refused() -> None:
    with pytest.raises(Unsuited, match="neither connect-four nor othello"):
        choose_backend(find_searcher("perfect")[0], find_game("tic-tac-toe"), "compiled")


@pytest.mark.parametrize("mib", [0, -1, 1 << 30])
def test_a_table_that_the_machine_has_no_room_for_is_refused(mib: int) -> None:
    with pytest.raises(BadOption, match=rf"table_mib={mib} is not allowed; give a number of MiB from 1 to \d+"):
        ConnectFourSolver(ConnectFour(), table_mib=mib)


def test_a_table_too_small_to_tell_positions_apart_is_refused() -> None:
    with pytest.raises(BadOption, match=r"table_mib=16 is too small for .*width=8.*, which needs at least 128"):
        ConnectFourSolver(ConnectFour(8, 7), table_mib=16)


@pytest.mark.parametrize("threads", [0, 65])
def test_a_number_of_threads_that_makes_no_sense_is_refused(threads: int) -> None:
    with pytest.raises(BadOption, match=f"threads={threads} is not allowed"):
        ConnectFourSolver(ConnectFour(), threads=threads)
