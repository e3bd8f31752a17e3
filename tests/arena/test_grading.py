"""Grades: correlations and intervals against oracles, losses against naive play, and what is refused."""

from __future__ import annotations

import json
import random
from functools import cache
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner

from helpers.naive import WIN, minimax
from kibitz.analysis.exact_scores import judge
from kibitz.analysis.judged_position import JudgedPosition
from kibitz.arena.grade_statistics import Guess, Mark, PhaseGrade, kendall, share_interval, spearman, summarise
from kibitz.arena.grading import Grade, Grading
from kibitz.arena.sampling import PHASES, find_phases, sample_positions
from kibitz.cli.main import kibitz as command
from kibitz.core.game import Game, State, find_game
from kibitz.play.positions import record_at


def graded(game: str, player: str = "", evaluator: str = "", *, positions: int = 60, seed: int = 0) -> Grading:
    grading = Grading(game, player, evaluator, positions=positions, seed=seed)
    assert list(grading.run()) == grading.marks
    return grading


def altogether(grade: Grade) -> PhaseGrade:
    assert grade.phases[-1].phase == "all"
    return grade.phases[-1]


# Statistics.


def test_rank_correlations_are_those_of_scipy() -> None:
    from scipy import stats  # takes a second to import

    """With few values there are ties on either side and on both."""
    rng = random.Random(1)
    for values in (2, 4, 30, 10_000):
        xs = [rng.randrange(values) for _ in range(80)]
        ys = [x + rng.randrange(-values, values) for x in xs]
        assert spearman(xs, ys) == pytest.approx(stats.spearmanr(xs, ys).statistic)
        assert kendall(xs, ys) == pytest.approx(stats.kendalltau(xs, ys, variant="b").statistic)


def test_tau_b_by_hand() -> None:
    """Ten pairs: four agree, two disagree, two are tied in x, three in y, one of these in both."""
    assert kendall([1, 1, 2, 3, 3], [1, 2, 3, 2, 2]) == pytest.approx((4 - 2) / (8 * 7) ** 0.5)


def test_a_right_order_is_one_a_reversed_one_minus_one_and_no_order_none() -> None:
    scores = [3, -2, 0, 0, 5, -7]
    assert spearman([score**3 for score in scores], scores) == pytest.approx(1)
    assert kendall([score**3 for score in scores], scores) == pytest.approx(1)
    assert kendall([-score for score in scores], scores) == pytest.approx(-1)
    assert spearman([4] * 6, scores) is kendall([4] * 6, scores) is kendall([], []) is spearman([1], [1]) is None


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_the_published_one(count: int, total: int, low: float, high: float) -> None:
    """Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3."""
    assert share_interval(count, total) == pytest.approx((low, high), abs=5e-5)


def test_losses_are_counted_in_points_and_in_classes() -> None:
    scores = {0: 4, 1: 2, 2: 0, 3: -6}
    marks = [Mark("end", (), scores, played) for played in scores]
    found = summarise("end", marks, [Guess("end", 7, 4), Guess("end", 9, 5)])
    assert (found.optimal, found.kept) == (0.25, 0.5)
    assert (found.loss, found.class_loss) == (4.0, 0.75)
    assert (found.random_optimal, found.random_loss) == (0.25, 4.0)
    assert (found.won, found.drawn, found.lost) == (4, 0, 0)
    assert found.spearman == pytest.approx(1)


# Positions.


@pytest.mark.slow
def test_positions_are_different_spread_and_the_same_for_the_same_seed() -> None:
    game = find_game("tic-tac-toe")
    phases = find_phases(game, lambda game, state: True)
    assert [(name, *plies) for name, plies in phases.items()] == [
        ("opening", 0, 1, 2),
        ("middle", 3, 4, 5),
        ("end", 6, 7, 8),
    ]
    places = list(sample_positions(game, phases["middle"], 5, set(), lambda game, state: True))
    assert {len(place.moves) for place in places} == {3, 4, 5}
    assert len({game.canonical(place.state) for place in places}) == len(places) > 100
    assert places == list(sample_positions(game, phases["middle"], 5, set(), lambda game, state: True))
    assert places[0] != next(sample_positions(game, phases["middle"], 6, set(), lambda game, state: True))


def test_a_phase_begins_where_positions_are_wanted() -> None:
    game = find_game("tic-tac-toe")
    phases = find_phases(game, lambda game, state: "".join(game.view(state).rows).count(".") <= 4)
    assert [list(plies) for plies in phases.values()] == [[], [5], [6, 7, 8]]


# Grades.


@cache
def naive_worth(game: Game, state: State) -> int:
    """For the side that has moved to get there."""
    return -minimax(game, state, depth=100) // WIN


@pytest.mark.slow
def test_a_perfect_player_loses_nothing() -> None:
    for game, player in (("tic-tac-toe", "strong"), ("connect-four", "perfect")):
        grade = graded(game, player, positions=30).grade()
        assert [line.phase for line in grade.phases] == [*PHASES, "all"]
        for line in grade.phases:
            assert (line.optimal, line.kept, line.loss, line.class_loss) == (1.0, 1.0, 0.0, 0.0)
            assert line.random_loss > 0
        assert grade.worst == []


@pytest.mark.slow
def test_the_losses_of_a_random_player_are_those_of_naive_play() -> None:
    game, grading = find_game("tic-tac-toe"), graded("tic-tac-toe", "random", positions=40, seed=3)
    losses, expected = list[int](), list[float]()
    for mark in grading.marks:
        state = record_at(game, moves="".join(map(game.move_name, mark.line))).state
        worth = {move: naive_worth(game, game.play(state, move)) for move in game.moves(state)}
        best = max(worth.values())
        losses.append(best - worth[mark.played])
        expected.append(sum(best - one for one in worth.values()) / len(worth))
    line = altogether(grading.grade())
    assert line.positions == len(losses) == 40
    assert line.loss == line.class_loss == pytest.approx(sum(losses) / 40)
    assert line.optimal == losses.count(0) / 40
    assert line.random_loss == pytest.approx(sum(expected) / 40)
    assert line.loss == pytest.approx(line.random_loss, abs=0.4)


def test_an_evaluator_that_knows_the_game_is_perfect() -> None:
    """In Take-Away a multiple of take + 1 chips is lost, and the evaluator says just that."""
    line = altogether(graded("take-away", evaluator="modulo").grade())
    assert (line.optimal, line.loss) == (1.0, 0.0)
    assert line.kendall == pytest.approx(1)
    assert line.guesses > line.positions  # lost positions are no test, but can be guessed at


@pytest.mark.slow
def test_connect_four_heuristics_come_in_the_order_one_expects() -> None:
    windows, columns, zero = (
        altogether(graded("connect-four", evaluator=name).grade()) for name in ("windows", "columns", "zero")
    )
    assert windows.loss < min(columns.loss, zero.loss)
    assert windows.spearman is not None
    assert columns.spearman is not None
    assert windows.spearman > columns.spearman > 0
    assert zero.spearman is None
    assert min(windows.won, windows.drawn, windows.lost) > 0


# The command.


@pytest.mark.slow
def test_the_command_answers_with_links_that_open_the_position() -> None:
    words = ["grade", "tic-tac-toe", "alphabeta:depth=1", "--positions", "30", "--worst", "2"]
    said = CliRunner().invoke(command, [*words, "--json"])
    assert said.exit_code == 0, said.output
    answer = json.loads(said.stdout)
    assert len(answer["worst"]) == 2
    worst = answer["worst"][0]
    query = parse_qs(urlsplit(worst["link"]).query)
    game = find_game(query["game"][0])
    record = record_at(game, moves=query["moves"][0])
    assert str(game) == answer["game"]
    assert game.players[record.to_move] == worst["to_move"]
    child = game.play(record.state, game.legal_move(record.state, worst["played"]))
    assert naive_worth(game, child) == worst["played_score"] < worst["best_score"]
    printed = CliRunner().invoke(command, words).output
    assert printed.count("http://127.0.0.1:8017/play?game=") == 2
    assert "Kendall" in printed


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("othello", "random", "--phase", "opening"), "no position could be solved, so"),
        (("take-away", "random", "--phase", "end"), "no position was found in which one move is better"),
        (("tic-tac-toe", "random", "--phase", "late"), "opening, middle, end"),
        (("tic-tac-toe", "random", "--positions", "0"), "choose 1 to 100,000"),
        (("tic-tac-toe",), "name a player"),
        (("tic-tac-toe", "human"), "cannot be asked here"),
        (("tic-tac-toe", "--eval", "phased"), "not for mnk"),
    ],
)
def test_what_cannot_be_graded_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = CliRunner().invoke(command, ["grade", *words])
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_position_that_takes_too_long_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def hesitant(game: Game, state: State, seconds: float) -> JudgedPosition | None:
        return judge(game, state) if game.to_move(state) == 0 else None

    monkeypatch.setattr("kibitz.arena.grade_task.judge", hesitant)
    grading = graded("tic-tac-toe", "random", positions=30)
    grade = grading.grade()
    assert sum(grade.unsolved.values()) > 0
    assert {len(mark.line) % 2 for mark in grading.marks} == {0}
