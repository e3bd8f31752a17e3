"""An SQLite file that survives: whatever was committed is there after the process or the machine has been killed.

It has a write-ahead log and a full flush at every commit. Errors of SQLite become sentences about the file. SQLite
sees damage to its own pages, but not to the values in them, so that every row has a checksum of its own; rows written
by a Kibitz that knew none are taken as they are.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

from kibitz.core.errors import BadFile
from kibitz.core.files.named_file import check_input, exists

CHECKSUMS = "CREATE TABLE IF NOT EXISTS checksums (key TEXT PRIMARY KEY, digest TEXT NOT NULL);"
BUSY_TIMEOUT = 1.0  # seconds to wait for another process that writes


class Database:
    """One file; a context that closes it at its end. Subclasses say what is in it."""

    tables: ClassVar[str]
    contents: ClassVar[str]  # as in "games"
    duplicate_message: ClassVar[str]  # the message when a row is there already
    when_disk_full: ClassVar[str]  # what to do when the disk is full
    when_damaged: ClassVar[str]  # what to do when the file is damaged

    def __init__(self, path: Path) -> None:
        self.path = path
        if exists(path):
            check_input(path)
        with self.explain_errors():
            # A generator that holds the file may be continued by another thread, as in a web server.
            self._file = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
            try:
                self.check()
                self._file.execute("PRAGMA journal_mode = WAL")
                self._file.execute("PRAGMA synchronous = FULL")
                self._file.executescript(self.tables + CHECKSUMS)
            except BaseException:
                self._file.close()
                raise

    def check(self) -> None:
        """Refuse a file that is not what it should be, before anything is written to it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def ask(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows that a query gives."""
        with self.explain_errors():
            return self._file.execute(query, values).fetchall()

    def add_rows(self, statement: str, rows: Mapping[str, tuple[object, ...]]) -> None:
        """Store rows, all of them or none, each with a checksum under its key; they are safe when this returns."""
        checksums = [(key, _digest(row)) for key, row in rows.items()]
        with self.explain_errors():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                self._file.executemany(statement, rows.values())
                self._file.executemany("INSERT OR IGNORE INTO checksums VALUES (?, ?)", checksums)
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def check_rows(self, prefix: str, rows: Mapping[str, tuple[object, ...]]) -> None:
        """Refuse rows, as they were read, that are not all that was stored under keys which begin with `prefix`."""
        for key, digest in self.ask("SELECT key, digest FROM checksums"):
            if str(key).startswith(prefix) and (key not in rows or _digest(rows[key]) != digest):
                raise self.damage(str(key))

    def check_row(self, key: str, row: tuple[object, ...] | None) -> None:
        """Refuse a row, as it was read, that is not what was stored under this key."""
        for (digest,) in self.ask("SELECT digest FROM checksums WHERE key = ?", (key,)):
            if row is None or _digest(row) != digest:
                raise self.damage(key)

    def damage(self, what: str) -> BadFile:
        """The error to raise when something in the file is not what was stored."""
        return BadFile(f"{self.path} is damaged: {what} is not what was stored; {self.when_damaged}")

    @contextmanager
    def explain_errors(self) -> Iterator[None]:
        """Turn an error of SQLite into a sentence about the file."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise BadFile(f"{self.path}: {self.duplicate_message}") from None
        except (sqlite3.Error, sqlite3.Warning, UnicodeDecodeError) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                raise BadFile(f"{self.path} cannot be written: the disk is full; {self.when_disk_full}") from None
            raise BadFile(f"{self.path} cannot be used as a store of {self.contents}: {error}.") from None


def values_text(values: Sequence[object]) -> str:
    """Values of a row as text; in a damaged file a text may have become bytes."""
    return json.dumps(values, ensure_ascii=False, default=repr)


def _digest(row: tuple[object, ...]) -> str:
    return hashlib.sha256(values_text(row).encode("utf-8", "replace")).hexdigest()[:16]
