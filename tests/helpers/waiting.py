"""Waiting for what nobody announces, such as a file that another process writes."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from pathlib import Path

HANGS = 300.0  # seconds after which a test is taken to hang; no test passes or fails by how long it takes


def wait_until(happened: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Return when it has happened; `process` must not end before."""
    until = time.monotonic() + HANGS
    while not happened():
        assert process is None or process.poll() is None, "it was over before it could be disturbed"
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.005)


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended; one that nobody has asked for its exit status has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
