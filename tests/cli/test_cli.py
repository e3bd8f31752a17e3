"""The command line, as a person and as a script use it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers.clocks import fake_clock
from helpers.example_runner import only_shipped
from helpers.trees import read_tree
from kibitz.cli.main import kibitz as command
from kibitz.core.evaluation import EVALUATORS
from kibitz.core.game import GAMES

OWN_GAME = '''
from dataclasses import dataclass
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import ONGOING, Game, Rules, View
from kibitz.core.spec import option

@dataclass(frozen=True)
class Race(Game):
    """Count to `goal` together, one or two at a time; who gets there wins."""
    name = "race"
    goal: int = option(5, "where it ends", 1, 50)
    num_moves = property(lambda self: 2)
    def initial(self): return (0, 0)
    def to_move(self, state): return state[1]
    def rules(self):
        goal = self.goal
        def moves(state, out):
            out[0], out[1] = 0, 1
            return 2 if state[0] + 2 <= goal else 1
        def play(state, move): return (state[0] + move + 1, 1 - state[1])
        def result(state): return -1 if state[0] == goal else ONGOING
        return Rules(moves, play, result)
    def view(self, state): return View(("X" * state[0] + "." * (self.goal - state[0]),), {})
    def move_name(self, move): return str(move + 1)

@dataclass(frozen=True)
class Far(Evaluator):
    name = "far"
    suits = (Race,)
    step: int = 1
    def terms(self):
        def terms(state, out): out[0] = state[0]
        return terms
'''


def run(*args: str, text: str = "", status: int = 0) -> str:
    """What the command prints; its exit status must be as told."""
    result = CliRunner().invoke(command, args, input=text)
    assert result.exit_code == status, result.output
    return result.stdout


def ask(*args: str) -> Any:
    return json.loads(run(*args, "--json"))


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in a file; what it registers is forgotten after the test."""
    monkeypatch.setattr(GAMES, "_classes", dict(GAMES.classes))
    monkeypatch.setattr(EVALUATORS, "_classes", dict(EVALUATORS.classes))
    file = tmp_path / "race.py"
    file.write_text(OWN_GAME)
    return f"{file}:Race"


# Answers.


def test_minimax_sees_all_of_tic_tac_toe() -> None:
    answer = ask("best", "tic-tac-toe", "minimax")
    assert (answer["nodes"], answer["score"], answer["proven"]) == (549_946, 0, True)


def test_best_has_the_keys_others_rely_on() -> None:
    answer = ask("best", "tic-tac-toe", "alphabeta")
    assert {"move", "score", "line", "nodes", "evaluations", "depth", "seconds", "roots"} < set(answer)
    assert {"proven", "distance", "terminals", "boards_evaluated", "cutoffs", "table_hits"} < set(answer)
    assert {"memory", "stopped_by", "backend"} < set(answer)
    assert answer["nodes"] == 18_297
    assert answer["move"] == answer["line"][0] == "a1"
    assert [root["move"] for root in answer["roots"]] == [f"{c}{r}" for r in "123" for c in "abc"]
    assert answer["roots"][0] == {
        "move": "a1",
        "score": 0,
        "bound": "exact",
        "proven": True,
        "distance": None,
        "visits": 0,
    }


@pytest.mark.slow
def test_minimax_and_alphabeta_answer_alike() -> None:
    one, other = (ask("best", "connect-four", f"{name}:depth=4,eval=windows") for name in ("minimax", "alphabeta"))
    assert (one["score"], one["move"]) == (other["score"], other["move"])
    assert other["nodes"] < one["nodes"] == 1 + 7 + 49 + 343 + 2401


@pytest.mark.slow
def test_best_in_words() -> None:
    said = run("best", "tic-tac-toe", "perfect", "--moves", "a1b1a2b2", "--all")
    assert re.search(r"^move +a3$", said, re.MULTILINE)
    assert "+1 for X, proven: X wins in 1 ply" in said
    assert "≤ " in said or "≥ " in said
    assert "an estimate" in run("best", "othello", "alphabeta:depth=2")
    assert "gives no score" in run("best", "othello", "random")
    assert "The game is over: X wins." in run("best", "tic-tac-toe", "perfect", "--moves", "a1b1a2b2a3")
    assert "ended by its limit on nodes" in run("best", "othello", "alphabeta:nodes=50")


def test_best_from_a_position_written_out() -> None:
    assert ask("best", "tic-tac-toe", "perfect", "--position", "XX-OO---- X")["move"] == "c1"
    assert ask("best", "tic-tac-toe", "perfect", "--moves", "a1b1a2b2a3")["move"] is None


def test_solve_knows_the_value_of_small_games() -> None:
    answer = ask("solve", "othello:size=4")
    assert {"score", "move", "distance", "nodes", "seconds"} < set(answer)
    assert "scores" not in answer
    assert answer["score"] == -10  # known_values.md: 3-11 with the empties to the winner
    assert ask("solve", "take-away:chips=13,take=3")["move"] == "1"
    assert "a draw" in run("solve", "tic-tac-toe")


def test_solve_scores_every_move() -> None:
    answer = ask("solve", "connect-four:width=4,height=4", "--moves", "2323", "--all")
    assert set(answer["scores"]) == {"1", "2", "3", "4"}
    assert list(answer["scores"].values()) == sorted(answer["scores"].values(), reverse=True)
    assert max(answer["scores"].values()) == answer["score"] == answer["scores"][answer["move"]]
    # X wins with its third stone of eight, which is the sixth from the last.
    won = ask("solve", "connect-four:width=4,height=4,k=3", "--moves", "2123", "--all")
    assert (won["score"], won["distance"]) == (6, 1)
    assert won["scores"]["2"] == 6
    assert f"scores  {won['move']}:" in run("solve", "connect-four:width=4,height=4,k=3", "--moves", "2123", "--all")


@pytest.mark.slow
def test_solve_gives_up_in_time() -> None:
    with fake_clock():
        result = CliRunner().invoke(command, ["solve", "connect-four", "--no-book", "--time", "3600"])
    assert result.exit_code == 1
    assert "not solved within 3600 seconds" in result.stderr
    assert result.stdout == ""


def test_solve_is_a_filter() -> None:
    positions = "23163416124767223154467471272416755633 0\n\n44444444 x\n5632315477215443353314661645411\nabc\n"
    said = run("solve", "connect-four", "--file", "-", text=positions, status=1).splitlines()
    assert re.fullmatch(r"23163416124767223154467471272416755633 0 \d+ \d+", said[0])
    assert said[1].startswith("44444444 error: Move 7: 4 is not legal here")
    assert re.fullmatch(r"5632315477215443353314661645411 5 \d+ \d+", said[2])  # published: scores 0 and 5
    assert said[3].startswith("abc error: Move 1: 'abc' is not a move")
    assert len(said) == 4


def test_solve_reads_boards_and_files(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("XX-OO---- X rest\nXXXOO----\n")
    said = run("solve", "tic-tac-toe", "--file", str(file)).splitlines()
    assert said[0].startswith("XX-OO---- X 1 ")
    assert said[1].startswith("XXXOO---- -1 0 ")  # over: lost for the side to move


def test_solve_answers_line_by_line() -> None:
    words = [sys.executable, "-m", "kibitz", "solve", "tic-tac-toe", "--file", "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for position in ("a1b1a2b2", "a1b1a2b2a3"):  # each answer comes before the next question is asked
            process.stdin.write(position + "\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith(position + " ")
        process.stdin.close()
    assert process.returncode == 0


def test_perft_counts() -> None:
    assert ask("perft", "connect-four", "5")["nodes"] == 16_807
    counted = ask("perft", "othello", "4", "--moves", "f5", "--split")
    assert counted["nodes"] == sum(counted["split"].values()) == 1396 // 4
    assert "split" not in ask("perft", "othello", "2")
    assert "255,168 games finished within 9 plies" in run("perft", "tic-tac-toe", "9")
    assert "  a1: 8" in run("perft", "tic-tac-toe", "2", "--split")


@pytest.mark.parametrize("suffix", [".txt", ".svg", ".dot", ".json"])
def test_tree_writes_by_extension(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"t{suffix}"
    said = run("tree", "tic-tac-toe", "alphabeta:depth=3", "--moves", "a1b2", "--out", str(out))
    assert said.startswith(f"{out}: ")
    assert out.stat().st_size > 500
    nodes = ask("best", "tic-tac-toe", "alphabeta:depth=3", "--moves", "a1b2")["nodes"]
    assert ask("tree", "tic-tac-toe", "alphabeta:depth=3", "--moves", "a1b2", "--out", str(out))["nodes"] == nodes
    if suffix in (".txt", ".json"):
        assert len(read_tree(out.read_bytes(), suffix)) == nodes


# Listings.


@only_shipped()
def test_listings_name_everything() -> None:
    games = {game["name"]: game for game in ask("games")}
    assert set(games) >= {"connect-four", "mnk", "othello", "take-away"}
    assert [o["name"] for o in games["connect-four"]["options"]] == ["width", "height", "k"]
    assert games["mnk"]["aliases"]["tic-tac-toe"] == "mnk:width=3,height=3,k=3"
    assert games["mnk-forms"]["aliases"]["notakto"] == "mnk-forms:form=notakto"
    players = {player["name"]: player for player in ask("players")}
    assert set(players) >= {"human", "random", "minimax", "alphabeta", "pvs", "mtd", "perfect", "engine", "strong"}
    assert [o["name"] for o in players["alphabeta"]["options"]][:5] == ["depth", "grow", "nodes", "time", "backend"]
    evals = {evaluator["name"]: evaluator for evaluator in ask("evals")}
    assert evals["windows"]["games"] == ["connect-four", "mnk"]
    for listing, infos in (("games", games), ("players", players), ("evals", evals)):
        said = run(listing)
        for name in infos:
            assert name in said


# Games of one's own.


@pytest.mark.slow
def test_a_game_of_ones_own_stands_in_for_game(own_game: str) -> None:
    assert ask("best", "--game", own_game, "perfect")["move"] == "2"
    assert ask("best", own_game, "perfect", "--moves", "2")["score"] == -1
    assert ask("perft", f"--game={own_game}:goal=3", "3")["nodes_by_ply"] == [1, 2, 3, 1]
    assert ask("solve", "--moves", "1", "--game", own_game)["move"] == "1"
    assert "race" in run("play", "--game", own_game, "--first", "perfect", "--second", "minimax", "--json")


@pytest.mark.slow
def test_evaluators_of_ones_own_come_with_the_game(own_game: str) -> None:
    assert ask("best", own_game, "alphabeta:depth=1,eval=far/step=3")["score"] == -3


@pytest.mark.slow
def test_the_menu_offers_a_game_of_ones_own(own_game: str) -> None:
    assert "race:goal=5" in run("menu", "--game", own_game, text="q\n")


# Playing.


def test_a_person_plays_a_game_to_the_end() -> None:
    said = run("play", "tic-tac-toe", "--second", "human", text="a1\nB1\na2\nb2\na3\n")
    assert "X, your move: a1" in said
    assert "1 │[X] O  · │" in said
    assert "3 │[X] ·  · │" in said
    assert "X wins after 5 moves." in said
    assert re.search(r"duration = \d+ ms\nDuration in seconds = \d+\.\d{3} s", said)


def test_the_last_move_is_marked_without_colour() -> None:
    said = run("play", "connect-four", "--second", "random:seed=1", text="4\n")
    assert "│ ·  ·  · (X) ·  ·  · │" in said
    assert "\x1b" not in said


def test_othello_shows_where_one_may_move_and_who_is_who() -> None:
    said = run("play", "othello", "--second", "human", text="d3\n")
    assert "4 │ ·  ·  +  O  X  ·  ·  · │" in said
    assert "Black X × 2   White O × 2" in said
    assert "White (O), your move:" in said


def test_a_person_may_ask_undo_and_redo() -> None:
    talk = "help\nmoves\nhint\nhint\nhint\nundo\n4\nundo\nredo\nredo\nboard\nquit\n"
    said = run("play", "connect-four", "--second", "alphabeta:depth=2", text=talk)
    assert "take it back" in said
    assert "1 2 3 4 5 6 7\n" in said
    assert re.search(r"Hint: \d", said)
    assert "You have made no move to take back." in said
    assert "There is no move to make again" in said
    assert "Stopped after 2 moves." in said
    assert re.search(r"To continue: kibitz play connect-four --second alphabeta:depth=2 --moves 4\d\n", said)


def test_wrong_moves_are_explained_and_asked_again() -> None:
    said = " ".join(run("play", "tic-tac-toe", "--second", "human", text="\nzz\na1\na1\nb2\n").split())
    assert "'' is not a move of Tic-tac-toe" in said
    assert "'zz' is not a move of Tic-tac-toe; moves are written a1, b1 … c3. Type help for help." in said
    assert "a1 is not legal here; the legal moves are: b1 c1 a2 b2 c2 a3 b3 c3." in said
    assert "Stopped after 2 moves." in said


def test_two_programs_play_and_are_counted() -> None:
    options = ["--first", "alphabeta:depth=3", "--second", "random", "--seed", "3", "--moves", "4"]
    game = ask("play", "connect-four", *options)
    assert game["moves"][0] == "4"
    assert game["result"] in ("X wins", "O wins", "draw")
    first, second = game["players"]
    assert (first["player"], second["player"]) == ("alphabeta:depth=3", "random:seed=4")
    assert first["nodes"] > first["evaluations"] > 0
    assert second["nodes"] == 0
    assert game["moves"] == ask("play", "connect-four", *options)["moves"]
    said = run("play", "connect-four", *options)
    assert f"{game['result']} after {len(game['moves'])} moves." in said
    assert f"{first['boards_evaluated']:,}" in said


def test_finished_games_count_as_boards_evaluated() -> None:
    """The first test of S0: 41 and 29 evaluations in print."""
    program = "replica-s0-minimax:depth=2"
    game = ask("play", "connect-four:width=4,height=2,k=2", "--first", program, "--second", program)
    assert [(p["evaluations"], p["finished_games"], p["boards_evaluated"]) for p in game["players"]] == [
        (24, 17, 41),
        (12, 17, 29),
    ]
    said = run("play", "connect-four:width=4,height=2,k=2", "--first", program, "--second", program)
    assert re.search(r"moves +boards (evaluated)? *nodes +cut-offs +depth +memory +time", said)
    assert "evaluated" in said
    assert re.findall(r"^([XO])  replica-s0-minimax +\d+ +(\d+)", said, re.MULTILINE) == [("X", "41"), ("O", "29")]


@pytest.mark.slow
def test_advice_suggests_and_the_person_moves() -> None:
    said = run("play", "connect-four", "--advice", "--first", "alphabeta:depth=3,eval=longest", text="\n7\n")
    assert "Heuristic: longest calculated the best move is: " in said
    assert "X, which move would you like to play?" in said
    assert "Selected: " in said
    assert "O, which move would you like to play? 7" in said
    assert "Stopped after 2 moves." in said


def test_advice_counts_what_the_adviser_did() -> None:
    player = "alphabeta:depth=2"
    said = run("play", "tic-tac-toe", "--advice", "--first", player, "--second", player, text="\n" * 9)
    row = re.search(r"X  alphabeta +(\d+) +([\d,]+) +([\d,]+)", said)
    assert row is not None
    assert int(row[2].replace(",", "")) > 0


def test_a_person_is_told_why_the_last_move_was_bad() -> None:
    said = run("play", "connect-four:width=4,height=1,k=2", "--second", "human", text="why\n1\n4\nwhy\nquit\n")
    assert "You have made no move yet." in said
    assert re.search(r"^  1 +1 turned a win into a draw: O's answer 2 blocks X's line", said, re.MULTILINE), said
    assert re.search(r"^  better +[23]$", said, re.MULTILINE), said
    assert "why       what your last move gave away" in run("play", "tic-tac-toe", text="help\n")


def test_a_tree_of_numbers_is_worth_a_number_to_max_and_nobody_wins() -> None:
    for game, score in (("numbers:[[3,12],[2,4]]", "+3 for Max"), ("numbers:[[3,12],[2,4]],first=min", "-4 for Min")):
        worth = f"worth {score[1]} to Max"
        said = run("best", game, "alphabeta")
        assert f"score   {score}, proven: {worth}\n" in said
        assert f"score   {score.split()[0]}: {worth} with best play\n" in run("solve", game)
    assert "proven: X wins in 1 ply" in run("best", "tic-tac-toe", "minimax:sooner=true", "--moves", "a1b1a2b2")


# The command itself.


def test_help_lists_the_commands_that_exist() -> None:
    said = run("--help")
    commands = re.findall(r"^  ([a-z-]+)  ", said.partition("Commands:")[2], re.MULTILINE)
    asked, played = ["best", "solve", "perft", "tree"], ["match", "tournament", "grade", "lab", "learn"]
    cared, listed = (
        ["engine", "check-engine", "new-game", "check", "warm"],
        ["games", "players", "evals", "methods", "fault", "doctor", "exercise"],
    )
    assert commands == ["serve", "menu", "play", *asked, *played, *cared, *listed]
    for name in commands:
        assert f"Usage: kibitz {name} " in run(name, "--help")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from kibitz.cli.main import main; sys.argv = ['kibitz', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "folders = {name.split('.')[1] for name in sys.modules if name.startswith('kibitz.')}\n"
        "print('heavy:', sorted({'numpy', 'numba', 'rich'} & set(sys.modules)), sorted(folders))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.endswith("heavy: [] ['cli', 'core', 'kernels']\n")  # of the kernels, how compiling is announced


def test_the_module_runs_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "kibitz", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("kibitz 0.")
