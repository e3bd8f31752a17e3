"""A log for every move of a game is the tree of the search that chose it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kibitz.cli.main import kibitz
from kibitz.core.errors import BadOption
from kibitz.play.players import find_player
from kibitz.trees.game_logs import GameLogs, make_log_folder
from kibitz.trees.tree_files import load_recording


def run(*words: str, text: str = "", status: int = 0) -> Result:
    result = CliRunner().invoke(kibitz, words, input=text)
    assert result.exit_code == status, result.output
    return result


def test_every_move_of_a_game_has_its_log(tmp_path: Path) -> None:
    """Three moves by each of two algorithms, as in S1: six log files."""
    folder = tmp_path / "logs"
    players = ("--first", "minimax:depth=2,backend=reference", "--second", "alphabeta:depth=2,backend=reference")
    game = json.loads(run("play", "take-away:chips=12,take=2", *players, "--logs", str(folder), "--json").stdout)
    files = sorted(path.name for path in folder.iterdir())
    sides = ["First", "Second"]
    expected = [f"{number:02}-{sides[(number - 1) % 2]}-{move}.txt" for number, move in enumerate(game["moves"], 1)]
    assert files == expected
    trees = [load_recording(str(folder / name)).tree for name in files]
    for side in (0, 1):
        assert sum(len(tree) for tree in trees[side::2]) == game["players"][side]["nodes"]
    assert [tree.searcher for tree in trees[:2]] == ["minimax:depth=2", "alphabeta:depth=2"]


def test_only_programs_that_show_their_trees_leave_logs(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    said = run(
        "play",
        "tic-tac-toe",
        "--second",
        "alphabeta:depth=1,backend=reference",
        "--logs",
        str(folder),
        text="b2\nquit\n",
    ).stdout
    assert [path.name[:5] for path in folder.iterdir()] == ["02-O-"]
    assert said.endswith(f"1 log written to {folder}\n")


def test_advice_is_logged_too(tmp_path: Path) -> None:
    player = "alphabeta:depth=1,backend=reference"
    folder = tmp_path / "logs"
    words = ("play", "tic-tac-toe", "--advice", "--first", player, "--second", player, "--logs", str(folder))
    run(*words, text="\n\nquit\n")
    assert sorted(path.name[:5] for path in folder.iterdir()) == ["01-X-", "02-O-", "03-X-"]


def test_the_games_of_a_match_have_a_folder_each(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    words = ("match", "tic-tac-toe", "alphabeta:depth=1,backend=reference", "random", "--games", "4")
    plain = json.loads(run(*words, "--json").stdout)
    logged = json.loads(run(*words, "--logs", str(folder), "--json").stdout)
    assert (plain["score"], plain["nodes"], plain["moves"]) == (logged["score"], logged["nodes"], logged["moves"])
    files = list(folder.rglob("*.txt"))
    assert sorted({path.parent.name for path in files}) == ["game-001", "game-002", "game-003", "game-004"]
    assert len(files) == logged["moves"][0]
    assert sum(len(load_recording(str(path)).tree) for path in files) == logged["nodes"][0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play", "tic-tac-toe", "--second", "random"), "No player here shows the tree of its search"),
        (("match", "tic-tac-toe", "engine", "random"), "No player here shows the tree of its search"),
        (("match", "tic-tac-toe", "minimax", "random", "--cluster", "tcp://localhost:1"), "leave out --cluster"),
    ],
)
def test_what_leaves_no_log_is_refused(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in run(*words, "--logs", str(tmp_path / "logs"), status=2).output
    assert not (tmp_path / "logs").exists()


def test_a_folder_with_logs_of_another_game_is_refused(tmp_path: Path) -> None:
    (tmp_path / "01-X-a1.txt").write_text("of another game")
    with pytest.raises(BadOption, match="is not empty; name a new folder"):
        make_log_folder(tmp_path)


def test_a_player_that_shows_no_tree_is_left_as_it_is(tmp_path: Path) -> None:
    player = find_player("random")
    assert GameLogs(tmp_path).watch(player) is player
    assert re.fullmatch(r"minimax:depth=1", str(GameLogs(tmp_path).watch(find_player("minimax:depth=1"))))
