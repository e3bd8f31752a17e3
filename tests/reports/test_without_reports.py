"""Kibitz without the folder of the reports: all of it works that is not of the reports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from helpers.bare_package import PACKAGE, make_bare_package, run_python

REPORT = re.compile(r"\bS[0-4](-\d+)?\b|kibitz[./]reports|replica-s\d|reported-")
ROUTES = """
import json, sys
from helpers.web_server import running_server

with running_server() as server:
    statuses = {path: server.get(path).status_code for path in sys.argv[1:]}
    reports = server.ask("/api/lab/list")["reports"] + server.ask("/api/reports")["cards"]
    replicas = server.ask("/api/manual", page="search/replicas")["shown"]["html"]
    players = server.get("/api/players", game="connect-four").text
    examples = [example["name"] for example in server.ask("/api/tree/examples")["examples"]]
print(json.dumps([statuses, reports, players, examples, replicas]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bare_package(tmp_path_factory.mktemp("bare"))


def command(folder: Path, *words: str, status: int = 0) -> str:
    return run_python(folder, "-m", "kibitz", *words, status=status)


def test_the_folder_is_hidden_and_the_rest_is_found(folder: Path) -> None:
    code = "import importlib.util, kibitz; print(kibitz.__file__, importlib.util.find_spec('kibitz.reports'))"
    assert run_python(folder, "-c", code).split() == [str(folder / "src" / "kibitz" / "__init__.py"), "None"]


def test_a_search_is_run(folder: Path) -> None:
    search = ("tic-tac-toe", "alphabeta:backend=reference", "--moves", "a1b2")
    answer = json.loads(command(folder, "best", *search, "--json"))
    assert (answer["move"], answer["score"], answer["proven"]) == ("b1", 0, True)


def test_a_tree_is_recorded_drawn_and_read_back(folder: Path) -> None:
    search = ("tic-tac-toe", "alphabeta:depth=3,backend=reference", "--moves", "a1b2c3")
    for file in ("tree.svg", "tree.html", "tree.kbz", "tree.txt", "tree.json"):
        assert f"{file}: " in command(folder, "tree", *search, "--out", file)
    assert "<svg" in (folder / "tree.svg").read_text(encoding="utf-8")
    for file in ("tree.kbz", "tree.txt", "tree.json"):
        assert "again.svg" in command(folder, "tree", file, "--out", "again.svg")


def test_an_experiment_of_ones_own_is_measured_and_listed(folder: Path) -> None:
    assert "verdict  " in command(folder, "lab", "run", "examples/growth.py", "--quick")
    assert "Tic-tac-toe: nodes by depth" in command(folder, "lab", "list", "examples/growth.py", "--quick")
    assert json.loads(command(folder, "lab", "list", "--json")) == []
    assert "There is no experiment called 'S3-21'" in command(folder, "lab", "list", "S3-21", status=2)


def test_the_doctor_names_a_fault(folder: Path) -> None:
    report = json.loads(command(folder, "doctor", "examples/student_negamax.py", "--json", status=1))
    assert report["faults"]
    assert not any(fault["published"] for fault in report["faults"])


def test_lists_name_no_report(folder: Path) -> None:
    for words in ("players", "evals", "fault", "lab list", "doctor --faults", "games"):
        assert not REPORT.search(command(folder, *words.split())), words
    assert "alphabeta" in command(folder, "players")


def test_the_pages_and_their_questions_are_answered(folder: Path) -> None:
    paths = "/ /play /analyse /tree /lab /arena /learn /exercises /doctor /manual /api/games /api/tree/examples"
    pages, reports, players, examples, replicas = json.loads(run_python(folder, "-c", ROUTES, *paths.split()))
    assert set(pages.values()) == {200}, pages
    assert reports == []
    assert "random" in players
    assert not REPORT.search(players)
    assert "pruning" in examples
    assert "twice" not in examples
    assert "<code>replica-s0-minimax</code> is not installed." in replicas


def test_nothing_outside_the_folder_names_a_report() -> None:
    texts = {
        path.relative_to(PACKAGE): path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*")
        if path.suffix in (".py", ".js", ".html", ".json", ".css")
    }
    naming = {path.parts[0] for path, text in texts.items() if REPORT.search(text)}
    assert naming == {"reports"}


def test_tests_outside_this_folder_name_no_entry_of_a_report() -> None:
    tests = Path(__file__).parents[1]
    files = [
        path
        for path in tests.rglob("*")
        if path.suffix in (".py", ".txt") and Path(__file__).parent not in path.parents
    ]
    assert len(files) > 100
    assert not [path.name for path in files if re.search(r"\bS[0-4]-\d", path.read_text(encoding="utf-8"))]
