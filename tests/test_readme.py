"""README: its examples run, its game is the one in examples/, its commands are there, and so are the reports."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path

import pytest

from helpers.example_runner import blocks, run_page
from kibitz.lab.report_cards import make_report_shelf

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


@pytest.mark.slow
def test_the_examples_of_the_readme_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    assert run_page(README) >= 6


def test_the_rules_in_the_readme_are_those_of_the_example() -> None:
    game = (ROOT / "examples" / "treblecross.py").read_text(encoding="utf-8")
    (rules,) = [block.text for block in blocks(README) if block.language == "py"]
    assert textwrap.indent(rules, "    ") in game
    assert f"{len(game.splitlines())} lines" in README.read_text(encoding="utf-8")


def test_the_readme_has_the_program_and_the_main_table_of_every_report() -> None:
    section = README.read_text(encoding="utf-8").partition("## The five reports")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| S")]
    cards = make_report_shelf().cards
    assert len(rows) == len(cards) == 5
    for row, card in zip(rows, cards, strict=True):
        assert row.startswith(f"| {card.id}, {card.title} |")
        assert row.endswith(f"| `{card.command}` | `{card.tables_command}` |")


def test_the_readme_names_only_commands_and_files_that_exist() -> None:
    text = README.read_text(encoding="utf-8")
    scripts, links = set(re.findall(r"scripts/\w+", text)), re.findall(r"\]\(([^)#]+)\)", text)
    assert scripts >= {"scripts/app", "scripts/test"}
    assert len(links) > 10
    assert [script for script in scripts if not os.access(ROOT / script, os.X_OK)] == []
    assert [link for link in links if not (ROOT / link).exists()] == []
