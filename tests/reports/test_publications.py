"""Each report has a title and a line on what it was, and they are shown wherever its short name is."""

from __future__ import annotations

import json

from click.testing import CliRunner

from helpers.paths import DOCS
from kibitz.cli.main import kibitz
from kibitz.core.publications import PUBLICATIONS, find_publication
from kibitz.core.searching import SEARCHERS
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.hosting.lab_host import LabHost
from kibitz.search.replica import Replica, list_fault_ids

TITLES = [
    "S0, Four in a Row",
    "S1, Othello bots",
    "S2, Connect-4 agents",
    "S3, console games",
    "S4, graphical tic-tac-toe",
]


def run(*words: str) -> str:
    result = CliRunner().invoke(kibitz, words, env={"COLUMNS": "150"})
    assert result.exit_code == 0, result.output
    return result.stdout


def test_there_are_five_and_everything_is_of_one_of_them() -> None:
    assert [str(one) for one in PUBLICATIONS.values()] == TITLES
    for entry in (*find_experiments(), *list_fault_ids()):
        assert str(find_publication(entry)) in TITLES, entry
    replicas = [cls for cls in SEARCHERS.classes.values() if issubclass(cls, Replica)]
    assert {cls.title.rpartition(": ")[0] for cls in replicas} == set(TITLES)


def test_lists_have_the_titles_above_their_entries() -> None:
    lines = run("lab", "list", "S2-8", "S3-12", "S3-14").splitlines()
    assert [line.split()[0] for line in lines] == ["id", "S2", "S2-8", "S3", "S3-12", "S3-14"]
    assert lines[3].split() == ["S3", "console", "games"]
    (entry,) = json.loads(run("lab", "list", "S3-12", "--json"))
    assert entry["report"] == "S3, console games"


def test_the_pages_of_the_lab_have_title_and_line() -> None:
    reports = LabHost().catalogue(quick=True).reports
    assert [f"{report.id}, {report.title}" for report in reports if report.id] == TITLES
    assert [report.about for report in reports if report.id] == [one.about for one in PUBLICATIONS.values()]


def test_the_documentation_has_the_same_table() -> None:
    rows = [f"| {one.id} | {one.title} | {one.about} |\n" for one in PUBLICATIONS.values()]
    for page in ("lab", "building"):
        text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
        assert "".join(rows) in f"{text}\n", page
