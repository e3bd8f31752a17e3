"""Matches: openings, pairs, what is counted, faults, and the same result whatever the number of workers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.example_runner import registries_restored
from helpers.waiting import HANGS
from kibitz.arena.elo import Sprt
from kibitz.arena.game_task import FinishedGame, GameTask, play_task
from kibitz.arena.game_workers import find_players, needs_process
from kibitz.arena.match import Match, MatchResult, MatchScore, game_seeds, order_by_number
from kibitz.arena.openings import make_openings, prepare_openings
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import BadFile, BadOption, Unsuited
from kibitz.core.game import Game, State, find_game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.play.records import Effort

FAULTY = '''
import os, time
from dataclasses import dataclass
from kibitz.arena import game_task
from kibitz.core.searching import Searcher, SearchResult
from kibitz.core.score import Score
from kibitz.games.take_away import TakeAway

@dataclass(frozen=True)
class Heap(TakeAway):
    """Take-Away under another name, with players that go wrong when few chips are left."""
    name = "heap"

@dataclass(frozen=True)
class Faulty(Searcher):
    name = "faulty"
    how: str = "raise"
    def search_reference(self, game, state, limits=None, *, watcher=None, stop=None):
        if state[0] <= 8:
            if self.how == "raise": raise ZeroDivisionError("one too many")
            if self.how == "die": os._exit(3)
            if self.how == "hang": time.sleep(600)
            if self.how == "slow":
                now = game_task.perf_counter
                game_task.perf_counter = lambda: now() + 3600
            if self.how == "illegal": return SearchResult(99, Score(0))
            if self.how == "print": print("noise")
        return SearchResult(game.moves(state)[0], Score(0))
'''


def play(match: Match) -> MatchResult:
    *_, score = match.play()
    return match.result(score)


def without_times(score: MatchScore) -> list[tuple[object, ...]]:
    return [
        (one.number, one.points, one.result, one.moves, [replace(effort, seconds=0) for effort in one.efforts])
        for one in (score.played[index] for index in sorted(score.played))
    ]


def after(game: Game, moves: tuple[int, ...]) -> State:
    state = game.initial()
    for move in moves:
        state = game.play(state, move)
    return state


# Openings.


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four"])
def test_openings_are_different_even_when_turned(spec: str) -> None:
    game = find_game(spec)
    made = make_openings(game, 12, seed=1)
    keys = {game.canonical(after(game, opening.moves)) for opening in made.openings}
    assert len(keys) == made.distinct == 12
    assert all(game.result(after(game, opening.moves)) is None for opening in made.openings)


def test_openings_follow_from_the_seed() -> None:
    game = find_game("tic-tac-toe")
    assert make_openings(game, 8, seed=3) == make_openings(game, 8, seed=3) != make_openings(game, 8, seed=4)


def test_openings_of_tic_tac_toe_are_draws_as_far_as_there_are() -> None:
    """Of its 12 different positions after two moves, 5 answers to the three first moves hold the draw and 7 do not."""
    game = find_game("tic-tac-toe")
    made = make_openings(game, 5, seed=0, plies=2)
    assert made.balanced == 5
    assert make_openings(game, 12, seed=0, plies=2).balanced == 5


@pytest.mark.slow
def test_a_game_with_few_positions_has_its_openings_come_round_again() -> None:
    made = make_openings(find_game("take-away:chips=6,take=2"), 50, seed=0)
    assert len(made.openings) == 50
    assert made.distinct < 12
    with pytest.raises(BadOption, match="no position 9 moves"):
        make_openings(find_game("take-away:chips=6,take=2"), 1, seed=0, plies=9)


def test_openings_are_made_as_they_are_needed_and_resume_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.arena.openings.BLOCK", 4)
    game, kept = find_game("tic-tac-toe"), list[list[tuple[int, ...]]]()
    made = prepare_openings(
        game, "", 500_000, seed=1, keep=lambda number, block: kept.append([one.moves for one in block])
    )
    assert len(made) == 500_000
    assert len(made.made) == 4  # the first block, to see that there is one
    first = [opening.moves for opening in made[:14]]
    assert len({game.canonical(after(game, moves)) for moves in first}) == 14
    assert (len(made.made), len(kept)) == (16, 4)
    resumed = prepare_openings(game, "", 500_000, seed=1, kept=kept[:2], keep=lambda number, block: None)
    assert [opening.moves for opening in resumed[:14]] == first


def test_openings_are_read_from_files(tmp_path: Path) -> None:
    game, file = find_game("connect-four"), tmp_path / "mine.moves"
    file.write_text("44 # the middle\n\n4345\n", encoding="utf-8")
    made = prepare_openings(game, str(file), 3, seed=0)
    assert [opening.moves for opening in made] == [(3, 3), (3, 2, 3, 4), (3, 3)]
    with pytest.raises(BadOption, match="number of moves or a file"):
        prepare_openings(game, "many", 3, seed=0)
    file.write_text("49", encoding="utf-8")
    with pytest.raises(BadFile, match="Line 1: Move 2: '9' is not a move"):
        prepare_openings(game, str(file), 3, seed=0)


# What is counted.


def finished(number: int, points: float, moves: str = "", fault: str = "") -> FinishedGame:
    effort = Effort(
        moves=2, nodes=10 + number, evaluations=5, cutoffs=1, average_depth=3.0, seconds=0.5, finished_games=2
    )
    other = Effort(moves=3, nodes=1000, evaluations=7, cutoffs=4, average_depth=None, seconds=0.25)
    return FinishedGame(number, points, "", fault, moves or str(number), (effort, other), "")


def test_points_and_costs_follow_the_player_not_the_side() -> None:
    score = MatchScore()
    for index, points in enumerate([1.0, 0.0, 0.5, 0.0]):  # won, won with the other side, drawn, won
        score.add(index, finished(index, points))
    result = score.result("a game", ("one", "other"))
    assert (result.wins, result.draws, result.losses, result.score) == (3, 1, 0, 3.5)
    assert result.pairs == (0, 0, 0, 1, 1)
    assert result.nodes == (10 + 1000 + 12 + 1000, 1000 + 11 + 1000 + 13)
    assert result.boards_evaluated == (5 + 2 + 7 + 5 + 2 + 7, 7 + 5 + 2 + 7 + 5 + 2)
    assert result.cutoffs == (10, 10)
    assert result.moves == (10, 10)
    assert result.average_depth == (3.0, 3.0)


def test_the_same_game_twice_is_seen() -> None:
    score = MatchScore()
    for index in range(4):
        score.add(index, finished(index, 1.0, moves="abc"))
    assert score.result("a game", ("one", "other")).distinct_games == 1


def test_games_are_given_on_in_order() -> None:
    batches = [[finished(2, 0)], [finished(0, 0), finished(3, 0)], [finished(1, 0)]]
    assert [one.number for one in order_by_number(batches)] == [0, 1, 2, 3]


def test_every_game_has_seeds_of_its_own() -> None:
    assert len({seed for number in range(100) for seed in game_seeds(1, number)}) == 200


# Whole matches.


def test_a_player_that_sees_to_the_end_never_loses() -> None:
    result = play(Match("tic-tac-toe", ("alphabeta", "random"), games=20, openings="1"))
    assert result.losses == 0
    assert result.wins > 12
    assert result.elo_low is not None
    assert result.elo_low > 0


def test_deterministic_players_do_not_pretend_to_play_many_games() -> None:
    result = play(Match("tic-tac-toe", ("alphabeta", "pvs"), games=10, openings="0"))
    assert (result.games, result.draws, result.distinct_games) == (10, 10, 1)
    assert play(Match("tic-tac-toe", ("alphabeta", "pvs"), games=10)).distinct_games >= 5


@pytest.mark.slow
@pytest.mark.parametrize("players", [("alphabeta:depth=2", "random"), ("pvs:depth=2,backend=reference", "random")])
def test_the_games_are_the_same_whatever_the_number_of_workers(players: tuple[str, str]) -> None:
    scores = []
    for workers in (1, 3):
        *_, score = Match("tic-tac-toe", players, games=8, seed=5, workers=workers).play()
        scores.append(without_times(score))
    assert scores[0] == scores[1]
    assert len(scores[0]) == 8


def test_readable_players_have_processes_when_there_are_several_workers() -> None:
    game = find_game("tic-tac-toe")
    compiled, readable = (find_players(game, [spec, "random"]) for spec in ("alphabeta", "alphabeta:backend=reference"))
    assert not needs_process(game, compiled, many_workers=True)
    assert needs_process(game, readable, many_workers=True)
    assert not needs_process(game, readable, many_workers=False)


@pytest.mark.slow
def test_a_sequential_test_ends_the_match_at_the_same_game_whatever_the_number_of_workers() -> None:
    ends = []
    for workers in (1, 3):
        match = Match("tic-tac-toe", ("alphabeta", "random"), games=400, workers=workers, sprt=Sprt(0, 100))
        *_, score = match.play()
        verdict = match.result(score).verdict
        assert verdict is not None
        assert verdict.words == "stop: the first is better, 95 %"
        ends.append(len(score.played))
    assert ends[0] == ends[1] < 60


# Faults.


@pytest.fixture
def heap(tmp_path: Path) -> Iterator[str]:
    file = tmp_path / "faulty.py"
    file.write_text(FAULTY, encoding="utf-8")
    with registries_restored():
        load_game(str(file))
        yield f"{file}:Heap"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("raise", "crashed: ZeroDivisionError: one too many"),
        ("die", "crashed: its process ended with exit status 3"),
        ("hang,time=0.1", "hung: no move within 0.3 s"),
        ("slow", "overran its time: 3600."),
        ("illegal", "played an illegal move: 99"),
    ],
)
def test_a_faulty_player_loses_that_game_and_the_match_goes_on(heap: str, how: str, words: str) -> None:
    players = f"faulty:how={how},backend=reference", "random"
    match = Match(f"{heap}:chips=8", players, games=2, openings="0", patience=HANGS, overtime=0.2)
    *_, score = match.play()
    result = match.result(score)
    assert (result.games, result.losses, result.forfeits) == (2, 2, (2, 0))
    assert all(words in one.fault for one in score.played.values())
    assert f"First {words}" in score.played[0].text


@pytest.mark.slow
def test_what_a_player_prints_does_no_harm(heap: str) -> None:
    assert play(Match(heap, ("faulty:how=print,backend=reference", "random"), games=2, openings="0")).forfeits == (0, 0)


def test_a_search_that_would_take_for_ever_loses_on_time() -> None:
    task = GameTask(0, "connect-four", ("minimax", "random"), patience=0.05)
    assert "overran its time" in play_task(task, find_game("connect-four")).fault


def test_a_game_leaves_nobody_waiting_for_the_end_of_the_match() -> None:
    stop = StopFlag()
    play_task(GameTask(0, "tic-tac-toe", ("alphabeta:depth=1", "random")), find_game("tic-tac-toe"), stop=stop)
    assert stop._listeners == []


def test_what_cannot_be_is_refused_before_the_first_game() -> None:
    with pytest.raises(Unsuited):
        next(Match("take-away", ("alphabeta:eval=windows", "random")).play())
    with pytest.raises(Unsuited, match="human"):
        next(Match("take-away", ("human", "random")).play())
    with pytest.raises(BadOption, match="0 games"):
        Match("take-away", ("random", "random"), games=0)
    with pytest.raises(BadOption, match="smaller"):
        Match("take-away", ("random", "random"), sprt=Sprt(5, 0))


# The command.


def test_the_command_answers_in_json_with_the_agreed_keys(tmp_path: Path) -> None:
    out = tmp_path / "all.games"
    result = CliRunner().invoke(
        command, ["match", "tic-tac-toe", "alphabeta", "random", "--games", "6", "--json", "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert answer["games"] == answer["wins"] + answer["draws"] + answer["losses"] == 6
    assert {"distinct_games", "elo", "elo_low", "elo_high"} <= answer.keys()
    assert all(
        len(answer[key]) == 2
        for key in ("nodes", "evaluations", "boards_evaluated", "cutoffs", "seconds", "average_depth")
    )
    assert answer["nodes"][0] > answer["nodes"][1] == 0
    assert out.read_text(encoding="utf-8").count('[First "alphabeta') == 3


@pytest.mark.slow
def test_the_command_says_what_the_match_is_worth() -> None:
    words = ["match", "tic-tac-toe", "alphabeta", "random", "--games", "200", "--sprt", "0", "50"]
    said = CliRunner().invoke(command, words).stdout
    assert "stop: the first is better, 95 %" in said
    assert "pairs" in said
    same = CliRunner().invoke(command, ["match", "tic-tac-toe", "alphabeta", "pvs", "--games", "4", "--openings", "0"])
    assert "3 games repeated an earlier one" in same.stdout


def test_the_command_says_why_a_player_lost_by_its_own_fault(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("def choose(game, state):\n    return 99\n", encoding="utf-8")
    result = CliRunner().invoke(
        command, ["match", "tic-tac-toe", f"{file}:choose", "random", "--games", "4", "--overtime", "1"]
    )
    assert result.exit_code == 0, result.output
    assert "lost 4 games by its own fault; --out FILE shows which" in result.output
    assert "        it played an illegal move: 99 (4 games)\n" in result.output


def test_a_file_that_cannot_hold_games_is_refused_first(tmp_path: Path) -> None:
    for name in ("games.sgf", "games.txt", "nowhere/x.games"):
        result = CliRunner().invoke(command, ["match", "othello", "random", "random", "--out", str(tmp_path / name)])
        assert result.exit_code == 2
    assert not list(tmp_path.iterdir())
