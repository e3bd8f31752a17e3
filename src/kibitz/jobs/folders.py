"""Folders and files of results: made, locked, and refused in a sentence where one cannot be written."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kibitz.core.errors import BadFile

__all__ = ["check_writable", "lock_folder", "make_folder", "write_text"]


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder} cannot be made: {error.strerror}.") from None


def check_writable(path: Path) -> None:
    """Refuse a file in a folder where no file can be made: better at once than after hours of work."""
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BadFile(f"{path} cannot be written ({error.strerror}); name a file in another folder.") from None


@contextmanager
def lock_folder(folder: Path, what: str) -> Iterator[None]:
    """In the block, no other process may work in the folder; `what` is done there, as in "plays the tournament".

    The system gives the lock back when this process ends, however it ends. Where files cannot be locked, nobody is
    kept out.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    file = folder / ".lock"
    try:
        handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise BadFile(f"{file} cannot be written: {error.strerror}.") from None
    try:
        with suppress(OSError):  # a file system without locks; one that is taken is another matter
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadFile(
                    f"Another process {what} in {folder}; wait until it has ended, or choose another folder (--out)."
                ) from None
        yield
    finally:
        os.close(handle)


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}.") from None
