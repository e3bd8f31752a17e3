"""How far each level looks ahead and how much it errs, game by game, and the ratings that were measured with that.

Both stand in `calibration.json`, one entry a game, and come from `benchmarks/levels.py`: settings from a search for
the temperatures at which every level beats the one below by as much as the one above beats it, ratings from games in
the arena. A game without an entry plays by `USUAL`, and its ratings are not known.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kibitz.core.game import Game, find_game

TOP = 10
FILE = Path(__file__).parent / "calibration.json"


class Setting(NamedTuple):
    """Plies of look-ahead, and the temperature of the draw; see `move_losses.py`."""

    depth: int
    temperature: float


# About the mean of the measured games.
USUAL = tuple(
    Setting(*pair)
    for pair in (
        (1, 1.2),
        (1, 0.3),
        (2, 0.4),
        (2, 0.24),
        (3, 0.18),
        (3, 0.14),
        (4, 0.1),
        (5, 0.06),
        (6, 0.03),
    )
)


class LevelRating(NamedTuple):
    """Elo above level 1, and the interval that holds the true value with a confidence of 95 %."""

    elo: int
    low: int
    high: int


@dataclass(frozen=True)
class Calibration:
    """What was found for one game: the settings of levels 1 to 9 and the ratings of all ten; when, and in how many
    games."""

    game: str
    date: str
    games: int
    settings: tuple[Setting, ...]
    ratings: tuple[LevelRating, ...]


@cache
def _read() -> tuple[Calibration, ...]:
    return tuple(
        Calibration(
            entry["game"],
            entry["date"],
            entry["games"],
            tuple(Setting(*pair) for pair in entry["settings"]),
            tuple(LevelRating(*rating) for rating in entry["ratings"]),
        )
        for entry in json.loads(FILE.read_text("utf-8"))
    )


@cache
def find_calibration(game: Game) -> Calibration | None:
    """The entry of a game, of this very board; else None."""
    return next((entry for entry in _read() if find_game(entry.game) == game), None)


@cache
def _find_settings(game: Game) -> tuple[Setting, ...]:
    """Of the game on this board, or on the board with the most similar number of moves, or the usual ones."""
    alike = [entry for entry in _read() if type(find_game(entry.game)) is type(game)]
    exact = find_calibration(game)
    if exact or not alike:
        return exact.settings if exact else USUAL
    own = _count_moves(game)
    return min(alike, key=lambda entry: abs(math.log(own / _count_moves(find_game(entry.game))))).settings


def _count_moves(game: Game) -> int:
    return len(game.moves(game.initial()))


def find_setting(game: Game, level: int) -> Setting:
    """How a level below the top plays a game."""
    return _find_settings(game)[min(level, TOP - 1) - 1]


def find_rating(game: Game, level: int) -> LevelRating | None:
    """What was measured for a level; None for a game or a board that was not measured."""
    found = find_calibration(game)
    return found.ratings[level - 1] if found and found.ratings else None
