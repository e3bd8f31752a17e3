"""An SQLite file that survives: whatever was committed is there after the process or the machine has been killed.

A write-ahead log and a full flush at every commit. What SQLite has to say becomes a sentence about the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

from kibitz.core.errors import BadFile

__all__ = ["Database"]

BUSY = 1.0  # seconds to wait for another process that writes


class Database:
    """One file; a context that closes it at its end. Subclasses say what is in it."""

    tables: ClassVar[str]
    holds: ClassVar[str]  # as in "games"
    doubled: ClassVar[str]  # what it means that a row is there already
    when_full: ClassVar[str]  # what to do when there is no room left

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.explained():
            # A generator that holds the file may be taken on by another thread, as a web server does.
            self._file = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
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
        """The rows a query gives."""
        with self.explained():
            return self._file.execute(query, values).fetchall()

    def add_rows(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Keep rows, all of them or none; they are safe when this returns."""
        with self.explained():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                self._file.executemany(statement, rows)
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn what SQLite says into a sentence about the file."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise BadFile(f"{self.path}: {self.doubled}") from None
        except sqlite3.DatabaseError as error:
            if "full" in str(error):
                raise BadFile(f"{self.path} cannot be written: the disk is full; {self.when_full}") from None
            raise BadFile(f"{self.path} cannot be used as a store of {self.holds}: {error}.") from None
