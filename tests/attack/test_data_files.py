"""Data run no code: a file of games, a recording or a store that names a Python file does not get it run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kibitz.arena.game_store import GameStore
from kibitz.arena.plan import Entrant, Plan
from kibitz.arena.tournament import STORE
from kibitz.cli.main import kibitz
from kibitz.core.game import GAMES, find_game
from kibitz.core.searching import find_searcher
from kibitz.trees.formats.json_tree import write_json
from kibitz.trees.formats.text_log import write_log
from kibitz.trees.recorder import record
from kibitz.web.hosting.tournament_host import TournamentHost

EVIL = """
from pathlib import Path
Path(__file__).with_name("it_ran").touch()
from kibitz import ONGOING, Game
class Evil(Game):
    name = "evil"
"""


@pytest.fixture
def evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "evil.py"
    file.write_text(EVIL)
    with GAMES.restored():
        yield file


def has_run(evil: Path) -> bool:
    return evil.with_name("it_ran").exists()


def run(*words: str) -> Result:
    return CliRunner().invoke(kibitz, words)


@pytest.mark.parametrize("name", ["evil.py", "evil.py:Evil", "./evil.py"])
def test_openings_run_no_file_that_they_name(evil: Path, name: str) -> None:
    Path("evil.games").write_text(f'[Game "{name}"]\n\n1. f5\n')
    answer = run("match", "othello", "random", "random", "--openings", "evil.games")
    assert answer.exit_code == 2
    assert f"Python file '{name.partition(':')[0]}'" in answer.stderr
    assert "name that file yourself" in answer.stderr
    assert not has_run(evil)


@pytest.mark.parametrize("suffix", [".json", ".txt"])
def test_trees_run_no_file_that_they_name(evil: Path, suffix: str) -> None:
    game = find_game("tic-tac-toe")
    _, tree = record(game, game.initial(), *find_searcher("alphabeta:depth=2"))
    if suffix == ".json":
        data = json.loads(write_json(tree))
        data["game"] = "evil.py"
        text = json.dumps(data)
    else:
        text = write_log(tree).replace(str(game), "evil.py:Evil")
    Path(f"evil{suffix}").write_text(text)
    answer = run("tree", f"evil{suffix}", "--out", "out.svg")
    assert answer.exit_code == 2
    assert not has_run(evil)


@pytest.mark.parametrize(
    ("game", "player"),
    [("evil.py", "random"), ("tic-tac-toe", "evil.py:choose"), ("tic-tac-toe", "gtp:program=touch it_ran")],
)
def test_a_store_that_names_a_file_or_a_program_is_not_taken_for_a_tournament(
    evil: Path, tmp_path: Path, game: str, player: str
) -> None:
    plan = Plan(game=game, players=(Entrant("one", player), Entrant("other", "random")), games=2)
    folder = tmp_path / "arena" / "abc"
    folder.mkdir(parents=True)
    with GameStore(folder / STORE) as store:
        store.remember("plan", plan.text())
        store.remember("begun", "2026-01-01")
    assert TournamentHost(tmp_path / "arena").list_all() == []
    assert not has_run(evil)


def test_a_file_that_the_person_names_is_run(evil: Path) -> None:
    run("best", "evil.py", "random")
    assert has_run(evil)
