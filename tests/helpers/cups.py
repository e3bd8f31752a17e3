"""Tournaments small enough to test with, and what is read of their results."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from click.testing import CliRunner

from kibitz.arena.game_task import FinishedGame
from kibitz.cli.main import kibitz as command
from kibitz.play.records import Effort

NOTHING = Effort(0, 0, 0, 0, None, 0.0)
CUP = """
game = "tic-tac-toe"
games = 12
seed = 4
openings = "1"

[[player]]
spec = "alphabeta"

[[player]]
name = "short-sighted"
spec = "alphabeta"
depth = 1

[[player]]
spec = "random"
"""


def finished(number: int, points: float) -> FinishedGame:
    return FinishedGame(number, points, "", "", str(number), (NOTHING, NOTHING), f"text of {number}")


def cup(folder: Path, text: str = CUP) -> str:
    file = folder / "cup.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def table_of(folder: Path) -> list[tuple[str, ...]]:
    """The final table without what a clock has measured."""
    with (folder / "table.csv").open(encoding="utf-8") as file:
        return [tuple(value for key, value in line.items() if key != "seconds") for line in csv.DictReader(file)]


def games_of(folder: Path) -> list[tuple[object, ...]]:
    lines = map(json.loads, (folder / "games.jsonl").read_text(encoding="utf-8").splitlines())
    return [(line["number"], line["first"], line["moves"], line["points"]) for line in lines]


def run(*words: str) -> None:
    result = CliRunner().invoke(command, ["tournament", *words])
    assert result.exit_code == 0, result.output
