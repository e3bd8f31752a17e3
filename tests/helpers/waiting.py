"""Waiting for what nobody announces, such as a file that another process writes."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

__all__ = ["HANGS", "wait_until"]

HANGS = 300.0  # seconds after which a test is taken to hang; no test passes or fails by how long it takes


def wait_until(happened: Callable[[], object], process: subprocess.Popen[bytes] | None = None) -> None:
    """Return when it has happened; `process` must not end before."""
    until = time.monotonic() + HANGS
    while not happened():
        assert process is None or process.poll() is None, "it was over before it could be disturbed"
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.005)
