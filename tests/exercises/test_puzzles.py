"""Puzzles: what they say is what brute force finds, their seeds mean the same everywhere, and no two are alike."""

from __future__ import annotations

import datetime
import functools
import re
from pathlib import Path

import pytest

from helpers import naive
from helpers.circles import Chase, SpringingChase
from helpers.paths import ROOT
from kibitz.core.errors import Unfinished, UnknownName, Unsuited
from kibitz.core.game import Game, State, find_game
from kibitz.core.loading import load_game
from kibitz.core.rng import Rng
from kibitz.exercises.daily import make_daily_set
from kibitz.exercises.kind import find_kind, make_task, make_tasks
from kibitz.exercises.marking import Outcome, mark_question, solve
from kibitz.exercises.puzzles.exact import find_exact_scores
from kibitz.exercises.puzzles.retrograde import work_out
from kibitz.exercises.task import Task
from kibitz.play.records import parse_state

TREBLECROSS = "examples/treblecross.py"
RACK = "connect-four:width=4,height=3,k=3"
MISERE = "take-away:chips=20,take=3,misere=true"
SMALL = ["tic-tac-toe", "take-away", MISERE, RACK, TREBLECROSS, "othello:size=4"]
MOVE_KINDS = ["puzzle-win", "puzzle-save"]
KINDS = [*MOVE_KINDS, "puzzle-score"]

COINS = '''
from dataclasses import dataclass
from kibitz import ONGOING, Game, Rules, View

@dataclass(frozen=True)
class Coins(Game):
    """A row of coins; take one from an end; the game is won by as much as one has more than the other."""
    name = "coins"
    num_moves = 2
    max_result = 20
    row = (1, 5, 2, 4, 3, 1)

    def initial(self):
        return (0, 6, 0, 0)  # first coin, end, lead of the side to move, whose turn

    def rules(self):
        row = self.row
        def moves(state, out):
            out[0], out[1] = 0, 1
            return 2 if state[1] - state[0] > 1 else 1
        def play(state, move):
            coin = row[state[0]] if move == 0 else row[state[1] - 1]
            first, end = (state[0] + 1, state[1]) if move == 0 else (state[0], state[1] - 1)
            return (first, end, -(state[2] + coin), 1 - state[3])
        def result(state):
            return state[2] if state[0] == state[1] else ONGOING
        return Rules(moves, play, result)

    def view(self, state):
        return View(("".join(str(n) if state[0] <= i < state[1] else "." for i, n in enumerate(self.row)),), {})

    def move_name(self, move):
        return ("left", "right")[move]
'''


def try_levels(kind: str, game: str, seeds: int = 3) -> list[Task]:
    """Puzzles of all levels that the game has."""
    tasks = []
    for level in range(1, 6):
        for seed in range(1, seeds + 1):
            try:
                tasks.append(make_task(kind, level, seed, game))
            except Unfinished:
                break
    return tasks


def brute_force(game: Game, state: State) -> dict[str, tuple[int, int]]:
    """Every move with its outcome and the plies to the end, negative for a win, by looking at every game.

    In a draw and in a game that is won by more or less, the plies are 0.
    """

    @functools.cache
    def value(state: State) -> tuple[int, int]:
        result = game.result(state)
        if result is not None:
            return result, 0
        return max(after(state, move) for move in game.moves(state))

    def after(state: State, move: int) -> tuple[int, int]:
        """Greater is better: plies to a win are negative."""
        outcome, plies = value(game.play(state, move))
        if game.max_result > 1 or outcome == 0:
            return -outcome, 0
        return -outcome, -(abs(plies) + 1) if outcome < 0 else abs(plies) + 1

    return {game.move_name(move): after(state, move) for move in game.moves(state)}


def look_ahead(game: Game, state: State, depth: int) -> dict[str, int]:
    """What a search of this depth sees of every move: who has won by then, and nothing else."""

    @functools.cache
    def value(state: State, depth: int) -> int:
        result = game.result(state)
        if result is not None or depth == 0:
            return (result or 0) and (1 if (result or 0) > 0 else -1)
        return max(-value(game.play(state, move), depth - 1) for move in game.moves(state))

    return {game.move_name(move): -value(game.play(state, move), depth - 1) for move in game.moves(state)}


def position_of(task: Task) -> tuple[Game, State]:
    game = load_game(task.game)
    return game, parse_state(game, task.data["position"])


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("kind", KINDS)
def test_the_answer_is_what_brute_force_finds_and_no_other_is_right(kind: str, game: str) -> None:
    tasks = try_levels(kind, game, seeds=1 if game.startswith("othello") else 3)
    assert tasks, "every one of these games has some"
    for task in tasks:
        worths, answer = brute_force(*position_of(task)), solve(task)
        assert len(worths) > 1, "the only legal move is no puzzle"
        best = max(worths.values())
        if kind == "puzzle-score":
            plies = abs(best[1])
            own = plies // 2 if best[0] < 0 else (plies + 1) // 2
            assert answer == {"score": str(own if plies else abs(best[0]))}
            continue
        assert [name for name, worth in worths.items() if worth == best] == [answer["move"]]
        if kind == "puzzle-save":
            assert [name for name, worth in worths.items() if worth[0] >= 0] == [answer["move"]]
        elif best[1]:
            how = "at once" if best[1] == -1 else f"in {(1 - best[1]) // 2} move"
            assert how in task.title
        else:
            assert f"by {best[0]} disc" in task.title


@pytest.mark.parametrize("game", ["tic-tac-toe", MISERE, RACK])
@pytest.mark.parametrize("kind", MOVE_KINDS)
def test_the_level_is_how_far_a_search_must_look(kind: str, game: str) -> None:
    tasks = try_levels(kind, game)
    assert {1, 2, 3} <= {task.level for task in tasks}
    for task in tasks:
        cost, answer = find_kind(kind).find_cost(task), solve(task)["move"]
        assert [1, 3, 5, 7, 9][task.level - 1] <= cost <= [2, 4, 6, 8, 12][task.level - 1]
        for depth in range(1, cost + 2):
            seen = look_ahead(*position_of(task), depth)
            best = [name for name, value in seen.items() if value == max(seen.values())]
            assert (best == [answer]) == (depth >= cost)


@pytest.mark.parametrize("game", [*SMALL[:3], "mnk:width=4,height=3,k=3"])
def test_the_exact_solver_agrees_with_brute_force(game: str) -> None:
    rules, rng = find_game(game), Rng(11)
    for _ in range(10):
        state = rules.initial()
        for _ in range(3):
            moves = rules.moves(state)
            state = rules.play(state, rng.choice(moves)) if len(moves) > 2 else state
        scores = find_exact_scores(rules, state, 10**6).scores
        assert scores is not None
        expected = {name: (outcome, abs(plies)) for name, (outcome, plies) in brute_force(rules, state).items()}
        found = {rules.move_name(move): (score.points, score.distance or 0) for move, score in scores.items()}
        assert found == expected


@pytest.mark.parametrize(
    ("kind", "level", "game", "position", "answer"),
    [
        ("puzzle-win", 3, "tic-tac-toe", "---X----O X", "a3"),
        ("puzzle-save", 2, "connect-four:width=5,height=4", "--OO-XXOX-OOOXXXOXXO X", "2"),
        ("puzzle-win", 2, "mnk:width=5,height=5,k=4", "-O--OOX-X-OO-XXX-XOOOOXXX X", "c2"),
        ("puzzle-score", 2, "othello", "OOOOOOOXOOOOOOOXXOOOXXXX-OXOOOXX-XXOOOX-XXXXOOXXXXXOOOXXXOO-O-XX O", "14"),
        ("puzzle-save", 3, "take-away:chips=30", "11 First", "3"),
        ("puzzle-score", 1, "examples/treblecross.py", "state 37 1", "1"),
    ],
)
def test_a_seed_means_the_same_puzzle_everywhere(kind: str, level: int, game: str, position: str, answer: str) -> None:
    task = make_task(kind, level, 7, game)
    assert task.data == {"position": position}
    assert list(solve(task).values()) == [answer]
    assert task == make_task(kind, level, 7, game)


def test_marking_accepts_the_solution_alone_and_tells_a_later_win() -> None:
    outcomes = set()
    for task in [*try_levels("puzzle-win", RACK), *try_levels("puzzle-save", RACK)]:
        (question,) = task.questions
        for choice in question.choices:
            outcome = mark_question(task, question, choice).outcome
            assert (outcome is Outcome.RIGHT) == (choice == solve(task)["move"])
            outcomes.add(outcome)
    assert Outcome.OTHER_CONVENTION in outcomes, "a move that wins later is told so"
    score = make_task("puzzle-score", 2, 1, "tic-tac-toe")
    (question,) = score.questions
    for number in range(9):
        right = mark_question(score, question, str(number)).is_right
        assert right == (str(number) == solve(score)["score"])


def test_no_two_puzzles_of_a_set_are_alike() -> None:
    game = find_game("tic-tac-toe")
    tasks = make_tasks("puzzle-win", 2, 1, "tic-tac-toe", 12)
    assert len({game.canonical(parse_state(game, task.data["position"])) for task in tasks}) == 12
    # Two, three or five chips: those are all. That it can be either side's move makes no other puzzle.
    with pytest.raises(Unfinished, match="only 3 different"):
        make_tasks("puzzle-win", 1, 1, "take-away", 4)


@pytest.mark.parametrize("game", ["tic-tac-toe", "take-away", TREBLECROSS, "othello:size=4"])
def test_explanations_cover_every_move_and_hints_do_not_give_the_answer_away(game: str) -> None:
    for kind in KINDS:
        tasks = try_levels(kind, game, seeds=1)
        assert tasks, kind
        for task in tasks:
            (question,) = task.questions
            explanation, hint = find_kind(kind).explain(task, question), find_kind(kind).hint(task, question)
            rules, state = position_of(task)
            told = re.findall(r"\w+", explanation)
            assert all(rules.move_name(move) in told for move in rules.moves(state)), explanation
            if kind in MOVE_KINDS and game in ("tic-tac-toe", "othello:size=4"):
                assert solve(task)["move"] not in hint
            assert "  " not in explanation + hint


def test_a_recorded_search_finds_the_solution() -> None:
    for kind in MOVE_KINDS:
        task = make_task(kind, 2, 1, "tic-tac-toe")
        recording = find_kind(kind).record(task)
        assert recording is not None
        assert recording.result is not None
        assert find_game("tic-tac-toe").move_name(recording.result.move or 0) == solve(task)["move"]


def test_a_game_of_ones_own_that_is_won_by_points(tmp_path: Path) -> None:
    file = tmp_path / "coins.py"
    file.write_text(COINS)
    task = make_task("puzzle-score", 2, 1, str(file))
    worths = brute_force(*position_of(task))
    assert solve(task) == {"score": str(abs(max(worths.values())[0]))}
    assert re.fullmatch(r"How many points will [XO] win by\?", task.title)


@pytest.mark.parametrize("chase", [*map(Chase, range(3)), *map(SpringingChase, range(3))], ids=str)
def test_games_whose_positions_come_again_are_worked_out_backwards(chase: Chase) -> None:
    """As an independent retrograde analysis does it; a draw by circles has no distance."""
    found, truth = work_out(chase), naive.retrograde(chase)
    assert found is not None
    assert found.keys() <= truth.keys()
    for state, score in found.items():
        outcome, plies = truth[state]
        assert (score.points, score.distance or 0) == (outcome, plies if outcome else 0), state


def test_puzzles_come_from_a_game_of_ones_own_whose_positions_come_again() -> None:
    """Mu Torere is a draw with best play (M. Ascher, 1987), and its wins are short."""
    text = str(ROOT / "tests" / "helpers" / "mu_torere.py")
    game = load_game(text)
    found = work_out(game)
    assert found is not None
    assert found[game.initial()].points == 0
    for kind in KINDS:
        task = make_task(kind, 2, 1, text)
        state = parse_state(game, task.data["position"])
        wins = [game.move_name(move) for move in game.moves(state) if found[game.play(state, move)].points < 0]
        holds = [game.move_name(move) for move in game.moves(state) if found[game.play(state, move)].points <= 0]
        if kind == "puzzle-win":
            assert solve(task)["move"] in wins
        elif kind == "puzzle-save":
            assert holds == [solve(task)["move"]]
        else:
            assert solve(task)["score"] == str(((found[state].distance or 0) + 1) // 2)


@pytest.mark.parametrize(
    ("game", "error", "says"),
    [
        ("six-mens-morris", Unsuited, "its positions come again, and there are more than 20,000 of them"),
        ("mnk:width=15,height=15,k=5", Unsuited, "cannot be solved"),
        ("chess", UnknownName, "no game called 'chess'"),
        ("tic-tac-toe", Unfinished, "take another level"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_sentence(game: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says) as raised:
        make_task("puzzle-win", 5, 1, game)
    assert str(raised.value).count(". ") == 0


def test_the_daily_set_follows_from_the_date_alone() -> None:
    day = datetime.date(2026, 11, 16)
    tasks = make_daily_set(day)
    assert [task.level for task in tasks] == [1, 2, 3, 4, 5]
    assert len({task.game for task in tasks}) == 5
    assert tasks == make_daily_set(day)
    assert [task.data for task in tasks] != [task.data for task in make_daily_set(datetime.date(2026, 11, 19))]
