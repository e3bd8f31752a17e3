"""A kept result belongs to the code that measured it: other code measures anew, and shows the old figures as old."""

from __future__ import annotations

import ast
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.example_runner import registries_restored
from helpers.paths import ROOT
from kibitz.lab import code_digest as module
from kibitz.lab.code_digest import code_digest
from kibitz.lab.find_experiments import find_experiments

PACKAGE = ROOT / "src" / "kibitz"
EXPERIMENT = """
import kibitz
from kibitz.lab.design import Cell, Column, Experiment
from kibitz.lab.verdict import Kind, Verdict

class Nodes(Experiment):
    id = "my-1"
    title = "Nodes"
    source = "my report"
    columns = (Column("nodes"),)

    def cells(self, *, quick=False):
        return [Cell("tic-tac-toe")]

    def measure(self, cell, seed):
        return {"nodes": kibitz.position("tic-tac-toe").best("minimax:depth=1,backend=reference").nodes}

    def judge(self, rows):
        return Verdict(Kind.HOLDS, f"{rows[0].number('nodes'):g} nodes")
"""


def lab(folder: Path, *words: str) -> str:
    """What a command of the lab prints, run by the copy of Kibitz in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "100"}
    command = [sys.executable, "-m", "kibitz", "lab", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout


def kept(folder: Path) -> int:
    with sqlite3.connect(folder / "lab.db") as results:
        return int(results.execute("SELECT count(*) FROM measurements").fetchone()[0])


@pytest.mark.slow
def test_a_mended_search_is_measured_anew_and_the_old_figures_are_shown_as_old(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "kibitz", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "my_table.py").write_text(EXPERIMENT, encoding="utf-8")
    assert "verdict  holds: 10 nodes" in lab(tmp_path, "run", "my_table.py")
    assert "1/1" in lab(tmp_path, "list", "my_table.py")

    with (tmp_path / "kibitz" / "search" / "minimax.py").open("a", encoding="utf-8") as search:
        search.write("\n\n# a mended search\n")
    listed = lab(tmp_path, "list", "my_table.py")
    assert "0/1" in listed
    assert "holds" in listed  # the old figures are not lost
    said = lab(tmp_path, "report", "my_table.py", "--no-run", "--out", "report")
    assert "1 row measured by other code than this" in said
    assert "measured by other code than this" in (tmp_path / "report" / "report.html").read_text(encoding="utf-8")

    lab(tmp_path, "run", "my_table.py")
    assert kept(tmp_path) == 2
    assert "1/1" in lab(tmp_path, "list", "my_table.py")
    lab(tmp_path, "run", "my_table.py")
    assert kept(tmp_path) == 2


@pytest.fixture
def digest_of(tmp_path: Path) -> object:
    """The digest of an experiment with this text."""

    def digest(text: str) -> str:
        file = tmp_path / f"table_{len(list(tmp_path.iterdir()))}.py"
        file.write_text(text, encoding="utf-8")
        with registries_restored():
            (found,) = find_experiments([str(file)]).values()
            return code_digest(type(found))

    return digest


def test_to_measure_otherwise_is_other_code_to_judge_or_describe_otherwise_is_not(digest_of: object) -> None:
    assert callable(digest_of)
    usual = digest_of(EXPERIMENT)
    assert digest_of(EXPERIMENT.replace("depth=1", "depth=2")) != usual
    assert digest_of(EXPERIMENT.replace('Column("nodes")', 'Column("nodes", exact=False)')) != usual
    for old, new in (("HOLDS", "WRONG"), ("my report", "a report"), ('[Cell("tic', '[Cell("one"), Cell("tic')):
        assert old in EXPERIMENT
        assert digest_of(EXPERIMENT.replace(old, new)) == usual


def test_all_that_experiments_import_is_covered() -> None:
    """A folder that an experiment can call, but the digest leaves out, would let old figures pass for new ones."""
    folders = [path for path in module._list_covered() if path.parent.name in ("lab", "reports")]
    paths = [path for one in folders for path in ([one] if one.is_file() else one.rglob("*.py"))]
    experiments = [type(made) for made in find_experiments().values()]
    paths += {file for experiment in experiments for file in module._files_of(experiment)}
    assert len(paths) > 50
    covered = [str(path.relative_to(PACKAGE)).removesuffix(".py").replace("/", ".") for path in module._list_covered()]
    not_figures = ("lab.reports", "lab.outcome", "lab.verdict", "reports.publications")  # they only show figures
    digested = [str(path.relative_to(PACKAGE)).removesuffix(".py").replace("/", ".") for path in paths]
    for path in paths:
        for node in ast.walk(ast.parse(path.read_bytes())):
            name = node.module if isinstance(node, ast.ImportFrom) else None
            if name is not None and name.startswith("kibitz."):
                inner = name.removeprefix("kibitz.")
                assert inner.startswith((*covered, *not_figures, *digested)), f"{path.name} imports {name}"
