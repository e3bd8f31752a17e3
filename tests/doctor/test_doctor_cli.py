"""`kibitz doctor` as a person, a script and a teacher use it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from programs import read_programs

from helpers.paths import DOCS
from kibitz.cli.main import kibitz as command
from kibitz.doctor.report import Report, Run, RunNode
from kibitz.doctor.reports.text_report import write_text

RIGHT, FAULTY = read_programs("right_programs.txt"), read_programs("faulty_programs.txt")
KEYS = {"verdict", "faults", "smallest", "leaves", "textbook_leaves", "minimal_leaves"}


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(command, ["doctor", *arguments])
    assert result.exit_code == status, result.output
    return result.stdout


@pytest.mark.slow
def test_the_report_as_json_and_as_a_page(tmp_path: Path) -> None:
    program, page = tmp_path / "student.py", tmp_path / "report.html"
    program.write_text(FAULTY["window-not-swapped"], encoding="utf-8")
    report = json.loads(run(str(program), "--json", "--out", str(page), status=1))
    assert report.keys() >= KEYS
    assert report["verdict"] == "wrong"
    assert report["faults"][0]["id"] == "window-not-swapped"
    assert report["faults"][0]["sentence"] == "The window is negated for a child but not swapped."
    assert isinstance(report["smallest"], list)
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") == 2
    assert not re.search('(src|href)="|url[(]', html)  # it needs nothing else
    assert "window-not-swapped" in html


@pytest.mark.slow
def test_a_right_program_is_shown_searching_a_small_tree(tmp_path: Path) -> None:
    program, page = tmp_path / "student.py", tmp_path / "report.html"
    program.write_text(next(iter(RIGHT.values())), encoding="utf-8")
    report = json.loads(run(str(program), "--json", "--out", str(page)))
    assert (report["verdict"], report["smallest"]) == ("right", None)
    assert report["patient_run"]["move"] == report["right_run"]["move"]
    assert len(report["patient_run"]["nodes"]) > len(report["example"])
    assert page.read_text(encoding="utf-8").count("<svg") == 2


def test_columns_of_a_report_never_touch() -> None:
    nodes = (RunNode(0, -1, None, "searched", 0), RunNode(1, 0, 0, "leaf", 0))
    patient, right = (Run(nodes, 0, 1, (1,), error) for error in ("RecursionError in minimax", ""))
    report = Report("p", "wrong", "It fails.", smallest=[0], patient_run=patient, right_run=right)
    assert "RecursionError in minimax    answers 0, move 1" in write_text(report)


@pytest.mark.slow
@pytest.mark.parametrize("target", ["examples/student_negamax.py", "replica-s3-take-away"])
def test_what_the_documentation_shows_is_printed(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    shown = (
        (DOCS / "doctor.md").read_text(encoding="utf-8").partition(f"$ kibitz doctor {target}\n")[2].partition("```")[0]
    )
    printed = run(target, status=1)
    assert len(shown) > 100
    for part in shown.split("...\n"):
        assert part in printed


@pytest.mark.slow
def test_a_class_is_examined_and_resumed(tmp_path: Path) -> None:
    folder, out = tmp_path / "submissions", tmp_path / "report"
    folder.mkdir()
    (folder / "ada.py").write_text(RIGHT["minimax_lists"], encoding="utf-8")
    (folder / "bob.py").write_text("import os\nos._exit(1)\n", encoding="utf-8")
    (folder / "<i>eve.py").write_text("def hello():\n    return 1\n", encoding="utf-8")
    said = run("--all", str(folder), "--out", str(out), "--workers", "2")
    assert "1 of 3 programs are right" in said
    rows = {
        row["program"]: row for row in csv.DictReader((out / "report.csv").read_text(encoding="utf-8").splitlines())
    }
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "ada": "right",
        "bob": "crashes",
        "<i>eve": "not examined",
    }
    index = (out / "index.html").read_text(encoding="utf-8")
    assert "&lt;i&gt;eve" in index
    assert "<i>eve" not in index
    before = (out / "ada.html").stat().st_mtime_ns
    (folder / "bob.py").write_text(FAULTY["best-starts-at-zero"], encoding="utf-8")
    said = run("--all", str(folder), "--out", str(out))
    assert "bob: wrong (best-starts-at-zero)" in said
    assert (out / "ada.html").stat().st_mtime_ns == before


def test_what_cannot_be_examined_is_refused_in_a_sentence(tmp_path: Path) -> None:
    assert "Name a Python file or a player" in CliRunner().invoke(command, ["doctor"]).output
    refused = CliRunner().invoke(command, ["doctor", "missing.py"])
    assert refused.exit_code == 2
    assert (
        refused.stderr == "kibitz: There is no file 'missing.py'; name a Python file, or a player such as alphabeta.\n"
    )
    assert CliRunner().invoke(command, ["doctor", "x.py", "--role", "foo=bar"]).exit_code == 2


def test_the_faults_are_listed() -> None:
    listed = json.loads(run("--faults", "--json"))
    assert len(listed) >= 40
    assert {"id", "sentence", "published"} == set(listed[0])


def test_a_role_of_no_parameter_and_a_report_that_is_no_page_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "search.py"
    file.write_text("def minimax(node, depth, maximizing):\n    return node\n")
    for words, sentence in (
        (("--role", "nosuch=depth"), "has a parameter called 'nosuch', which is given a role."),
        (("--out", str(tmp_path / "x.pdf")), f"the report is a web page; name it {tmp_path / 'x.html'}."),
    ):
        refused = CliRunner().invoke(command, ["doctor", str(file), *words])
        assert refused.exit_code == 2
        assert sentence in refused.output
