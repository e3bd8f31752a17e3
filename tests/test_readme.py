"""README: its examples run, its game is the one in examples/, its two commands are there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from helpers.example_runner import blocks, run_page

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


@pytest.mark.slow
def test_the_examples_of_the_readme_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert run_page(README) >= 6


def test_the_game_in_the_readme_is_the_one_in_the_examples() -> None:
    game = (ROOT / "examples" / "treblecross.py").read_text(encoding="utf-8")
    assert game in [block.text for block in blocks(README) if block.language == "python"]


def test_the_readme_names_only_commands_and_files_that_exist() -> None:
    text = README.read_text(encoding="utf-8")
    scripts, links = set(re.findall(r"scripts/\w+", text)), re.findall(r"\]\(([^)#]+)\)", text)
    assert scripts >= {"scripts/app", "scripts/test"}
    assert len(links) > 10
    assert [script for script in scripts if not os.access(ROOT / script, os.X_OK)] == []
    assert [link for link in links if not (ROOT / link).exists()] == []
