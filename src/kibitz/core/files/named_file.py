"""Files that a user names: the path is looked at before anything is opened, and only so much is read.

A pipe or a device would block the command or never end, so that only regular files are read. Standard input is read
where a command says so, and by that command.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from kibitz.core.errors import BadFile

MIB = 1 << 20
MAX_PLAN_BYTES = MIB  # bytes of the plan of a tournament
MAX_CODE_BYTES = 16 * MIB  # of a Python file, or the command of a program
MAX_GAMES_BYTES = 1024 * MIB  # of a file of games: a tournament of a million games writes some 300 MiB
MAX_DATA_BYTES = 4096 * MIB  # of a recorded search, a model, a table of positions

KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@contextmanager
def explain_errors(path: Path, done: str) -> Iterator[None]:
    """Turn an error of the system about a path into a sentence; `done`: what cannot be, as in "read"."""
    try:
        yield
    except OSError as error:
        raise BadFile(f"{path} cannot be {done}: {error.strerror or error}.") from None
    except UnicodeEncodeError:
        raise BadFile(f"{path} cannot be {done}: the name has characters that no file name can have.") from None
    except ValueError as error:  # as of a null character
        raise BadFile(f"{path} cannot be {done}: {error}.") from None


def exists(path: Path) -> bool:
    """Whether there is anything at a path; a path that can name nothing is refused."""
    return _look(path, "used") is not None


def check_input(path: Path, most: int | None = None, *, expected: str = "a regular file") -> None:
    """Refuse what is no regular file, or has more than `most` bytes; `expected` says what should be there."""
    found = _look(path, "read")
    if found is None:
        raise BadFile(f"{path} cannot be read: {os.strerror(errno.ENOENT)}.")
    if not stat.S_ISREG(found.st_mode):
        raise BadFile(f"{path} is {_describe(found)}; {expected} was expected.")
    if most is not None and found.st_size > most:
        raise _too_large(path, most)


def check_output(path: Path) -> None:
    """Refuse a path to which no file can be written, before long work; /dev/null is allowed, as every device."""
    found = _look(path, "written")
    if found is not None and not (stat.S_ISREG(found.st_mode) or stat.S_ISCHR(found.st_mode)):
        raise BadFile(f"{path} is {_describe(found)}; give the name of a file.")
    with explain_errors(path, "written"):
        if not path.parent.is_dir():
            raise BadFile(f"{path} cannot be written: there is no folder {path.parent}.")


def open_binary(path: Path, most: int | None = None) -> BinaryIO:
    """A regular file, to be read; refused if it has more than `most` bytes."""
    check_input(path, most)
    with explain_errors(path, "read"):
        return path.open("rb")


def read_bytes(path: Path, most: int) -> bytes:
    """The content of a regular file of up to so many bytes."""
    with open_binary(path, most) as file, explain_errors(path, "read"):
        data = file.read(most + 1)  # some files, as those of /proc, do not say how long they are
    if len(data) > most:
        raise _too_large(path, most)
    return data


def read_text(path: Path, most: int, encoding: str = "utf-8") -> str:
    """As `read_bytes`, for text."""
    try:
        return read_bytes(path, most).decode(encoding)
    except UnicodeDecodeError:
        raise BadFile(f"{path} cannot be read: it is not text.") from None


def _look(path: Path, done: str) -> os.stat_result | None:
    """What is at a path, None if nothing is."""
    with explain_errors(path, done):
        try:
            return path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None


def _describe(found: os.stat_result) -> str:
    return KINDS.get(stat.S_IFMT(found.st_mode), "no regular file")


def _too_large(path: Path, most: int) -> BadFile:
    return BadFile(f"{path} is too large: it may have up to {most // MIB:,} MiB.")
