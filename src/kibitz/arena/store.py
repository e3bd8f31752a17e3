"""Finished games in a file that survives: SQLite, one row a game, each written once.

A write-ahead log and a full flush at every commit: whatever was committed is there after the process, the tree of
processes or the machine has been killed at any moment, and whatever was not is played again. The number of a game is
its key, so that none can be there twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from kibitz.arena.bouts import Finished
from kibitz.arena.records import Effort
from kibitz.core.errors import BadFile

__all__ = ["Store"]

_TABLES = """
CREATE TABLE IF NOT EXISTS plan (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, points REAL NOT NULL, result TEXT NOT NULL, fault TEXT NOT NULL, moves TEXT NOT NULL,
    efforts TEXT NOT NULL, record TEXT NOT NULL
);
"""
BUSY = 1.0  # seconds to wait for another process that writes


class Store:
    """The games of one tournament; a context that closes the file at its end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained():
            self._file = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")
            self._file.executescript(_TABLES)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def remember(self, key: str, value: str) -> str:
        """The text kept under a key; `value` is kept if there is none yet."""
        with self._explained():
            self._file.execute("INSERT OR IGNORE INTO plan VALUES (?, ?)", (key, value))
            kept: str = self._file.execute("SELECT value FROM plan WHERE key = ?", (key,)).fetchone()[0]
        return kept

    def recall(self, key: str) -> str | None:
        with self._explained():
            row = self._file.execute("SELECT value FROM plan WHERE key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def add(self, games: Sequence[Finished]) -> None:
        """Keep games, all of them or none; they are safe when this returns."""
        rows = [
            (game.number, game.points, game.result, game.fault, game.moves, _efforts_text(game.efforts), game.text)
            for game in games
        ]
        with self._explained():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                self._file.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def games(self) -> dict[int, Finished]:
        """Everything kept so far, by number."""
        with self._explained():
            rows = self._file.execute("SELECT * FROM games ORDER BY number").fetchall()
        return {
            number: Finished(number, points, result, fault, moves, _parse_efforts(efforts), text)
            for number, points, result, fault, moves, efforts, text in rows
        }

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite says into a sentence about the file."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise BadFile(f"{self.path}: a game is there already; is another process at the same tournament?") from None
        except sqlite3.DatabaseError as error:
            if "full" in str(error):
                raise BadFile(
                    f"{self.path} cannot be written: the disk is full; every game stored before is safe, so make room "
                    "and go on with --resume."
                ) from None
            raise BadFile(f"{self.path} cannot be used as a store of games: {error}.") from None


def _efforts_text(efforts: tuple[Effort, Effort]) -> str:
    return json.dumps([asdict(effort) for effort in efforts])


def _parse_efforts(text: str) -> tuple[Effort, Effort]:
    first, second = (Effort(**values) for values in json.loads(text))
    return first, second
