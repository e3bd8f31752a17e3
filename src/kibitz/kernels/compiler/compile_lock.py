"""One process compiles, and those that need the same meanwhile wait for what it keeps on disk.

Nothing depends on it: whoever waits too long, or finds no place for the lock, compiles for itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from kibitz.core.files.file_lock import try_lock
from kibitz.kernels.interruptible import check_not_given_up

LONGEST = 90.0  # seconds to wait for another process
PAUSE = 0.05

_held: set[Path] = set()  # by this process, whose threads take turns by other means


@contextlib.contextmanager
def wait_for_other_processes(what: str) -> Iterator[bool]:
    """In the block, other processes leave this to us; tells whether one of them was at it before."""
    path = _place(what)
    if path in _held:
        yield False
        return
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError:
        yield False
        return
    _held.add(path)
    try:
        yield _wait(file)
    finally:
        _held.discard(path)
        with contextlib.suppress(OSError):
            path.unlink()  # who waits has it open; at worst two of them compile
        os.close(file)


def _wait(file: int) -> bool:
    """Take the lock, within limits; whether somebody else had it."""
    until, has_waited = time.monotonic() + LONGEST, False
    while time.monotonic() < until and not try_lock(file):
        has_waited = True
        check_not_given_up()
        time.sleep(PAUSE)
    return has_waited


def _place(what: str) -> Path:
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = os.environ.get("NUMBA_CACHE_DIR", "")  # code that is kept elsewhere is compiled for itself
    name = hashlib.sha256(f"{folder} {__file__} {what}".encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"kibitz-{user}-{name}.lock"
