"""Players from outside: programs behind a pipe and functions in a file, and what becomes of those that go wrong."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.paths import TOY_ENGINE
from helpers.waiting import HANGS, is_running, wait_until
from kibitz.arena.game_task import FinishedGame, GameTask, play_task
from kibitz.arena.game_workers import find_players, needs_process
from kibitz.arena.match import Match
from kibitz.arena.plan import parse_plan
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import BadFile, KibitzError
from kibitz.core.game import find_game
from kibitz.core.spec import split_spec
from kibitz.play.catalogue import list_players
from kibitz.play.players import find_player, play_game
from kibitz.web.server_limits import find_player_within_limits

TOY = TOY_ENGINE
HEAP = "take-away:chips=9,take=3"
OURS = f"{sys.executable} -m kibitz engine"


def toy(protocol: str, how: str = "", *more: str) -> str:
    return f"{protocol}:program={' '.join((sys.executable, '-IS', str(TOY), protocol, how, *more)).strip()}"


def played(first: str, second: str = "random", *, game: str = HEAP) -> FinishedGame:
    task = GameTask(0, game, (first, second), patience=HANGS, overtime=0.3)
    return play_task(task, find_game(game))


@pytest.fixture
def bots(tmp_path: Path) -> str:
    file = tmp_path / "bots.py"
    file.write_text(
        """
import time

def choose(game, state):
    return game.moves(state)[-1]

def by_name(game, state, moves, take=1, record=None):
    assert len(moves) == len(record.moves)
    return str(take)

def wrong(game, state, how="raise"):
    if how == "raise": raise ZeroDivisionError("one too many")
    if how == "hang": time.sleep(60)
    if how == "rules": return game.legal_move(state, "99")
    return {"illegal": 99, "rubbish": "banana", "nothing": None}[how]

def greedy(game, state, wishes): ...
def lonely(game): ...
""",
        encoding="utf-8",
    )
    return str(file)


# How they are named.


def test_a_comma_in_quotes_belongs_to_the_value() -> None:
    spec = "gtp:program=./bot -a '1,2' \"3,4\",time=2.5"
    assert split_spec(spec) == ("gtp", {"program": "./bot -a '1,2' \"3,4\"", "time": "2.5"})
    assert str(find_player(spec)) == spec


def test_a_file_is_a_name_with_options_behind_it() -> None:
    assert split_spec("my/bots.py:choose:take=2") == ("my/bots.py:choose", {"take": "2"})
    assert split_spec("my/bots.py") == ("my/bots.py", {})
    assert split_spec("gtp:program=python my/bots.py") == ("gtp", {"program": "python my/bots.py"})


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("gtp", "gtp stands for a program; name it, as in gtp:program=./engine."),
        ("ugi:program=./nowhere", "There is no program './nowhere' that can be run"),
        ("ugi:program='x", "is not a command line"),
        ("ugi:program=ls,time=1,depth=2", "give time, depth or nodes"),
        ("gtp:program=ls,depth=2", "gtp has no option 'depth'"),
    ],
)
def test_a_program_that_cannot_be_is_refused_in_a_sentence(spec: str, words: str) -> None:
    result = CliRunner().invoke(command, ["match", HEAP, spec, "random", "--games", "2"])
    assert result.exit_code == 2
    assert words in result.output


def test_a_tournament_file_names_programs_and_functions() -> None:
    text = 'game = "othello"\n[[player]]\nspec = "gtp"\nprogram = "{}"\n[[player]]\nspec = "bots.py:choose"\ntake = 2'
    plan = parse_plan(text.format("./edax -gtp '1,2'"))
    assert [player.spec for player in plan.players] == ["gtp:program=./edax -gtp '1,2'", "bots.py:choose:take=2"]
    with pytest.raises(BadFile, match="a text with a comma needs quotes"):
        parse_plan(text.format("./edax 1,2"))


def test_nothing_is_started_through_the_web(tmp_path: Path) -> None:
    game, made = find_game("tic-tac-toe"), tmp_path / "made"
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(made)!r}, 'w')\ndef choose(game, state): ...", encoding="utf-8")
    for spec in (f"gtp:program=touch {made}", f"ugi:program=touch {made}", f"{bot}:choose", f"{bot}", f" {bot}:choose"):
        with pytest.raises(KibitzError):
            find_player_within_limits(spec, game)
    assert not made.exists()
    assert {"gtp", "ugi"} <= {info.name for info in list_players()}
    assert not {"gtp", "ugi"} & {info.name for info in list_players(outside=False)}


# Kibitz plays itself through a pipe.


def test_a_game_through_pipes_is_the_game_played_inside() -> None:
    game = find_game("connect-four:width=5,height=4")
    first, second = "alphabeta:depth=2,backend=reference", "pvs:depth=3,backend=reference"
    inside = play_game(game, (find_player(first), find_player(second)))
    spec = f"ugi:program={OURS} '{game}' '{second}' --protocol ugi,depth=3"
    through = (find_player(f"gtp:program={OURS} '{game}' '{first}'"), find_player(spec))
    try:
        outside = play_game(game, through)
    finally:
        for player in through:
            player.leave()
    assert outside.moves == inside.moves
    assert len(outside.moves) > 8
    assert outside.effort(1).average_depth == inside.effort(1).average_depth
    assert outside.effort(1).nodes == inside.effort(1).nodes


def test_a_program_follows_when_moves_are_taken_back() -> None:
    player = find_player(toy("gtp"))
    game = find_game(HEAP)
    record = play_game(game, (player, find_player("random")))
    assert player.choose(record.before(2)).move == game.parse_move("1")
    assert player.choose(record.before(0)).move == game.parse_move("1")
    player.leave()


def test_a_position_that_no_moves_lead_to_is_refused_by_gtp() -> None:
    result = CliRunner().invoke(command, ["best", "othello:size=4", toy("gtp"), "--position", "XXXXOOOO-------- X"])
    assert (result.exit_code, "give --moves" in result.output) == (2, True)


# What goes wrong.

FAULTS = [
    ("gtp", "crash", "crashed: its process ended with exit status 1 (last on standard error: 'out of luck')"),
    ("gtp", "leave", "crashed: its process ended with exit status 0"),
    ("gtp", "hang", "hung: no move to 'genmove b' within 0."),
    ("gtp", "illegal", "played an illegal move: 3"),
    ("gtp", "rubbish", "answered rubbish: 'banana' to 'genmove b'"),
    ("gtp", "long", "answered rubbish: a line of more than 65,536 characters"),
    ("gtp", "flood", "answered rubbish: more than 16,777,216 characters to 'genmove b'"),
    ("gtp", "resign", "resigned"),
    ("gtp", "refuse", "made no move: 'not today'"),
    ("ugi", "crash", "crashed: its process ended with exit status 1 (last on standard error: 'out of luck')"),
    ("ugi", "hang", "hung: no move to 'stop' within 0."),
    ("ugi", "illegal", "played an illegal move: 3"),
    ("ugi", "rubbish", "answered rubbish: ''banana' is not a move of Take-Away"),
    ("ugi", "refuse", "answered rubbish: 'bestmove' names no move"),
    ("ugi", "flood", "answered rubbish: more than 16,777,216 characters to 'go depth 1'"),
]


@pytest.mark.parametrize(("protocol", "how", "words"), FAULTS, ids=lambda value: str(value).split(":")[0])
def test_a_program_that_goes_wrong_loses_with_the_reason_on_record(protocol: str, how: str, words: str) -> None:
    spec = toy(protocol, how) + (",time=0.1" if how == "hang" else ",depth=1" if protocol == "ugi" else "")
    game = "take-away:chips=4,take=3" if how == "illegal" else HEAP
    other = toy("gtp") if how == "illegal" else "random"  # so that two chips are left, of which it takes three
    end = played(spec, other, game=game)
    assert end.fault.startswith(words)
    assert end.points == 0.0
    assert f"First {words[:20]}" in end.text


def test_a_program_that_cannot_be_greeted_loses_whoever_begins() -> None:
    silent = f"ugi:program={sys.executable} -IS -c pass"
    assert (played(silent, "random").points, played("random", silent).points) == (0.0, 1.0)
    result = CliRunner().invoke(command, ["best", HEAP, silent])
    assert result.exit_code == 1
    assert result.output == f"kibitz: {silent} crashed: its process ended with exit status 0.\n"


def test_nothing_is_left_running(tmp_path: Path) -> None:
    place = tmp_path / "child"
    assert not played(toy("gtp", "family", str(place))).fault
    child = int(place.read_text(encoding="utf-8"))
    wait_until(lambda: not is_running(child))


def test_the_tournament_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    program = toy("gtp", "crash").partition("=")[2]
    file.write_text(
        f'game = "{HEAP}"\ngames = 2\nopenings = "0"\n[[player]]\nname = "toy"\nspec = "gtp"\nprogram = "{program}"\n'
        '[[player]]\nspec = "random"\n[[player]]\nspec = "alphabeta:backend=reference"\n',
        encoding="utf-8",
    )
    result = CliRunner().invoke(command, ["tournament", str(file), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert re.search(r"toy lost [34] games by its own fault", result.output)
    assert "crashed: its process ended with exit status 1" in (tmp_path / "out" / "tournament.games").read_text()


# Functions in a file.


def test_a_function_is_a_player(bots: str) -> None:
    game = find_game(HEAP)
    end = played(bots, f"{bots}:by_name:take=2", game="take-away:chips=8,take=3")
    assert (end.moves, end.fault) == ("323", "")
    assert str(find_player(f"{bots}:by_name:take=2")) == f"{bots}:by_name:take=2"
    assert find_player(f"{bots}:by_name").choose(play_game(game, (find_player("random"),) * 2).before(1)).move == 0
    assert needs_process(game, find_players(game, [bots, "random"]), many_workers=False)
    assert not needs_process(game, find_players(game, [toy("gtp"), "random"]), many_workers=True)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("raise", "crashed: ZeroDivisionError: one too many"),
        ("rules", "crashed: MalformedMove: '99' is not a move"),
        ("illegal", "played an illegal move: 99"),
        ("rubbish", "answered rubbish: 'banana' is neither a move nor the name of one"),
        ("nothing", "answered rubbish: None"),
    ],
)
def test_a_function_that_goes_wrong_loses_with_the_reason_on_record(bots: str, how: str, words: str) -> None:
    assert played(f"{bots}:wrong:how={how}").fault.startswith(words)


def test_a_function_that_hangs_is_ended(bots: str) -> None:
    match = Match(HEAP, (f"{bots}:wrong:how=hang", "random"), games=1, openings="0", patience=0.1)
    *_, score = match.play()
    assert score.played[0].fault == "hung: no move within 0.1 s"


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (":nobody", "has no function 'nobody'; it has: choose, by_name, wrong, greedy, lonely."),
        (":greedy", "wants 'wishes', which it is not given"),
        (":lonely", "takes too few arguments"),
        (":by_name:take=two", "take=two is not allowed; take is a whole number"),
        (":by_name:tak=2", "has no option 'tak' (did you mean take?)"),
        ("x", "cannot be read"),
    ],
)
def test_a_function_that_cannot_be_is_refused_in_a_sentence(bots: str, what: str, words: str) -> None:
    spec = bots + what if what != "x" else bots.replace("bots.py", "none.py")
    result = CliRunner().invoke(command, ["best", HEAP, spec])
    assert result.exit_code == 2
    assert words in result.output


def test_a_function_answers_on_the_command_line(bots: str) -> None:
    result = CliRunner().invoke(command, ["best", HEAP, f"{bots}:choose"])
    assert result.output.splitlines()[0].split() == ["move", "3"]
    result = CliRunner().invoke(command, ["best", HEAP, f"{bots}:wrong"])
    assert f"kibitz: {bots}, line" in result.output
    assert "ZeroDivisionError: one too many" in result.output
