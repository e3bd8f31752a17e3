"""Whatever is typed, the answer is one sentence and an exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from click.testing import CliRunner

from helpers.paths import EXAMPLES
from helpers.waiting import HANGS
from kibitz.analysis.solve_lines import MAX_LINE
from kibitz.cli.main import kibitz
from kibitz.cli.terminal import progress_bar
from kibitz.core.files.file_lock import lock_file
from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult
from kibitz.search.perfect import Perfect

LONG_COLUMN = "connect-four:width=1,height=26,k=26"


@pytest.mark.parametrize("player", ["alphabeta:depth=2,nodes=1", "strong"])
def test_a_board_of_one_column_is_searched_like_any_other(player: str) -> None:
    answer = CliRunner().invoke(kibitz, ["best", LONG_COLUMN, player])
    assert answer.exit_code == 0, answer.stderr
    assert answer.stdout.startswith("move    1\n")


@pytest.mark.parametrize(
    "spec", ["tic\ntac", "tic-tac-toe:width=3\n4", "connect-four:\x1b[31mred=1", "a\u2028b", "\x00"]
)
def test_an_error_is_one_line_whatever_was_typed(spec: str) -> None:
    answer = CliRunner().invoke(kibitz, ["best", spec, "random"])
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    assert answer.stderr.strip().isprintable()


def test_a_fault_in_kibitz_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("no\nanswer")

    monkeypatch.setattr("kibitz.analysis.best_move.answer", fail)
    answer = CliRunner().invoke(kibitz, ["best", "tic-tac-toe", "minimax"])
    assert answer.exit_code == 1
    assert answer.stderr.count("\n") == 1
    assert "fault in Kibitz itself (AssertionError: no answer, at test_command_line.py:" in answer.stderr
    shown = CliRunner().invoke(kibitz, ["--traceback", "best", "tic-tac-toe", "minimax"])
    assert isinstance(shown.exception, AssertionError)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("games = 1000000000", "games = 1000000000 is not allowed; it is a whole number from 1 to 1,000,000."),
        ("rounds = 1000000000", "rounds = 1000000000 is not allowed; it is a whole number from 0 to 10,000."),
        ("games = 400000", "That would be 1,200,000 games; a tournament has up to 1,000,000."),
        ("patience = 1e300", "patience = 1e+300 is not allowed; it is a number of seconds above 0, up to 86,400."),
    ],
)
def test_a_plan_that_cannot_end_is_refused_at_once(tmp_path: Path, line: str, sentence: str) -> None:
    players = "".join(f'[[player]]\nname = "{name}"\nspec = "random"\n' for name in "abc")
    plan = tmp_path / "plan.toml"
    plan.write_text(f'game = "tic-tac-toe"\n{line}\n{players}')
    answer = CliRunner().invoke(kibitz, ["tournament", str(plan)])
    assert answer.exit_code == 2
    assert sentence in answer.stderr


# Files that are none, names that cannot be, arguments with line breaks.

TOO_LONG = "x" * 300
NOT_ENCODABLE = "a\ud800b"
GROWTH = EXAMPLES / "growth.py"
READING = (
    "tournament {}",
    "tournament --resume {}",
    "solve tic-tac-toe --file {}",
    "best {}.py minimax",
    "best tic-tac-toe {}.py:choose",
    "best tic-tac-toe learned:file={}",
    "doctor {}.py",
    "tree {}.kbz --out tree.svg",
    "tree {}.json --out tree.svg",
    "match tic-tac-toe random random --openings {}.games",
    f"lab list {GROWTH} --results {{}}",
    "lab compare one other --results {}",
)
WRITING = (
    "tree tic-tac-toe minimax:depth=1 --out {}.dot",
    "tree tic-tac-toe minimax:depth=1 --record {}.kbz",
    "match tic-tac-toe random random --games 2 --out {}.games",
    "learn tic-tac-toe td:games=1 --truth 0 --out {}.kbm",
    "solve three-mens-morris --keep {}",
    "doctor minimax --game tic-tac-toe --out {}.html",
    "exercise alphabeta --out {}.html",
    "lab complexity tic-tac-toe --depth 1 --plot {}.svg",
)
OTHERS = (
    *("tournament .", "tournament {}", "learn tic-tac-toe td:games=1 --out {}", "tree tic-tac-toe minimax --out {}"),
    *("doctor minimax --out {}", "solve tic-tac-toe --file {}", "lab list --results {}", "solve kalah --keep {}"),
)
FOLDERS = (f"lab report {GROWTH} --no-run --out {{}}", "new-game fox --folder {}", "doctor --all {} --out reports")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to work in; nothing may be written there."""
    for suffix in ("", ".py", ".kbz", ".json", ".games", ".dot", ".kbm", ".html", ".svg"):
        os.mkfifo(tmp_path / f"pipe{suffix}")
        (tmp_path / f"zero{suffix}").symlink_to("/dev/zero")
        (tmp_path / f"folder{suffix}").mkdir()
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    yield tmp_path
    assert sorted(tmp_path.rglob("*")) == before


def refused(*words: str) -> str:
    """The sentence with which a command is refused."""
    answer = CliRunner().invoke(kibitz, words)
    assert (answer.exit_code, answer.stdout) == (2, "")
    *progress, sentence = answer.stderr.splitlines()
    assert all("Ctrl-C stops" in line for line in progress)  # of a slow machine
    assert sentence.startswith("kibitz: ")
    assert sentence.isprintable()
    return sentence


def fill_in(line: str, name: str) -> list[str]:
    return [word.replace("{}", name) for word in line.split()]


@pytest.mark.parametrize("line", READING)
@pytest.mark.parametrize("name", ["zero", "folder", TOO_LONG, NOT_ENCODABLE, "nothing\nhere"])
def test_what_is_no_file_is_not_read(here: Path, line: str, name: str) -> None:
    if name == "nothing\nhere" and "lab list" in line:
        pytest.skip("results that are not there yet are none")
    refused(*fill_in(line, name))


@pytest.mark.parametrize("line", READING)
def test_a_pipe_is_not_waited_for(here: Path, line: str) -> None:
    assert " is a pipe; " in refused(*fill_in(line, "pipe"))


def test_a_pipe_is_not_waited_for_by_a_command_of_its_own(here: Path) -> None:
    words = [sys.executable, "-m", "kibitz", "solve", "tic-tac-toe", "--file", "pipe"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=HANGS)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kibitz: pipe is a pipe; a regular file was expected.\n"


@pytest.mark.parametrize("line", WRITING)
@pytest.mark.parametrize("name", ["pipe", "folder", TOO_LONG, NOT_ENCODABLE, "nowhere\n/file"])
def test_what_can_be_no_file_is_not_written(here: Path, line: str, name: str) -> None:
    refused(*fill_in(line, name))


@pytest.mark.parametrize("line", OTHERS)
def test_an_empty_name_is_refused(here: Path, line: str) -> None:
    refused(*fill_in(line, ""))


@pytest.mark.parametrize("line", FOLDERS)
@pytest.mark.parametrize("name", ["pipe", TOO_LONG, NOT_ENCODABLE])
def test_what_can_be_no_folder_is_refused(here: Path, line: str, name: str) -> None:
    refused(*fill_in(line, name))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["lab"], "Missing command. See "),
        (["a\nb"], r"No such command 'a\nb'."),
        (["best", "tic-tac-toe", "--a\nb"], r"--a\nb"),
        (["solve", "tic-tac-toe", "--time", "a\nb"], r"'a\nb' is not a valid float."),
        (["best", "tic-tac-toe", "random", "a\x1b[31m"], r"a\x1b[31m"),
        (["--a\u2028b"], r"--a\u2028b"),
        (["doctor", "minimax", "--role", "a\nb"], r"--role a\nb: write NAME=ROLE"),
        (["exercise", "daily", "--date", "a\nb"], r"--date a\nb: write a day"),
    ],
)
def test_wrong_usage_is_one_line_whatever_was_typed(here: Path, words: list[str], sentence: str) -> None:
    assert sentence in refused(*words)


def test_a_run_with_a_line_break_in_a_file_that_cannot_be_is_one_line(here: Path) -> None:
    assert "File name too long" in refused("lab", "list", "--run", "a\nb", "--results", "9" * 300)


def test_a_fault_in_a_file_of_ones_own_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("raise ValueError('one\\nother')\n")
    assert "ValueError: one" in refused("best", str(tmp_path / "own.py"), "minimax")


def test_a_line_without_an_end_is_refused() -> None:
    answer = CliRunner().invoke(kibitz, ["solve", "tic-tac-toe", "--file", "-"], input=bytes(3 * MAX_LINE))
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr == "kibitz: A line is longer than 1,048,576 bytes; write one position per line.\n"


def test_a_search_of_the_longest_games_is_no_deeper_than_python_goes() -> None:
    """Six men's morris goes round in circles, so that the readable solver comes to its horizon."""
    game = find_game("six-mens-morris")
    start = game.play(game.initial(), game.parse_move("a1"))

    def search(calls: int) -> SearchResult:
        if calls:
            return search(calls - 1)
        return Perfect().search_reference(game, start, Limits(nodes=200_000))

    assert search(calls=200).stopped_by == "nodes"


# What is printed with --json.


@pytest.mark.parametrize(
    "line",
    [
        "exercise alphabeta --count 3 --out tasks.gift",
        "exercise alphabeta --count 2 --solutions",
        "exercise",
        "tree tic-tac-toe minimax:depth=2 --out tree.dot",
        "tree tic-tac-toe minimax:depth=2 --record tree.kbz",
        "doctor --faults",
        "doctor minimax --game tic-tac-toe --out report.html",
        "lab complexity tic-tac-toe --depth 2 --plot growth.svg",
        "play tic-tac-toe --first random --second random",
        "match tic-tac-toe random random --games 2 --openings 0 --out played.games",
        "games",
    ],
)
def test_only_json_is_printed_with_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    monkeypatch.chdir(tmp_path)
    answer = CliRunner().invoke(kibitz, [*line.split(), "--json"])
    assert answer.exit_code == 0, answer.stderr
    json.loads(answer.stdout, parse_constant=pytest.fail)


@pytest.mark.parametrize("line", ["tree tic-tac-toe minimax", "tree tree.kbz", "tree tree.kbz --record other.kbz"])
def test_what_shows_a_page_prints_no_json(here: Path, line: str) -> None:
    assert "--json describes the file that is written; give --out FILE" in refused(*line.split(), "--json")


# Two processes on one file.


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "learn tic-tac-toe td:games=1 --truth 0 --out mine.kbm",
            "Another process trains the player in mine.kbm;",
        ),
        ("solve three-mens-morris --keep mine", "Another process keeps a table of positions in mine;"),
    ],
)
def test_the_second_process_at_a_file_is_refused(here: Path, line: str, sentence: str) -> None:
    held = line.split()[-1]
    other = (
        "import sys; from pathlib import Path; from kibitz.core.files.file_lock import lock_file\n"
        f"with lock_file(Path({held!r}), ''): print('locked', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", other], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"locked\n"
        assert sentence in refused(*line.split())
        process.kill()
    with lock_file(Path(held), "may go on now that the other was killed in"):
        pass


# Work that may never end is announced.


@pytest.mark.parametrize("line", ["best endless.py minimax", "play endless.py", "tournament cup.toml"])
def test_a_game_whose_rules_do_not_end_is_announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """The file goes on when it has seen the announcement, which it waits for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress_bar, "FIRST_SENTENCE", 0.0)
    (tmp_path / "cup.toml").write_text(
        'game = "endless.py"\n[[player]]\nspec = "random"\n[[player]]\nspec = "minimax"\n'
    )
    (tmp_path / "endless.py").write_text(
        "from announcing import announced\nassert announced.wait(300)\nraise ValueError('announced')\n"
    )
    announced, echo = threading.Event(), click.echo

    def tell(message: object = None, **options: Any) -> None:
        echo(message, **options)
        if str(message).startswith("kibitz: preparing ") and str(message).endswith("Ctrl-C stops."):
            announced.set()

    monkeypatch.setattr(click, "echo", tell)
    module = ModuleType("announcing")
    vars(module)["announced"] = announced
    monkeypatch.setitem(sys.modules, "announcing", module)
    assert "ValueError: announced." in refused(*line.split())


# Standard streams that are closed, full or without an end.

STREAMS = [
    *((f"{command} <&-", 0, "") for command in ("play tic-tac-toe", "menu", "engine tic-tac-toe random")),
    ("solve tic-tac-toe --file - <&-", 0, ""),
    ("games >&-", 0, ""),
    ("engine tic-tac-toe random >&- </dev/null", 0, ""),
    ("games >/dev/full", 1, "kibitz: Standard output cannot be written: No space left on device.\n"),
    ("games --json >/dev/full", 1, "kibitz: Standard output cannot be written: No space left on device.\n"),
    ("play breakthrough </dev/zero", 2, "kibitz: A line may have up to 65,535 characters.\n"),
]


@pytest.mark.parametrize(("line", "status", "sentence"), STREAMS)
def test_a_standard_stream_that_does_not_work_is_answered(line: str, status: int, sentence: str) -> None:
    done = subprocess.run(f"{sys.executable} -m kibitz {line}", shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, sentence)


# Rules of one's own that fail are no fault of Kibitz.

OWN = (Path(__file__).parents[2] / "examples" / "treblecross.py").read_text(encoding="utf-8")
RAISES = OWN.replace("def moves(state, out):\n", "def moves(state, out):\n            assert state[1] < 0\n")
GIVES_TEXT = OWN.replace("return (state[0] | 1 << move, 1 - state[1])", "return 'ab'")


@pytest.mark.parametrize(
    ("rules", "words", "sentence"),
    [
        (RAISES, ["warm", "own.py"], "own.py, line 21, in moves: AssertionError"),
        (GIVES_TEXT, ["best", "own.py", "alphabeta:depth=2"], "Test all of its rules with: kibitz check"),
        (GIVES_TEXT, ["serve", "--no-browser", "--game", "own.py"], "own.py, line 29, in result: TypeError"),
        ("raise BaseException('no')", ["best", "own.py", "random"], "own.py, line 1: BaseException: no."),
    ],
)
def test_rules_that_fail_are_no_fault_of_kibitz(tmp_path: Path, rules: str, words: list[str], sentence: str) -> None:
    (tmp_path / "own.py").write_text(rules)
    # In a process of its own, for a game stays registered.
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode in (1, 2)
    assert sentence in done.stderr
    assert "fault in Kibitz" not in done.stderr
    assert done.stderr.splitlines()[-1].isprintable()
