"""Levels err like people in every game: from level 3 on they take wins in one, block, and stop a row that is filled."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.game import Game, find_game
from kibitz.core.limits import REFERENCE
from kibitz.core.rng import Rng
from kibitz.play.levels import move_losses
from kibitz.play.levels.calibration import find_setting
from kibitz.play.levels.move_losses import draw_move

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
level_chances: Any = importlib.import_module("level_chances")

GAMES = [
    "connect-four",
    "tic-tac-toe",
    "breakthrough",
    "hexapawn",
    "three-mens-morris",
    "checkers",
    "nim",
    "domineering",
]
FEW = 8


@pytest.mark.parametrize("spec", GAMES)
def test_from_level_3_wins_in_one_are_taken_and_most_blocks_made(spec: str) -> None:
    game = find_game(spec)
    wins, blocks = level_chances.find_positions(game, 16)
    settings = {level: find_setting(game, level) for level in (1, 2, 3, 4)}
    taken = {level: level_chances.count_found(wins, own, REFERENCE) for level, own in settings.items()}
    made = {level: level_chances.count_found(blocks, own, REFERENCE) for level, own in settings.items()}
    missed = {level: len(blocks) - count for level, count in made.items()}
    assert taken[3] == taken[4] == len(wins) >= taken[1]
    assert missed[3] + missed[4] <= len(blocks) / 8
    assert len(blocks) >= FEW
    assert missed[1] + missed[2] > 2 * (missed[3] + missed[4])


@pytest.mark.slow
def test_from_level_3_nobody_gets_five_in_a_row_by_filling_a_column(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_losses, "MAX_SECONDS", 600.0)  # so that the machine's speed does not matter
    game = find_game("gomoku")
    filled = {level: _count_filled(game, level) for level in (1, 3, 6, 9)}
    assert filled[1] == 3
    assert filled[3] == filled[6] == filled[9] == 0


def _count_filled(game: Game, level: int) -> int:
    setting = find_setting(game, level)
    return sum(level_chances.is_column_filled(game, setting, number) for number in range(3))


def test_a_large_board_does_not_make_a_blunder_likelier() -> None:
    """One move is needed; all others lose as much, a few of them or hundreds."""
    for moves in (25, 100, 400):
        losses = {0: 0.0} | dict.fromkeys(range(1, moves), 2.5)
        blunders = sum(draw_move(losses, 0.45, Rng(seed)) != 0 for seed in range(1_000))
        assert 50 < blunders < 130
