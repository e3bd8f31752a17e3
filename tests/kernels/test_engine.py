"""The engine agrees with naive minimax to the end of the game, whatever is switched off, and keeps its limits."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from helpers import naive
from helpers.clocks import LateFlag, fake_clock
from helpers.wordless import Wordless
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.score import Bound, is_decided
from kibitz.core.searching import SearchResult, find_searcher
from kibitz.kernels.common.control import Control
from kibitz.kernels.common.transposition_table import GENERATIONS, lease
from kibitz.kernels.engine.deepening import GUESS_TO, Deepening
from kibitz.kernels.engine.descent import LOOK
from kibitz.kernels.searchers.engine import Engine

SMALL = [
    "tic-tac-toe",
    "mnk:width=4,height=3,k=3",
    "connect-four:width=5,height=4",
    "othello:size=4",
    "take-away:chips=15,take=4,misere=true",
]
SWITCHES = 5  # lmr, symmetry, killers, history, order_by_eval
SAME_PLY = ["tic-tac-toe", "connect-four:width=5,height=4"]


def positions(game: Game, number: int, largest: int) -> list[State]:
    """Different random positions whose whole game tree is small enough for naive minimax."""
    states = dict.fromkeys(naive.random_position(game, seed) for seed in range(3 * number))
    return [state for state in states if naive.is_small(game, state, largest)][:number]


def check_solved(game: Game, state: State, answer: SearchResult, where: str) -> None:
    """Value, distance and move are those of minimax, and every root score is a true one."""
    truth = naive.minimax(game, state, 10_000, sooner=True)
    assert answer.score.value == truth, where
    assert (answer.score.bound, answer.score.proven) == (Bound.EXACT, True), where
    assert answer.score.distance == (-abs(truth) % naive.WIN if is_decided(truth) else None), where
    for move, score, *_ in answer.roots:
        worth = -naive.minimax(game, game.play(state, move), 10_000, sooner=True)
        worth -= (worth > 500_000) - (worth < -500_000)
        if move == answer.move:
            assert worth == truth, f"{where}: played a worse move"
        if score.proven:
            assert score.bound == Bound.UPPER or score.value <= worth, (
                f"{where}: {score} for move {move}, worth {worth}"
            )
            assert score.bound == Bound.LOWER or score.value >= worth, (
                f"{where}: {score} for move {move}, worth {worth}"
            )
    for move in answer.line:
        assert move in game.moves(state), f"{where}: the line is not legal"
        state = game.play(state, move)


@pytest.mark.slow
@pytest.mark.parametrize("spec", SMALL)
def test_without_limits_the_engine_finds_what_minimax_finds(spec: str) -> None:
    game = find_game(spec)
    states = positions(game, 60, 1_000)
    assert len(states) >= 13
    for state in states:
        check_solved(game, state, Engine(table_mib=1).search(game, state), f"{spec} {state}")


@pytest.mark.parametrize("spec", SMALL)
def test_a_depth_that_covers_the_rest_of_the_game_gives_what_minimax_gives(spec: str) -> None:
    game = find_game(spec)
    for state in positions(game, 30, 500):
        longest = 0
        front = [state]
        while front := [game.play(s, move) for s in set(front) for move in game.moves(s)]:
            longest += 1
        for depth in (longest, longest + 3):
            answer = Engine(table_mib=1).search(game, state, Limits(depth=depth))
            check_solved(game, state, answer, f"{spec} {state} depth {depth}")


@pytest.mark.slow
@pytest.mark.parametrize("spec", SMALL)
def test_every_combination_of_switches_is_exact(spec: str) -> None:
    game = find_game(spec)
    states = positions(game, 5, 1_000)
    for on in itertools.product((False, True), repeat=SWITCHES):
        for aspiration in (0, 1):
            lmr, symmetry, killers, history, order_by_eval = on
            engine = Engine("", 1, 1, aspiration, lmr, symmetry, killers, history, order_by_eval)
            for state in states:
                truth = naive.minimax(game, state, 10_000, sooner=True)
                for limits in (Limits(), Limits(time=60)):
                    with fake_clock(rings=0):
                        answer = engine.search(game, state, limits)
                    assert (answer.score.value, answer.score.proven) == (truth, True), f"{engine} on {spec} {state}"


@pytest.mark.slow
@pytest.mark.parametrize("spec", SAME_PLY)
def test_without_reductions_a_depth_means_what_it_means_to_minimax(spec: str) -> None:
    """In games where a position is always reached by the same number of moves; elsewhere deeper results are used."""
    game = find_game(spec)
    evaluator = find_evaluator("", game)
    for seed in range(40):
        state = naive.random_position(game, seed)
        for depth in range(1, 6):
            truth = naive.minimax(game, state, depth, evaluator, sooner=True)
            answer = Engine(lmr=False, table_mib=1).search(game, state, Limits(depth=depth))
            assert answer.score.value == truth, f"{spec} {state} depth {depth}"
            assert answer.stats.depth <= depth


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "othello", "take-away:chips=15,take=4,misere=true"])
@pytest.mark.parametrize("nodes", [1, 2, 3, 50, 777, 5_000])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_node_limit_is_kept_to_the_node_and_the_move_is_legal(spec: str, nodes: int, threads: int) -> None:
    game = find_game(spec)
    answer = Engine(threads=threads).search(game, game.initial(), Limits(nodes=nodes))
    assert answer.stats.nodes <= nodes
    assert answer.move in game.moves(game.initial())
    assert answer.line[0] == answer.move
    assert answer.stopped_by == "nodes" or answer.score.proven


@pytest.mark.parametrize("seconds", [0.001, 0.05, 300])
def test_a_time_limit_is_kept(seconds: float) -> None:
    game = find_game("connect-four")
    with fake_clock() as clock:
        answer = Engine().search(game, game.initial(), Limits(time=seconds))
    assert 0 < clock.delays[0] <= seconds
    assert answer.stopped_by == "time"
    assert answer.move in game.moves(game.initial())
    assert answer.stats.nodes <= 2 * len(clock.delays) * LOOK


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["tic-tac-toe", "mnk:width=5,height=5,k=4", "connect-four:width=5,height=4"])
def test_with_nothing_but_time_a_game_that_knows_its_outcome_is_solved_first(spec: str) -> None:
    game = find_game(spec)
    with fake_clock(rings=0):
        solved, timed = (Engine().search(game, game.initial(), limits) for limits in (Limits(), Limits(time=300)))
    assert (timed.score, timed.move, timed.stopped_by) == (solved.score, solved.move, "")
    assert timed.score.proven
    assert timed.stats.nodes == solved.stats.nodes


def test_what_cannot_be_solved_in_a_tenth_of_the_time_is_searched_in_the_rest() -> None:
    game, stop = find_game("connect-four"), LateFlag(100_000)
    with fake_clock(rings=1) as clock:  # while it solves; nothing ends the search after it but the flag
        answer = Engine().search(game, game.initial(), Limits(time=100), stop=stop)
    stop.join()
    assert clock.delays[0] == pytest.approx(10, abs=0.1)
    assert len(clock.delays) == 2
    assert (answer.stopped_by, answer.score.proven) == ("stop", False)
    assert answer.stats.depth > GUESS_TO


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_ends_when_its_flag_is_raised(threads: int) -> None:
    game, stop = find_game("connect-four"), LateFlag(10_000)
    answer = Engine(threads=threads).search(game, game.initial(), stop=stop)
    stop.join()
    assert (answer.stopped_by, answer.move in game.moves(game.initial())) == ("stop", True)
    assert answer.stats.nodes - stop.seen <= 2 * threads * LOOK


@pytest.mark.parametrize("spec", ["connect-four", "othello"])
def test_one_thread_finds_the_same_with_the_same_effort_every_time(spec: str) -> None:
    game = find_game(spec)
    first, *others = (Engine(table_mib=2).search(game, game.initial(), Limits(depth=8)) for _ in range(3))
    for other in others:
        assert replace(other.stats, seconds=0) == replace(first.stats, seconds=0)
        assert (other.move, other.score, other.line, other.roots) == (first.move, first.score, first.line, first.roots)


def test_a_table_used_by_many_searches_changes_nothing() -> None:
    game = find_game("tic-tac-toe")
    counts = {Engine(table_mib=3).search(game, game.initial()).stats.nodes for _ in range(2 * GENERATIONS + 5)}
    assert len(counts) == 1


def test_two_searches_at_a_time_have_a_table_each() -> None:
    cells = Control(Limits()).cells
    with lease(1, cells) as one, lease(1, cells) as two:
        assert one.table is not two.table


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four:width=5,height=4", "othello:size=4"])
def test_two_threads_find_the_same_value(spec: str) -> None:
    game = find_game(spec)
    alone = Engine().search(game, game.initial())
    for _ in range(3):
        together = Engine(threads=2).search(game, game.initial())
        assert (together.score, alone.score.proven) == (alone.score, True)


def test_known_values() -> None:
    """Draws but for 4x4 Othello, which White wins 11 to 3, with two cells left empty (J. Feinstein and others)."""
    assert Engine().search(find_game("tic-tac-toe"), (0, 0)).score.points == 0
    board = find_game("connect-four:width=5,height=4")
    assert Engine().search(board, board.initial()).score.points == 0
    othello = find_game("othello:size=4")
    assert Engine().search(othello, othello.initial()).score.points == -10


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "points", "distance"),
    [("width=5,height=5,k=4", 0, None), ("width=6,height=5,k=4", 1, 11), ("width=5,height=5,k=5", 0, None)],
)
def test_larger_boards_are_solved_within_a_few_nodes(board: str, points: int, distance: int | None) -> None:
    """Values from Uiterwijk and van den Herik, "The advantage of the initiative" (2000); the effort is our own."""
    game = find_game(f"mnk:{board}")
    answer = Engine().search(game, game.initial())
    assert (answer.score.points, answer.score.proven, answer.score.distance) == (points, True, distance)
    assert answer.stats.nodes < 100_000


@pytest.mark.parametrize("depth", [1, 2, 5, 9])
def test_it_takes_a_win_in_one(depth: int) -> None:
    game = find_game("connect-four")
    state = play(game, "414141")
    answer = Engine().search(game, state, Limits(depth=depth))
    assert game.move_name(answer.move if answer.move is not None else -1) == "4"
    assert (answer.score.points, answer.score.distance, answer.line) == (1, 1, (3,))


@pytest.mark.parametrize("depth", [2, 5, 9])
def test_it_prevents_a_loss_in_one(depth: int) -> None:
    game = find_game("connect-four")
    answer = Engine().search(game, play(game, "41424"), Limits(depth=depth))
    assert answer.move == 3


def test_the_line_of_a_won_position_leads_to_the_end() -> None:
    game = find_game("connect-four:width=5,height=4")
    for seed in range(60):
        state = naive.random_position(game, seed)
        answer = Engine().search(game, state)
        if answer.score.distance:
            for move in answer.line:
                state = game.play(state, move)
            assert len(answer.line) == answer.score.distance
            assert game.result(state) is not None


def test_progress_can_be_read_while_it_runs() -> None:
    game = find_game("connect-four")
    with Control(Limits(depth=6)) as control, lease(1, control.cells) as table:
        evaluator = find_evaluator("", game)
        answer = Deepening(Engine(), game, game.initial(), evaluator, Limits(depth=6), table, control).search()
    stop, nodes, depth, value, move = control.cells[:5].tolist()
    assert (stop, nodes, depth) == (0, answer.stats.nodes, 6)
    assert (value, move) == (answer.score.value, answer.move)


def test_a_finished_game_has_a_score_and_no_move() -> None:
    answer = Engine().search(find_game("take-away"), (0, 1))
    assert (answer.move, answer.score.points, answer.score.proven) == (None, -1, True)


@pytest.mark.parametrize("bad", ["table_mib=0", "threads=0", "threads=x", "lmr=perhaps", "aspiration=-1", "colour=red"])
def test_bad_options_are_refused(bad: str) -> None:
    with pytest.raises(BadOption, match=bad.split("=")[0]):
        find_searcher(f"engine:{bad}")


def test_memory_the_machine_does_not_have_is_refused() -> None:
    game = find_game("tic-tac-toe")
    with pytest.raises(BadOption, match=r"table_mib=1048576.*MiB.*smaller"):
        Engine(table_mib=1 << 20).search(game, game.initial())


def test_a_game_that_compiled_code_cannot_hold_is_refused_with_advice() -> None:
    game = Wordless()
    with pytest.raises(Unsuited, match="pvs"):
        Engine().search(game, game.initial())


def play(game: Game, moves: str) -> State:
    state = game.initial()
    for name in moves:
        state = game.play(state, game.legal_move(state, name))
    return state
