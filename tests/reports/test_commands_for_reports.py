"""Commands of the lab and of `kibitz fault`, as README and docs give them for the reports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz
from kibitz.lab.lab import Lab, LabProgress


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(kibitz, words, input=typed, env={"COLUMNS": "120"})
    assert result.exit_code == 0, result.output
    return result.output


def test_long_work_in_the_lab_says_before_it_begins_how_long_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Lab, "run", lambda *_: (progress for progress in (LabProgress(0, 20),)))
    said = run("lab", "run", "S3-21")
    assert re.search(r"this took about \d+ minutes .* With --quick it takes seconds\.", said)
    assert "this took" not in run("lab", "run", "S3-21", "--quick")
    assert "this took" not in run("lab", "run", "S3-26")


def test_a_report_of_one_entry_is_written_without_a_name_for_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "to lab-report: report.html" in run("lab", "report", "S3-26", "--no-run")


def test_a_fault_without_a_wrong_move_is_shown() -> None:
    assert "S0-41" in run("fault", "S0-41")


def test_s0s_program_advises_in_its_own_words() -> None:
    """The name of the heuristic, the column, the question, and the column that was selected."""
    said = run("play", "connect-four", "--advice", "--first", "replica-s0-minimax", typed="\n")
    assert "Heuristic: reported-longest calculated the best move is: 1 " in said
    assert "X, which move would you like to play?" in said
    assert "Selected: 1\n" in said
    right = run("play", "connect-four", "--advice", "--first", "replica-s0-alphabeta:leaf_side=false")
    assert "Heuristic: longest calculated the best move is: " in right
