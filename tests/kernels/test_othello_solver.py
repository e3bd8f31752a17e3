"""The Othello solver against published endgames, solved boards, counted games and plain minimax."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from helpers.naive import WIN, minimax
from helpers.paths import FACTS
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import BadOption
from kibitz.core.game import Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag, find_searcher
from kibitz.games.othello import Othello
from kibitz.kernels.backends import choose_backend
from kibitz.kernels.perft import perft
from kibitz.kernels.solvers.othello.bitboard import flips, mobility
from kibitz.kernels.solvers.othello.perft import leaves
from kibitz.kernels.solvers.othello.solver import OthelloSolver

STANDARD = Othello()
FFO = FACTS / "othello" / "ffo.txt"

# A. Bik's convention, by size and depth: the first two published, 6x6 and 4x4 counted by independent programs.
LEAVES = {(8, 9): 3_005_288, (8, 8): 390_216, (6, 8): 308_716, (4, 13): 59_564}


class Problem(NamedTuple):
    """A published endgame: the score for the side to move, and the scores of all its moves by name."""

    text: str
    score: int
    best: frozenset[str]
    scores: dict[str, int]

    @property
    def state(self) -> State:
        return STANDARD.parse_position(self.text)


def problem(line: str) -> Problem:
    _, _, board, side, score, best, every = line.split()
    scores = {name: int(value) for name, value in (pair.split(":") for pair in every.split(","))}
    return Problem(f"{board} {side}", int(score), frozenset(best.split(",")), scores)


PROBLEMS = [problem(line) for line in FFO.read_text(encoding="ascii").splitlines() if not line.startswith("#")]


@pytest.fixture(scope="module")
def standard() -> OthelloSolver:
    return OthelloSolver(STANDARD, table_mib=16)


def late_position(game: Othello, seed: int, free: int) -> State:
    """A position of a random game with at most so many free cells, in which somebody can move."""
    rng = random.Random(seed)
    while True:
        state = game.initial()
        while game.result(state) is None:
            if (state[0] | state[1]).bit_count() >= game.size**2 - free:
                return state
            state = game.play(state, rng.choice(game.moves(state)))


def test_published_endgames_have_their_scores_and_best_moves(standard: OthelloSolver) -> None:
    """FFO 1 to 19, with 14 to 16 free cells."""
    assert len(PROBLEMS[:19]) == 19
    for fact in PROBLEMS[:19]:
        found = standard.analyse(fact.state)
        assert found.score == fact.score, fact
        assert STANDARD.move_name(found.line[0]) in fact.best, fact


def test_every_move_of_a_published_endgame_has_its_score(standard: OthelloSolver) -> None:
    for fact in (PROBLEMS[0], PROBLEMS[4], PROBLEMS[19]):
        scores = {STANDARD.move_name(move): score for move, score in standard.scores(fact.state).items()}
        assert scores == fact.scores


def test_only_the_sign_is_less_work(standard: OthelloSolver) -> None:
    assert len(PROBLEMS[:6]) == 6
    for fact in PROBLEMS[:6]:
        standard.reset()
        whole = standard.solve(fact.state)
        standard.reset()
        sign = standard.solve(fact.state, weak=True)
        assert sign.score == (fact.score > 0) - (fact.score < 0)
        assert sign.nodes <= whole.nodes


def test_four_by_four_is_lost_by_eight_discs_and_two_free_cells() -> None:
    game = Othello(4)
    solver = OthelloSolver(game, table_mib=1)
    assert solver.solve(game.initial()).score == -10
    state = game.initial()
    line = solver.line(state)
    for move in line:
        state = game.play(state, move)
    assert sorted((state[0].bit_count(), state[1].bit_count())) == [3, 11]


@pytest.mark.slow
def test_plain_python_visits_the_same_nodes_as_compiled_code() -> None:
    """What the compiler might hide shows there: an index out of range, a name that is not bound."""
    code = """if True:
        from kibitz.games.othello import Othello
        from kibitz.kernels.solvers.othello.solver import OthelloSolver
        print(OthelloSolver(Othello(4), table_mib=1).solve(Othello(4).initial()).nodes)
    """
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(run.stdout) == OthelloSolver(Othello(4), table_mib=1).solve(Othello(4).initial()).nodes


@pytest.mark.parametrize("size", [6, 8])
@pytest.mark.parametrize("free", [1, 3, 5, 6])
def test_the_solver_agrees_with_minimax(size: int, free: int, standard: OthelloSolver) -> None:
    game = Othello(size)
    solver = standard if size == 8 else OthelloSolver(game, table_mib=1)
    for seed in range(6):
        state = late_position(game, seed, free)
        truth = minimax(game, state, 99) // WIN
        assert solver.solve(state).score == truth
        end = state
        line = solver.line(state)
        for move in line:
            end = game.play(end, move)
        assert game.result(end) == (truth if len(line) % 2 == 0 else -truth)


def test_two_threads_find_the_same_scores() -> None:
    solver = OthelloSolver(STANDARD, table_mib=16, threads=2)
    facts = PROBLEMS[12:19]
    assert len(facts) == 7
    assert [solver.solve(fact.state).score for fact in facts] == [fact.score for fact in facts]


def test_a_limit_or_a_flag_ends_the_work_and_the_bounds_stay_true(standard: OthelloSolver) -> None:
    hard = PROBLEMS[40]
    found = standard.solve(hard.state, limits=Limits(nodes=20_000))
    assert found.stopped_by == "nodes"
    assert found.low <= hard.score <= found.high
    assert found.nodes < 40_000
    stop = StopFlag()
    stop.up()
    assert standard.solve(hard.state, stop=stop).stopped_by == "stop"
    assert standard.scores(hard.state, limits=Limits(nodes=20_000)) == {}


def test_moves_and_turned_discs_are_those_of_the_rules() -> None:
    rng = random.Random(7)
    state = STANDARD.initial()
    plies = 0
    while STANDARD.result(state) is None:
        moves: list[Move] = [move for move in STANDARD.moves(state) if move < 64]
        assert int(mobility(*state[:2])) == sum(1 << move for move in moves)
        for move in moves:
            assert int(flips(state[0], state[1], move)) == state[1] ^ STANDARD.play(state, move)[0]
        state = STANDARD.play(state, rng.choice(STANDARD.moves(state)))
        plies += 1
    assert plies > 50


@pytest.mark.parametrize(("size", "depth"), LEAVES)
def test_games_of_a_given_length_are_counted_as_published(size: int, depth: int) -> None:
    game = Othello(size)
    assert leaves(game, game.initial(), depth) == LEAVES[size, depth]


@pytest.mark.slow
def test_both_ways_of_counting_agree_near_the_end_of_the_game() -> None:
    """Passes and finished games count there."""
    state = late_position(STANDARD, 3, 7)
    for depth in range(8):
        assert leaves(STANDARD, state, depth) == perft(STANDARD, state, depth).nodes[-1]


def test_perfect_uses_the_solver_where_it_pays() -> None:
    perfect = find_searcher("perfect")[0]
    assert choose_backend(perfect, STANDARD) == "compiled"
    assert choose_backend(perfect, Othello(4)) == "reference"
    with pytest.raises(BadOption, match="table_mib=4000000 is not allowed"):
        OthelloSolver(STANDARD, table_mib=4_000_000)
    with pytest.raises(BadOption, match="threads=0 is not allowed"):
        OthelloSolver(STANDARD, threads=0)


def test_a_file_of_problems_is_answered_line_by_line() -> None:
    board = PROBLEMS[19].text.split()[0]
    lines = f"% FFO 20\n{board} X; H5:+6; G6:-2;\n{board} X\n{board[:-1]} X\n{board} Z\n"
    said = CliRunner().invoke(command, ["solve", "othello", "--table", "1", "--file", "-"], input=lines)
    assert said.exit_code == 1
    first, second, short, side = said.stdout.splitlines()
    assert first.split()[2] == second.split()[2] == "6"
    assert "got 63 characters" in short
    assert "The side to move is X (Black) or O (White)" in side


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("X" * 63 + " X", "got 63 characters in"),
        ("X" * 63 + "? X", "got 64 characters, with ? among them, in"),
        ("X" * 63 + "- Y", "The side to move is X (Black) or O (White), written after the board; got 'Y'"),
        ("X" * 63 + "-", "The side to move is X (Black) or O (White), written after the board; got ''"),
    ],
)
def test_a_position_that_is_none_is_refused_in_one_sentence(position: str, sentence: str) -> None:
    said = CliRunner().invoke(command, ["solve", "othello", "--position", position])
    assert said.exit_code == 2
    assert sentence in said.stderr
