"""One thread that calls whoever asked for it when their time has come.

A thread for every wait, as a timer of the standard library is, costs more than an easy search itself.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable

__all__ = ["Clock", "get_clock"]


class Clock:
    """Alarms, each the function to call; a call must be short, for the others wait meanwhile."""

    def __init__(self) -> None:
        self._alarms: dict[Callable[[], None], float] = {}
        self._changed = threading.Condition()
        self._wakes = float("inf")
        threading.Thread(target=self._run, daemon=True, name="kibitz-clock").start()

    def ring_at(self, when: float, tell: Callable[[], None]) -> None:
        """Call `tell` once, at that reading of `time.monotonic()`; an alarm it had before is replaced."""
        with self._changed:
            self._alarms[tell] = when
            if when < self._wakes:
                self._changed.notify()

    def forget(self, tell: Callable[[], None]) -> None:
        """Do not call it any more; it may have been called already."""
        with self._changed:
            self._alarms.pop(tell, None)

    def _run(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                for tell in [tell for tell, when in self._alarms.items() if when <= now]:
                    del self._alarms[tell]
                    tell()
                self._wakes = min(self._alarms.values(), default=float("inf"))
                self._changed.wait(min(self._wakes - now, threading.TIMEOUT_MAX))


def get_clock() -> Clock:
    """The clock of this process: a child that was forked has none of its parent's threads."""
    return _clock_of(os.getpid())


@functools.cache
def _clock_of(process: int) -> Clock:
    return Clock()
