"""One process at a time: locks that the system takes back when their process ends, however it ends.

A lock is on an empty file of its own, which lies there while somebody holds the lock.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kibitz.core.errors import BadFile
from kibitz.core.files.named_file import check_output, explain_errors


@contextmanager
def lock_file(path: Path, what: str) -> Iterator[None]:
    """In the block, no other process may do the same with a file; `what` is done, as in "trains the player in"."""
    check_output(path)
    refusal = f"Another process {what} {path}; wait until it has ended, or name another file."
    with hold_lock(path.with_name(f".{path.name}.lock"), refusal):
        yield


@contextmanager
def hold_lock(place: Path, refusal: str) -> Iterator[None]:
    """Hold the lock of this name in the block; raises BadFile with the refusal if somebody else does.

    Where files cannot be locked, nobody is kept out.
    """
    handle = _acquire(place)
    if handle is None:
        raise BadFile(refusal)
    try:
        yield
    finally:
        with suppress(OSError):  # Windows removes no file that is open: it stays
            place.unlink()
        os.close(handle)


def _acquire(place: Path) -> int | None:
    while True:
        with explain_errors(place, "written"):
            handle = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
        is_ours = try_lock(handle)
        if is_ours and _is_still_there(handle, place):
            return handle
        os.close(handle)
        if not is_ours:
            return None  # else its holder has removed it just now, and the next one to come makes another


def _is_still_there(handle: int, place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), place.stat())
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool:
        """Lock an open file without waiting; False if another has it. True where files cannot be locked."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Lock an open file without waiting; False if another has it. True where files cannot be locked."""
        with suppress(OSError):  # a file system without locks; one that is taken is another matter
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
        return True
