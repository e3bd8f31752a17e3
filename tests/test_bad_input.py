"""Bad input: one clear sentence, exit status 2, nothing else, and never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.example_runner import only_shipped
from kibitz.cli.main import kibitz
from kibitz.core.errors import BadFile
from kibitz.core.game import GAMES
from kibitz.core.loading import load_game

MINIMAX = "minimax:depth=1"


@pytest.fixture(autouse=True)
def _nothing_but_what_is_shipped() -> Iterator[None]:
    """The sentences name all that there is."""
    with only_shipped():
        yield


def refused(*args: str) -> str:
    """The sentence the command is refused with."""
    result = CliRunner().invoke(kibitz, args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    *progress, sentence = result.stderr.splitlines()
    assert all("compiling " in line or "Ctrl-C stops" in line for line in progress)  # of what took long before that
    assert sentence.startswith("kibitz: ")
    assert sentence.endswith(".")
    return sentence.removeprefix("kibitz: ")


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (
            "chess",
            "There is no game called 'chess' (did you mean checkers?); there are: breakthrough, checkers, chomp, ",
        ),
        ("conect-four", "(did you mean connect-four?)"),
        ("", "There is no game called ''"),
        ("ẞchach:größe=3", "There is no game called 'ẞchach'"),
        ("mnk:width", "'width' in 'mnk:width' is not of the form key=value"),
        ("mnk:width=", "'width=' in 'mnk:width=' is not of the form key=value"),
        ("mnk:width=three", "width=three is not allowed; width is a whole number from 1 to 26."),
        ("mnk:width=0", "width=0 is not allowed; width is a whole number from 1 to 26."),
        ("mnk:width=27", "width=27 is not allowed; width is a whole number from 1 to 26."),
        ("mnk:width=" + "9" * 5000, "width is a whole number from 1 to 26."),
        ("mnk:width=3,width=4", "gives width twice"),
        ("mnk:wide=3", "mnk has no option 'wide'"),
        ("othello:size=5", "size is an even number from 4 to 16."),
        ("checkers:size=10", "checkers has no option 'size'; it has none."),
        ("othello:size=18", "size is an even number from 4 to 16."),
        ("nim:heaps=3-99", "heaps is 1 to 12 whole numbers from 1 to 31, joined by '-', such as 3-4-5."),
        ("breakthrough:height=3", "height is a whole number from 4 to 8."),
        ("mnk-forms:form=usual", "form is one of misere, wild, misere-wild, notakto."),
        ("take-away:misere=maybe", "misere is true or false."),
        ("take-away:chips=0", "chips is a whole number from 1 to 1000."),
    ],
)
def test_a_bad_game_is_refused_everywhere(game: str, sentence: str) -> None:
    for command in (
        ["best", game, MINIMAX],
        ["play", game],
        ["solve", game],
        ["perft", game, "2"],
        ["tree", game, MINIMAX, "--out", "t.txt"],
    ):
        assert sentence in refused(*command)


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("", "There is no player called ''"),
        ("minmax", "(did you mean minimax?)"),
        ("minimax:depth=0", "depth=0 is not allowed; depth is a whole number from 1 to 10000."),
        ("minimax:depth=-1", "depth=-1 is not allowed"),
        ("minimax:depth=1.5", "depth=1.5 is not allowed"),
        ("minimax:time=nan", "time=nan is not allowed"),
        ("minimax:time=0", "time=0.0 is not allowed"),
        ("minimax:grow=2", "give the depth to start from too"),
        ("minimax:depht=2", "(did you mean depth?)"),
        ("minimax:eval=nothing", "There is no evaluator called 'nothing'"),
        ("minimax:eval=windows", "The evaluator windows is not for othello"),
        ("alphabeta:order=best", "there is no order 'best'"),
        ("random:seed=x", "seed=x is not allowed"),
    ],
)
def test_a_bad_player_is_refused(player: str, sentence: str) -> None:
    assert sentence in refused("best", "othello", player)
    assert sentence in refused("play", "othello", "--second", player)


def test_a_person_cannot_be_asked_by_best() -> None:
    assert "'human' cannot be asked here" in refused("best", "othello", "human")


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("44x", "Move 3: 'x' is not a move of Connect Four; moves are written 1, 2 … 7."),
        ("448", "Move 3: '8' is not a move"),
        ("4444444", "Move 7: 4 is not legal here; the legal moves are: 1 2 3 5 6 7."),
        ("12121212", "Move 8: 2 cannot be played: the game is over (X wins)."),
        ("☃", "Move 1: '☃' is not a move"),
    ],
)
def test_bad_moves_are_refused_with_their_number(moves: str, sentence: str) -> None:
    for command in (["best", "connect-four", MINIMAX], ["play", "connect-four"], ["perft", "connect-four", "1"]):
        assert sentence in refused(*command, "--moves", moves)
    assert sentence in refused("solve", "connect-four", "--moves", moves)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("XO", "A position of mnk is 9 characters"),
        ("XXX------", "X has as many stones as O or one more"),
        ("XO------- O", "it is X's turn"),
        ("XOZ------", "characters of X, O and -"),
    ],
)
def test_bad_positions_are_refused(position: str, sentence: str) -> None:
    assert sentence in refused("best", "tic-tac-toe", MINIMAX, "--position", position)


def test_a_position_comes_one_way_only() -> None:
    said = refused("best", "tic-tac-toe", MINIMAX, "--moves", "a1", "--position", "X--------")
    assert "Moves and a position were both given" in said


@pytest.mark.parametrize("depth", ["-1", "10001", "99999999999999999999"])
def test_a_bad_depth_for_perft_is_refused(depth: str) -> None:
    assert f"depth={depth} is not allowed; perft counts from 0 to 10000 plies ahead." in refused(
        "perft", "connect-four", depth
    )


def test_a_bad_time_for_solve_is_refused() -> None:
    assert "time=-1.0 is not allowed" in refused("solve", "tic-tac-toe", "--time", "-1")


def test_a_tree_needs_a_file_it_can_write(tmp_path: Path) -> None:
    def said(out: str) -> str:
        return refused("tree", "tic-tac-toe", MINIMAX, "--out", out)

    assert said(str(tmp_path)) == f"{tmp_path} is a folder; give the name of a file."
    assert "its name must end in one of: .dot .html .json .kbz .svg .txt." in said(str(tmp_path / "t.xyz"))
    assert "its name must end in one of" in said(str(tmp_path / "t"))
    assert f"there is no folder {tmp_path}/nowhere." in said(str(tmp_path / "nowhere" / "t.txt"))
    assert "is a folder" in said("")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device on this system")
def test_a_tree_that_does_not_fit_on_the_disk_is_said(tmp_path: Path) -> None:
    (tmp_path / "t.txt").symlink_to("/dev/full")
    assert "cannot be written: No space left on device." in refused(
        "tree", "tic-tac-toe", MINIMAX, "--out", str(tmp_path / "t.txt")
    )


def test_a_tree_needs_a_searcher_that_shows_one_and_a_game_that_goes_on(tmp_path: Path) -> None:
    out = str(tmp_path / "t.txt")
    assert "There is no searcher called 'random'" in refused("tree", "tic-tac-toe", "random", "--out", out)
    assert "does not show its tree" in refused("tree", "tic-tac-toe", "strong", "--out", out)
    assert "The game is over there" in refused("tree", "tic-tac-toe", MINIMAX, "--moves", "a1b1a2b2a3", "--out", out)


# Files with games of one's own.

HEAD = """\
from dataclasses import dataclass
from kibitz.core.game import Game, Rules, View
"""
WHOLE = """
@dataclass(frozen=True)
class Good(Game):
    name = "good"
    num_moves = property(lambda self: 1)
    def initial(self): return (0,)
    def to_move(self, state): return 0
    def rules(self):
        def moves(state, out): return {fault}
        return Rules(moves, lambda state, move: state, lambda state: 1 << 20)
    def view(self, state): return View(("X",), {{}})
"""


@pytest.mark.parametrize(
    ("code", "name", "sentence"),
    [
        ("x = 1\n\n1 / 0\n", "Any", ", line 3: ZeroDivisionError: division by zero."),
        ("def f():\n    raise KeyError\nf()\n", "Any", ", line 2, in f: KeyError."),
        ("x = (\n", "Any", ", line 1: '(' was never closed."),
        ("import no_such_module\n", "Any", ", line 1: ModuleNotFoundError: No module named 'no_such_module'."),
        ("raise SystemExit(3)\n", "Any", ", line 1: SystemExit: 3."),
        ("", "Any", "has no class 'Any'; it defines no game (a class derived from Game)."),
        ("", "", "defines no game; write a class derived from kibitz.Game"),
        (HEAD + "class Any:\n    pass\n", "Any", ", line 3: Any is not a class derived from kibitz.Game;"),
        ("Any = 3\n", "Any", ": Any is not a class derived from"),
        (HEAD + "class Any(Game):\n    pass\n", "Any", ', line 3: Any needs a name; add a line such as name = "any".'),
        (HEAD + "class Any(Game):\n    name = 'any'\n", "Any", ", line 3: Any cannot be used as a game:"),
        (HEAD + "@dataclass(frozen=True)\nclass Any(Game):\n    name = 'any'\n", "Any", "abstract methods"),
        (
            HEAD + WHOLE.format(fault="0") + "class Other(Good):\n    name = 'other'\n",
            "",
            "its games are: Good, Other;",
        ),
        (HEAD + WHOLE.format(fault="0"), "good:x=1", "good has no option 'x'"),
        (HEAD + WHOLE.format(fault="out[0] / 0"), "Good", ", line 11, in moves: ZeroDivisionError: division by zero."),
    ],
)
def test_a_bad_game_file_is_named_with_line_and_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, name: str, sentence: str
) -> None:
    monkeypatch.setattr(GAMES, "_classes", dict(GAMES.classes))
    file = tmp_path / "own.py"
    file.write_text(code)
    name = name.replace("good", "Good")
    said = refused("best", "--game", f"{file}:{name}", MINIMAX)
    assert sentence in said
    assert "option" in sentence or said.startswith(str(file))


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    assert refused("play", f"{tmp_path}/no.py:Game").endswith("no.py cannot be read: No such file or directory.")
    (tmp_path / "folder.py").mkdir()
    assert "is a folder; a Python file was expected." in refused("play", f"{tmp_path}/folder.py:Game")


def test_a_file_is_read_again_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "_classes", dict(GAMES.classes))
    file = tmp_path / "own.py"
    file.write_text("1 / 0")
    os.utime(file, (1, 1))
    with pytest.raises(BadFile):
        load_game(f"{file}:Good")
    file.write_text(HEAD + WHOLE.format(fault="0"))
    assert load_game(f"{file}:Good").name == "good"
    assert load_game(f"{file}").name == "good"


# What click refuses.


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["best", "tic-tac-toe"], "Missing argument 'PLAYER'."),
        (["best", "--game", "x.py:X", "tic-tac-toe", "minimax"], "Got unexpected extra argument (minimax)"),
        (["best", "--game"], "Option '--game' requires an argument."),
        (["perft", "tic-tac-toe", "three"], "'three' is not a valid integer."),
        (["solve", "tic-tac-toe", "--file", "/no/such/file"], "No such file or directory"),
        (["solve", "tic-tac-toe", "--file", "/"], "is a folder"),
        (["solve", "tic-tac-toe", "--file", "-", "--json"], "--file has its own positions"),
        (["tree", "tic-tac-toe"], "Missing argument 'SEARCHER'"),
        (["play", "tic-tac-toe", "--json"], "--json needs two programs"),
        (["server"], "No such command 'server'."),
    ],
)
def test_wrong_usage_is_refused(args: list[str], sentence: str) -> None:
    result = CliRunner().invoke(kibitz, args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert sentence in result.stderr


def test_a_terminal_without_the_characters_is_no_reason_to_fail() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", "play", "tic-tac-toe", "--second", "human"],
        input="a1\nb9\n",
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "  1 |(X) .  . |" in done.stdout
    assert "moves are written a1, b1 ? c3." in done.stdout


def test_a_reader_that_has_seen_enough_is_no_reason_for_a_traceback() -> None:
    words = f"{sys.executable} -m kibitz players | head -1"
    done = subprocess.run(["bash", "-c", words], capture_output=True, text=True)
    assert done.stdout.startswith("human")
    assert done.stderr == ""
