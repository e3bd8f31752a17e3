"""Finished games in a file that survives a crash: SQLite, one row for each game, written once.

A game that was not committed when the process was killed is played again. The number of a game is its key, so that
none can be there twice.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from kibitz.arena.game_task import FinishedGame
from kibitz.core.errors import BadFile
from kibitz.jobs.database import Database
from kibitz.play.records import Effort


class GameStore(Database):
    """The games of one tournament; a context that closes the file at its end."""

    tables = """
    CREATE TABLE IF NOT EXISTS plan (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS games (
        number INTEGER PRIMARY KEY, points REAL NOT NULL, result TEXT NOT NULL, fault TEXT NOT NULL,
        moves TEXT NOT NULL, efforts TEXT NOT NULL, record TEXT NOT NULL
    );
    """
    contents = "games"
    duplicate_message = "a game is there already; is another process playing the same tournament?"
    when_damaged = "play the tournament again in another folder (--out)."
    when_disk_full = "every game stored before is safe, so make room and continue with --resume."

    def remember(self, key: str, value: str) -> str:
        """The text stored under a key; `value` is stored if there is none yet."""
        self.add_rows("INSERT OR IGNORE INTO plan VALUES (?, ?)", {f"plan {key}": (key, value)})
        stored = self.recall(key)
        if stored is None:
            raise self.damage(key)
        return stored

    def recall(self, key: str) -> str | None:
        rows = self.ask("SELECT key, value FROM plan WHERE key = ?", (key,))
        self.check_row(f"plan {key}", rows[0] if rows else None)
        return str(rows[0][1]) if rows else None

    def add(self, games: Sequence[FinishedGame]) -> None:
        """Store games, all of them or none; they are safe when this returns."""
        rows: dict[str, tuple[object, ...]] = {
            f"game {game.number}": (
                *(game.number, float(game.points), game.result, game.fault, game.moves),
                *(_efforts_text(game.efforts), game.text),
            )
            for game in games
        }
        if len(rows) < len(games):
            raise BadFile(f"{self.path}: {self.duplicate_message}")
        self.add_rows("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def games(self) -> dict[int, FinishedGame]:
        """Everything stored so far, by number."""
        rows = self.ask("SELECT * FROM games ORDER BY number")
        self.check_rows("game ", {f"game {row[0]}": row for row in rows})
        found = {}
        for number, points, result, fault, moves, efforts, text in rows:
            try:
                found[number] = FinishedGame(number, points, result, fault, moves, _parse_efforts(efforts), text)
            except (ValueError, TypeError):
                raise self.damage(f"game {number}") from None
        return found


def _efforts_text(efforts: tuple[Effort, Effort]) -> str:
    return json.dumps([asdict(effort) for effort in efforts])


def _parse_efforts(text: str) -> tuple[Effort, Effort]:
    first, second = (Effort(**values) for values in json.loads(text))
    return first, second
