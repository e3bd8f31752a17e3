"""Limits of the process in which somebody's program runs: time for one call, memory, and processor time in all."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

__all__ = ["MEMORY_BYTES", "OutOfTime", "limit_process", "limit_time"]

MEMORY_BYTES = 1 << 30
PROCESSOR_SECONDS = 120
FILE_BYTES = 1 << 20  # that it may write into one file


class OutOfTime(BaseException):
    """A call took too long; not an Exception, so that `except Exception` in the program does not catch it."""


@contextlib.contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block after so many seconds, where the system has such a timer."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*arguments: Any) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def limit_process() -> None:
    """Bound what this process may use from now on, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    for what, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_CPU, PROCESSOR_SECONDS),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
