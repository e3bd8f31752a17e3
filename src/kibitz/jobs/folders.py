"""Folders and files of results: made, locked, and refused in a sentence where one cannot be written."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kibitz.core.errors import BadFile
from kibitz.core.files.file_lock import hold_lock
from kibitz.core.files.named_file import check_output, explain_errors


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, unless it is there."""
    with explain_errors(folder, "made"):
        folder.mkdir(parents=True, exist_ok=True)


def check_writable(path: Path) -> None:
    """Refuse a file in a folder where no file can be made: better at once than after hours of work."""
    check_output(path)
    try:
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BadFile(f"{path} cannot be written ({error.strerror}); name a file in another folder.") from None


@contextmanager
def lock_folder(folder: Path, what: str) -> Iterator[None]:
    """In the block, no other process may work in the folder; `what` is done there, as in "plays the tournament"."""
    refusal = f"Another process {what} in {folder}; wait until it has ended, or choose another folder (--out)."
    with hold_lock(folder / ".lock", refusal):
        yield


def write_text(path: Path, text: str) -> None:
    """Write a file; one that cannot be written is refused in a sentence."""
    check_output(path)
    with explain_errors(path, "written"):
        path.write_text(text, encoding="utf-8")
