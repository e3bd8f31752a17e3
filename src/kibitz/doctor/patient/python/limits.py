"""Limits of the process in which somebody's program runs: time for one call, memory, and processor time in all."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

MEMORY_BYTES = 1 << 30
PROCESSOR_SECONDS = 120
WAITING = 4  # times the processor time it may use: how long a call may take in all
FILE_BYTES = 1 << 20  # that it may write into one file


class OutOfTime(BaseException):
    """A call took too long; not an Exception, so that `except Exception` in the program does not catch it."""


@contextlib.contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in the block after so many seconds of processor time, where the system has such a timer.

    A program that waits uses none, so it is also stopped after some more seconds by the clock on the wall. On a machine
    that has other things to do, those pass quickly.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*arguments: Any) -> None:
        raise OutOfTime

    timers = ((signal.ITIMER_PROF, signal.SIGPROF, seconds), (signal.ITIMER_REAL, signal.SIGALRM, WAITING * seconds))
    before = [signal.signal(number, stop) for _, number, _ in timers]
    for timer, _, after in timers:
        signal.setitimer(timer, after, after)  # again and again: what is raised while Python collects garbage is lost
    try:
        yield
    finally:
        for (timer, number, _), handler in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


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
