"""The documentation: it builds without a warning, its examples are true, its pictures are what Kibitz draws."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import click
import pytest

from helpers.example_runner import only_shipped, registries_restored, run_page
from kibitz.analysis.best_move import BestMove, Root, Solved
from kibitz.analysis.count_games import Counted
from kibitz.arena.elo import SprtVerdict
from kibitz.arena.grade_statistics import PhaseGrade
from kibitz.arena.grading import Blunder, Grade
from kibitz.arena.match import MatchResult
from kibitz.arena.standings import Standing, Standings
from kibitz.check.check_game import LawFinding
from kibitz.check.new_game.write_skeleton import WrittenSkeleton
from kibitz.check.trials import TrialFinding
from kibitz.cli.main import kibitz as kibitz_command
from kibitz.cli.terminal.session import GameSummary, PlayerSummary
from kibitz.jobs.compile_ahead import Warmed
from kibitz.lab.outcome import LabAnswer, LabEntry, LabTable, TableColumn, TableRow
from kibitz.lab.reports.run_comparison import Comparison, RunDifference
from kibitz.lab.tools.ablation import Ablation, Effect, SubsetResult
from kibitz.lab.tools.growth import Growth, GrowthRow
from kibitz.lab.tools.horizon import DepthAnswer
from kibitz.lab.tools.learning import LearningComparison, Variant
from kibitz.lab.tools.measure import Horizon
from kibitz.learn.method_list import list_methods
from kibitz.play.catalogue import list_evaluators, list_games, list_players
from kibitz.trees.tree_files import WrittenTree

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
EXAMPLE = re.compile(r"^```(?:python|console)$", re.MULTILINE)
REFERENCE = DOCS / "reference"


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if EXAMPLE.search(text(page))], ids=lambda page: str(page.relative_to(DOCS))
)
def test_the_examples_of_a_page_are_true(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert run_page(page) >= len(EXAMPLE.findall(text(page)))


def test_there_are_enough_examples_to_run() -> None:
    shown = [line for page in PAGES for line in text(page).splitlines() if line.startswith((">>> ", "$ "))]
    assert len(shown) > 150


@pytest.mark.slow
def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    built = subprocess.run(
        # Reads every page and follows every reference, but writes nothing, which is half the time.
        [sys.executable, "-m", "sphinx", "-W", "-n", "-q", "-b", "dummy", str(DOCS), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr


@pytest.fixture(scope="module")
def make_pictures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_pictures", DOCS / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_what_kibitz_draws(make_pictures: ModuleType) -> None:
    committed = {path.name: path.read_bytes() for path in (DOCS / "pictures").iterdir()}
    with registries_restored():
        drawn = {name: picture.encode() for name, picture in make_pictures.pictures().items()}
    assert committed.keys() == drawn.keys()
    stale = [name for name in drawn if committed[name] != drawn[name]]
    assert not stale, "run docs/make_pictures.py and look at what changed"


def test_every_picture_is_shown_and_every_shown_one_is_there() -> None:
    pages = [*PAGES, ROOT / "README.md"]
    shown = {name for page in pages for name in re.findall(r"pictures/([\w-]+\.svg)", text(page))}
    assert shown == {path.name for path in (DOCS / "pictures").iterdir()}


def test_every_game_searcher_and_heuristic_has_its_place() -> None:
    with only_shipped():
        check_places()


def check_places() -> None:
    specs, heuristics = text(REFERENCE / "specs.md"), text(DOCS / "heuristics.md")
    assert len(list_games()) >= 18
    for game in list_games():
        assert (DOCS / "games" / f"{game.name}.md").exists()
        assert f"```{{options}} {game.name}\n" in specs
    for method in list_methods():
        assert (DOCS / "learn" / f"{method.name}.md").exists()
        assert re.search(rf"\b{method.name}\b", specs), method.name
    for player in list_players():
        assert re.search(rf"\b{player.name}\b", specs), player.name
        if player.searches:
            pages = [text(page) for page in (DOCS / "search").glob("*.md")]
            assert any(f"`{player.name}" in page for page in pages), player.name
    for evaluator in list_evaluators():
        assert re.search(rf"^### {evaluator.name}\b|`{evaluator.name}`", heuristics, re.MULTILINE), evaluator.name
        if not evaluator.name.startswith("reported-") and evaluator.options:
            assert f"```{{options}} {evaluator.name}\n" in heuristics


def test_every_command_and_option_is_in_the_reference() -> None:
    page = text(REFERENCE / "command-line.md")
    assert {"play", "best", "solve"} <= kibitz_command.commands.keys()
    for name, command in kibitz_command.commands.items():
        assert f"kibitz {name}" in page
        commands = command.commands.values() if isinstance(command, click.Group) else [command]
        for parameter in (parameter for one in commands for parameter in one.params):
            for option in parameter.opts:
                assert not option.startswith("--") or option in page, f"kibitz {name} {option}"


def test_every_key_of_the_answers_is_in_the_reference() -> None:
    page = text(REFERENCE / "json.md")
    about_positions = (BestMove, Counted, Root, Solved, WrittenTree, LawFinding, TrialFinding, Warmed, WrittenSkeleton)
    about_games = (GameSummary, PlayerSummary, MatchResult, SprtVerdict, Standing, Standings)
    about_grades = (Grade, PhaseGrade, Blunder)
    about_experiments = (LabEntry, LabAnswer, TableColumn, TableRow, LabTable, Comparison, RunDifference)
    about_learning = (LearningComparison, Variant)
    about_searches = (Growth, GrowthRow, Ablation, Effect, SubsetResult, Horizon, DepthAnswer)
    for answer in (*about_positions, *about_games, *about_grades, *about_experiments, *about_learning, *about_searches):
        assert [field.name for field in fields(answer) if f"`{field.name}`" not in page] == [], answer.__name__
        assert fields(answer)
