"""`kibitz new-game`: what it writes can be examined, played, searched and tested as it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.example_runner import registries_restored
from kibitz.cli.main import kibitz
from kibitz.core.user_files import run_file


def run(*args: str, text: str = "", status: int = 0) -> str:
    result = CliRunner().invoke(kibitz, args, input=text)
    assert result.exit_code == status, result.output
    return result.output if status else result.stdout


@pytest.fixture(autouse=True)
def _registries() -> Iterator[None]:
    """What the new games register is forgotten after each test."""
    with registries_restored():
        yield


@pytest.mark.slow
def test_a_new_game_works_as_it_stands(tmp_path: Path) -> None:
    told = run("new-game", "fox-and-geese", "--folder", str(tmp_path / "mine"))
    file = tmp_path / "mine" / "fox_and_geese.py"
    assert str(file) in told
    assert "no laws broken" in run("check", str(file), "--games", "3")
    best = json.loads(run("best", f"{file}:FoxAndGeese:width=3,height=3", "engine", "--json"))
    assert (best["score"], best["proven"]) == (1, True)  # the middle, then mirror images
    assert "O wins after 2 moves." in run(
        "play", f"{file}:FoxAndGeese:width=2,height=2", "--second", "random", text="a1\n"
    )
    estimate = json.loads(run("best", str(file), "alphabeta:depth=1,backend=reference", "--json"))
    assert estimate["score"] % 10 == 0 != estimate["score"]  # its own heuristic, which counts cells by ten
    tests = [value for name, value in vars(run_file(file.with_name("test_fox_and_geese.py"))).items() if "test" in name]
    assert len(tests) == 4
    for test in tests:
        test()


@pytest.mark.parametrize("name", ["FoxAndGeese", "fox_and_geese", "Fox and geese", "fox-AND-geese"])
def test_one_name_in_all_its_spellings(name: str, tmp_path: Path) -> None:
    written = json.loads(run("new-game", name, "--folder", str(tmp_path), "--json"))
    assert (written["name"], written["class_name"]) == ("fox-and-geese", "FoxAndGeese")
    assert {path.name for path in tmp_path.iterdir()} == {"fox_and_geese.py", "test_fox_and_geese.py"}
    text = (tmp_path / "fox_and_geese.py").read_text(encoding="utf-8")
    assert 'title = "Fox and geese"' in text
    assert "$" not in text


def test_a_file_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "test_ludo.py").write_text("mine")
    told = run("new-game", "ludo", "--folder", str(tmp_path), status=2)
    assert "test_ludo.py exists already and is not replaced" in told
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("3x3", "'3x3' cannot be the name of a game"),
        ("fox--geese", "cannot be the name of a game"),
        ("../fox", "cannot be the name of a game"),
        ("fox\n", "cannot be the name of a game"),
        ("", "cannot be the name of a game"),
        ("x" * 41, "40 characters at most"),
        ("Tic-Tac-Toe", "There is a game called 'tic-tac-toe' already"),
        ("othello", "There is a game called 'othello' already"),
        ("none", "the class None, a name that is taken"),
        ("rules", "the class Rules, a name that is taken"),
        ("random", "hides the Python module"),
        ("kibitz", "hides the Python module"),
    ],
)
def test_names_that_cannot_be_used(name: str, reason: str, tmp_path: Path) -> None:
    told = run("new-game", name, "--folder", str(tmp_path), status=2)
    assert reason in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be made" in run("new-game", "ludo", "--folder", str(tmp_path / "file" / "x"), status=2)
