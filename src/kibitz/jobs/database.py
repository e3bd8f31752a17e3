"""An SQLite file that survives: whatever was committed is there after the process or the machine has been killed.

It has a write-ahead log and a full flush at every commit. Errors of SQLite become sentences about the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

from kibitz.core.errors import BadFile

__all__ = ["Database"]

BUSY_TIMEOUT = 1.0  # seconds to wait for another process that writes


class Database:
    """One file; a context that closes it at its end. Subclasses say what is in it."""

    tables: ClassVar[str]
    contents: ClassVar[str]  # as in "games"
    duplicate_message: ClassVar[str]  # the message when a row is there already
    when_disk_full: ClassVar[str]  # what to do when the disk is full

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.explain_errors():
            # A generator that holds the file may be continued by another thread, as in a web server.
            self._file = sqlite3.connect(path, timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False)
            try:
                self.check()
                self._file.execute("PRAGMA journal_mode = WAL")
                self._file.execute("PRAGMA synchronous = FULL")
                self._file.executescript(self.tables)
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

    def add_rows(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Store rows, all of them or none; they are safe when this returns."""
        with self.explain_errors():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                self._file.executemany(statement, rows)
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    @contextmanager
    def explain_errors(self) -> Iterator[None]:
        """Turn an error of SQLite into a sentence about the file."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise BadFile(f"{self.path}: {self.duplicate_message}") from None
        except sqlite3.DatabaseError as error:
            if "full" in str(error):
                raise BadFile(f"{self.path} cannot be written: the disk is full; {self.when_disk_full}") from None
            raise BadFile(f"{self.path} cannot be used as a store of {self.contents}: {error}.") from None
